import '../sensors/sensors.css'
import { Button } from '@mantine/core'
import { type CSSProperties, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import type { Message } from '../../messages/messageValues.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ViewRenderer } from '../../scene/cloud/viewRenderer.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { fusionJobOf } from '../../view3d/fusionJobOf.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { ContextLost } from '../sensors/ContextLost.tsx'
import { useHeldKeys } from '../sensors/heldKeys.ts'
import { useSideShare } from '../sensors/SideEdge.tsx'
import { type Made, useOnCanvas } from '../sensors/useOnCanvas.ts'
import { BatchView } from './BatchView.tsx'
import { BoxViews } from './BoxViews.tsx'
import { CameraImage } from './CameraImage.tsx'
import { CameraStrip } from './CameraStrip.tsx'
import { CameraView } from './CameraView.tsx'
import { cuboidCommands, toggleCameras } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { makeCuboidWork } from './cuboidWork.ts'
import { MainView } from './MainView.tsx'
import { offeredTools } from './offeredTools.ts'
import { announceScene } from './openScenes.ts'
import { spaceCommands } from './spaceCommands.ts'

/** Cuboids in lidar clouds, with or without cameras, with or without boxes linked to them. */
export function Cuboid3dMode({ session }: ModeProps) {
  const t = useTranslator()
  const job = useMemo(() => fusionJobOf(session.job), [session])
  if (!job) return <div className="sensors-empty">{t('cuboid.noClouds')}</div>
  return <Views session={session} job={job} />
}

function Views({ session, job }: { session: EditorSession; job: FusionJob }) {
  const t = useTranslator()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useScene(session, job, canvas)
  useEffect(() => {
    session.setTools(offeredTools(session, job))
  }, [session, job])
  return (
    <div className="sensors">
      <canvas ref={canvas} className="sensors-canvas" />
      {scene && 'fault' in scene && <div className="sensors-empty">{t.of(scene.fault)}</div>}
      {scene && !('fault' in scene) && (
        <>
          <Grid scene={scene} />
          <ContextLost renderer={scene.renderer} />
        </>
      )}
    </div>
  )
}

function Grid({ scene }: { scene: CuboidScene }) {
  const { editor, fits, tool } = scene
  const held = useHeldKeys()
  const sideShare = useSideShare(editor.session)
  const commands = useMemo(() => cuboidCommands(editor, fits, held, () => tool.cancel()), [editor, fits, held, tool])
  useCommands(commands)
  useCommands(useMemo(() => spaceCommands(scene), [scene]))
  const batchOpen = useObserved(editor, ({ view }) => view.batchOpen)
  const cameraLarge = useObserved(editor, ({ view }) => view.cameraLarge)
  const camerasOpen = useObserved(editor, ({ view }) => view.camerasOpen)
  if (camerasOpen || batchOpen) {
    return camerasOpen ? <AllCameras scene={scene} /> : <BatchView scene={scene} />
  }
  return (
    <div className="sensors-grid" style={{ '--side-share': `${100 * sideShare}%` } as CSSProperties}>
      <div className="sensors-main">{cameraLarge ? <CameraView scene={scene} /> : <MainView scene={scene} />}</div>
      <BoxViews scene={scene} />
      <CameraStrip scene={scene} />
    </div>
  )
}

/** The whole scene, as long as the canvas exists. */
function useScene(
  session: EditorSession,
  job: FusionJob,
  canvas: RefObject<HTMLCanvasElement | null>,
): CuboidScene | { fault: Message } | null {
  const make = useCallback((renderer: ViewRenderer) => makeScene(session, job, renderer), [session, job])
  return useOnCanvas(canvas, make)
}

function makeScene(session: EditorSession, job: FusionJob, renderer: ViewRenderer): Made<CuboidScene> {
  const made = makeCuboidWork(session, job, renderer)
  const scene = { ...made.scene, renderer }
  const withdraw = announceScene(scene)
  const dispose = () => {
    withdraw()
    made.dispose()
  }
  return { scene, dispose }
}

/** Every camera of the frame with the points over its image, which shows whether a calibration fits. */
function AllCameras({ scene }: { scene: CuboidScene }) {
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
