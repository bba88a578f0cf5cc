import { useEffect, useMemo, useRef } from 'react'
import type { EditorSession, ToolEntry } from '../../document/session.ts'
import type { FusionJob } from '../../scene/cloud/fusionJob.ts'
import { useCommands } from '../../shell/keys/useKeymap.ts'
import type { ModeProps } from '../modes.ts'
import { AllCameras } from './AllCameras.tsx'
import { BatchView } from './BatchView.tsx'
import { BoxViews } from './BoxViews.tsx'
import { CameraStrip } from './CameraStrip.tsx'
import { CameraView } from './CameraView.tsx'
import { cuboidCommands } from './cuboidCommands.ts'
import { fusionJobOf } from './fusionJobOf.ts'
import { MainView } from './MainView.tsx'
import { useEditor } from './useEditor.ts'
import { type CuboidScene, useScene } from './useScene.ts'
import './cuboid3d.css'

const TOOLS: readonly ToolEntry[] = [
  { name: 'select', label: 'Select and look around', icon: 'select', key: 'e' },
  { name: 'drag', label: 'Cuboid: drag from rear to front', icon: 'cuboid', key: 'b' },
  { name: 'click', label: 'Cuboid of its class’s size: click', icon: 'points', key: 'n' },
  { name: 'rectangle', label: 'Cuboid: rectangle around it', icon: 'rectangle', key: 't' },
]
const LINK_TOOLS: readonly ToolEntry[] = [
  ...TOOLS,
  { name: 'camera', label: 'Box that only the camera sees', icon: 'box', key: 'j' },
]
const READ_TOOLS = TOOLS.slice(0, 1)

/** Cuboids in lidar clouds, with or without cameras, with or without boxes linked to them. */
export function Cuboid3dMode({ session }: ModeProps) {
  const job = useMemo(() => fusionJobOf(session.job), [session])
  if (!job) return <div className="c3d-empty">This job has no point clouds.</div>
  return <Views session={session} job={job} />
}

function Views({ session, job }: { session: EditorSession; job: FusionJob }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const scene = useScene(session, job, canvas)
  useEffect(() => {
    const isLinked = session.document.operation === 'cuboid3d_linked2d'
    session.setTools(session.readOnly ? READ_TOOLS : isLinked ? LINK_TOOLS : TOOLS)
  }, [session])
  return (
    <div className="c3d">
      <canvas ref={canvas} className="c3d-canvas" />
      {scene && 'fault' in scene && <div className="c3d-empty">{scene.fault}</div>}
      {scene && !('fault' in scene) && <Grid scene={scene} />}
    </div>
  )
}

function Grid({ scene }: { scene: CuboidScene }) {
  const { editor, fits, tool } = scene
  const commands = useMemo(() => cuboidCommands(editor, fits, () => tool.cancel()), [editor, fits, tool])
  useCommands(commands)
  const batchOpen = useEditor(editor, ({ view }) => view.batchOpen)
  const cameraLarge = useEditor(editor, ({ view }) => view.cameraLarge)
  const camerasOpen = useEditor(editor, ({ view }) => view.camerasOpen)
  if (camerasOpen) return <AllCameras scene={scene} />
  if (batchOpen) return <BatchView scene={scene} />
  return (
    <div className="c3d-grid">
      <div className="c3d-main">{cameraLarge ? <CameraView scene={scene} /> : <MainView scene={scene} />}</div>
      <BoxViews scene={scene} />
      <CameraStrip scene={scene} />
    </div>
  )
}
