import { useCallback } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { BOX_VIEWS, type BoxViewName, edgesOf, SURROUNDINGS_M } from '../../view3d/boxView.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { SideEdge } from '../sensors/SideEdge.tsx'
import { ViewPane } from '../sensors/ViewPane.tsx'
import { CameraView } from './CameraView.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import type { FrameHost } from './frameHost.ts'
import { MainView } from './MainView.tsx'
import { paintBoxView } from './paintBoxView.ts'
import { paintSpaces } from './paintSpaces.ts'
import type { SpaceObjects } from './spaceObjects.ts'

const CAPTIONS = {
  top: 'cuboid.view.top',
  side: 'cuboid.view.side',
  rear: 'cuboid.view.rear',
} as const satisfies Record<BoxViewName, string>

/** The selected box along its three axes, and the camera that sees it best. */
export function BoxViews({ scene }: { scene: CuboidScene }) {
  const t = useTranslator()
  const { editor, host, spaces, tool, renderer } = scene
  const hasBox = useObserved(editor, (e) => e.selectedBox() !== null || spaces.selected(e.frame) !== null)
  const cameraLarge = useObserved(editor, ({ view }) => view.cameraLarge)
  const hasCameras = editor.job.sensors.some(({ modality }) => modality === 'camera')
  return (
    <div className="sensors-side" data-empty={hasBox ? undefined : true}>
      <SideEdge session={editor.session} />
      {BOX_VIEWS.map((name) => (
        <div key={name} className="sensors-cell sensors-cell-box">
          <BoxPane name={name} editor={editor} spaces={spaces} host={host} tool={tool} renderer={renderer} />
        </div>
      ))}
      {!hasBox && (
        <div className="sensors-cell">
          <div className="sensors-empty">{t('cuboid.selectOne')}</div>
        </div>
      )}
      {hasCameras && (
        <div className="sensors-cell">
          {cameraLarge ? <MainView scene={scene} isSmall /> : <CameraView scene={scene} />}
        </div>
      )}
    </div>
  )
}

interface BoxPaneProps extends Pick<CuboidScene, 'editor' | 'spaces' | 'tool' | 'renderer'> {
  name: BoxViewName
  host: FrameHost
}

/** One small view of the selected box in the host's frame, cut to the box's surroundings. */
export function BoxPane({ name, editor, spaces, host, tool, renderer }: BoxPaneProps) {
  const t = useTranslator()
  const prepare = useCallback(() => prepareBoxView(editor, spaces, host), [editor, spaces, host])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, viewCamera: ViewCamera) => {
      const box = editor.selectedBox(host.frame)
      const handle = host.handle?.view === name ? host.handle.handle : null
      if (box) {
        const completed = editor.fittedFaces.completedOf(host.frame, box.cuboid)
        paintBoxView(context, viewCamera, name, box, editor.canEdit ? { handle } : null, completed)
      }
      paintSpaces(context, viewCamera, editor, spaces, host.frame)
    },
    [editor, spaces, host, name],
  )
  const isCompleted = useObserved(editor, () => {
    const box = editor.selectedBox(host.frame)
    const completed = box ? editor.fittedFaces.completedOf(host.frame, box.cuboid) : []
    return edgesOf(name).some((face) => completed.includes(face))
  })
  return (
    <ViewPane
      name={name}
      label={t('cuboid.view.of', { view: t(CAPTIONS[name]) })}
      host={host}
      tool={tool}
      renderer={renderer}
      prepare={prepare}
      paint={paint}
      scenes={[editor.clouds.layer.scene]}
    >
      <span className="sensors-caption">{t(CAPTIONS[name])}</span>
      {isCompleted && <span className="sensors-completed">{t('cuboid.view.completed')}</span>}
    </ViewPane>
  )
}

function prepareBoxView(editor: CuboidEditor, spaces: SpaceObjects, host: FrameHost): void {
  const clouds = editor.shownClouds(host.frame)
  editor.clouds.layer.show(clouds, editor.look(clouds))
  const box = editor.selectedBox(host.frame)
  editor.clouds.layer.setView(box, box?.cuboid ?? spaces.viewBox(host.frame), SURROUNDINGS_M)
}
