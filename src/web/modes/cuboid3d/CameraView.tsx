import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { CameraImage } from './CameraImage.tsx'
import type { CuboidScene } from './cuboidScene.ts'
import { shownCamera } from './shownCamera.ts'

/** The camera that sees the selected object best, or the one that was chosen. */
export function CameraView({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const source = useObserved(scene.editor, shownCamera)
  if (!source) return <div className="sensors-empty">{t('cuboid.noImage')}</div>
  return <CameraImage scene={scene} source={source} />
}
