import { type CSSProperties, useEffect, useMemo, useRef } from 'react'
import type { EditorSession } from '../../document/session.ts'
import { useObserved } from '../../document/useObserved.ts'
import type { FusionJob } from '../../view3d/fusionJob.ts'
import { fusionJobOf } from '../../view3d/fusionJobOf.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { ContextLost } from '../sensors/ContextLost.tsx'
import { useHeldKeys } from '../sensors/heldKeys.ts'
import { useSideShare } from '../sensors/SideEdge.tsx'
import { AllCameras } from './AllCameras.tsx'
import { BatchView } from './BatchView.tsx'
import { BoxViews } from './BoxViews.tsx'
import { CameraStrip } from './CameraStrip.tsx'
import { CameraView } from './CameraView.tsx'
import { cuboidCommands } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { MainView } from './MainView.tsx'
import { offeredTools } from './offeredTools.ts'
import { spaceCommands } from './spaceCommands.ts'
import { useScene } from './useScene.ts'
import '../sensors/sensors.css'
import { useTranslator } from '../../messages/useTranslator.tsx'

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
