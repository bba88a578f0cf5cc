import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import { CameraImage } from './CameraImage.tsx'
import type { CuboidScene } from './cuboidScene.ts'
import { shownCamera } from './shownCamera.ts'

/** The camera that sees the selected object best, or the one that was chosen. */
export function CameraView({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const { editor } = scene
  useSession(editor.session, (open) => open.frame)
  useSession(editor.session, (open) => open.document)
  useSession(editor.session, (open) => open.selection)
  useEditor(editor, (e) => e.view.cameraId)
  const source = shownCamera(editor)
  if (!source) return <div className="sensors-empty">{t('cuboid.noImage')}</div>
  return <CameraImage scene={scene} source={source} />
}
