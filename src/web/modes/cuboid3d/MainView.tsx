import { useCallback, useMemo } from 'react'
import { systemClock } from '../../document/clock.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import { LoadState } from '../sensors/LoadState.tsx'
import { withPins } from '../sensors/pinTool.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import type { CuboidScene } from './cuboidScene.ts'
import { PointReadout } from './PointReadout.tsx'
import { paintMain } from './paintMain.ts'
import { paintSolid } from './paintSolid.ts'
import { PointReader, readPoint, withPointReader } from './pointReader.ts'
import { ToolHint } from './ToolHint.tsx'
import { ViewBar } from './ViewBar.tsx'

/** The large view: perspective, or from straight above. */
export function MainView({ scene, isSmall = false }: { scene: CuboidScene; isSmall?: boolean }) {
  const t = useTranslator()
  const { editor, renderer, boxLayer, host, pins } = scene
  const reader = useMemo(() => {
    const readAt = (at: ScreenPoint) => {
      const viewCamera = host.viewCameraOf('main')
      return viewCamera && readPoint(viewCamera, at, editor.shownClouds(), editor.job.originM)
    }
    return new PointReader(systemClock, readAt)
  }, [editor, host])
  const tool = useMemo(() => {
    const opensPins = () => host.activeTool === 'select'
    return withPointReader(withPins(scene.tool, { pins, host, view: 'main', opensPins }), reader)
  }, [scene.tool, pins, host, reader])
  const prepare = useCallback(() => {
    const clouds = editor.shownClouds()
    editor.clouds.layer.show(clouds, editor.look(clouds))
    editor.clouds.layer.setView(editor.selectedBox(), null)
    const { resting, selected } = editor.drawnBoxes()
    boxLayer.show(resting, selected)
  }, [editor, boxLayer])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, viewCamera: ViewCamera) => {
      paintMain(context, viewCamera, editor)
      paintSolid(context, viewCamera, editor, host)
      pins.paint(context, viewCamera)
    },
    [editor, host, pins],
  )
  return (
    <>
      <ViewPane
        name="main"
        label={t('cuboid.view3d')}
        {...{ host, tool, renderer, prepare, paint }}
        scenes={[editor.clouds.layer.scene, boxLayer.scene]}
      />
      {!isSmall && <ViewBar scene={scene} />}
      {!isSmall && <PointReadout editor={editor} reader={reader} />}
      {!isSmall && <ToolHint editor={editor} />}
      <LoadState editor={editor} />
      {!editor.session.readOnly && !editor.editableLidar && (
        <div className="sensors-locked">{t('cuboid.lidarReadOnly')}</div>
      )}
    </>
  )
}
