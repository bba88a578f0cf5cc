import { Button } from '@mantine/core'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { CameraImage } from './CameraImage.tsx'
import { toggleCameras } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'

/** Every camera of the frame with the points over its image, which shows whether a calibration fits. */
export function AllCameras({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const { editor } = scene
  const frame = useSession(editor.session, (open) => open.frame)
  return (
    <>
      <div className="sensors-cameras">
        {editor.job.frames[frame].cameras.map((source) => (
          <div key={source.sensorId} className="sensors-cell">
            <CameraImage scene={scene} source={source} isProof />
          </div>
        ))}
      </div>
      <div className="sensors-batch-bar">
        <Button size="compact-xs" variant="default" onClick={() => toggleCameras(editor)}>
          {keyed(t('cuboid.back'), 'cloud.cameras')}
        </Button>
        <span>{t('cuboid.allCameras.title', { frame })}</span>
      </div>
    </>
  )
}
