import { useCallback } from 'react'
import { BOX_VIEWS, type BoxViewName, SURROUNDINGS_M } from '../../view3d/boxView.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { SideEdge } from '../sensors/SideEdge.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import { CameraView } from './CameraView.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import type { FrameHost } from './frameHost.ts'
import { MainView } from './MainView.tsx'
import { paintBoxView } from './paintBoxView.ts'

const CAPTIONS: Readonly<Record<BoxViewName, string>> = { top: 'Top', side: 'Side', rear: 'Rear' }

/** The selected box along its three axes, and the camera that sees it best. */
export function BoxViews({ scene }: { scene: CuboidScene }) {
  const { editor, host, tool, renderer } = scene
  const hasBox = useEditor(editor, (e) => e.selectedBox() !== null)
  const cameraLarge = useEditor(editor, ({ view }) => view.cameraLarge)
  const hasCameras = editor.job.sensors.some(({ modality }) => modality === 'camera')
  return (
    <div className="sensors-side">
      <SideEdge session={editor.session} />
      {BOX_VIEWS.map((name) => (
        <div key={name} className="sensors-cell">
          <BoxPane {...{ name, editor, host, tool, renderer }} />
          {!hasBox && <div className="sensors-empty">{CAPTIONS[name]}: select one cuboid</div>}
        </div>
      ))}
      {hasCameras && (
        <div className="sensors-cell">
          {cameraLarge ? <MainView scene={scene} isSmall /> : <CameraView scene={scene} />}
        </div>
      )}
    </div>
  )
}

interface BoxPaneProps extends Pick<CuboidScene, 'editor' | 'tool' | 'renderer'> {
  name: BoxViewName
  host: FrameHost
}

/** One small view of the selected box in the host's frame, cut to the box's surroundings. */
export function BoxPane({ name, editor, host, tool, renderer }: BoxPaneProps) {
  const prepare = useCallback(() => prepareBoxView(editor, host), [editor, host])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, viewCamera: ViewCamera) => {
      const box = editor.selectedBox(host.frame)
      const handle = host.handle?.view === name ? host.handle.handle : null
      if (box) paintBoxView(context, viewCamera, name, box, editor.canEdit ? { handle } : null)
    },
    [editor, host, name],
  )
  return (
    <ViewPane
      name={name}
      label={`${CAPTIONS[name]} view of the cuboid`}
      {...{ host, tool, renderer, prepare, paint }}
      scenes={[editor.clouds.layer.scene]}
    >
      <span className="sensors-caption">{CAPTIONS[name]}</span>
    </ViewPane>
  )
}

function prepareBoxView(editor: CuboidEditor, host: FrameHost): void {
  const clouds = editor.shownClouds(host.frame)
  editor.clouds.layer.show(clouds, editor.look(clouds))
  const box = editor.selectedBox(host.frame)
  editor.clouds.layer.setView(box, box?.cuboid ?? null, SURROUNDINGS_M)
}
