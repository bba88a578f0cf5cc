import { useCallback, useEffect, useMemo } from 'react'
import { systemClock } from '../../document/clock.ts'
import { msg } from '../../messages/message.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import type { ScreenPoint, ViewCamera } from '../../view3d/viewCamera.ts'
import type { Command } from '../../workbench/keys/keymap.ts'
import { useCommands } from '../../workbench/keys/useKeymap.ts'
import { LoadState } from '../sensors/LoadState.tsx'
import { withPins } from '../sensors/pinTool.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'
import { PointReadout } from './PointReadout.tsx'
import { paintComparison } from './paintComparison.ts'
import { paintMain } from './paintMain.ts'
import { paintRelations } from './paintRelations.ts'
import { paintRuler } from './paintRuler.ts'
import { paintSolid } from './paintSolid.ts'
import { paintSpaces } from './paintSpaces.ts'
import { paintSuggestions } from './paintSuggestions.ts'
import { PointReader, readPoint, withPointReader } from './pointReader.ts'
import { ToolHint } from './ToolHint.tsx'
import { ViewBar } from './ViewBar.tsx'

/** The large view: perspective, or from straight above. */
export function MainView({ scene, isSmall = false }: { scene: CuboidScene; isSmall?: boolean }) {
  const t = useTranslator()
  const { editor, renderer, boxLayer, host, pins, spaces } = scene
  const reader = useMemo(() => {
    const readAt = (at: ScreenPoint) => {
      const viewCamera = host.viewCameraOf('main')
      return viewCamera && readPoint(viewCamera, at, editor.shownClouds(), editor.job.originM)
    }
    return new PointReader(systemClock, readAt)
  }, [editor, host])
  useEffect(
    () =>
      reader.subscribe(() => {
        if (editor.view.rulerFrom) editor.redraw()
      }),
    [editor, reader],
  )
  useCommands(useMemo(() => [rulerCommand(editor, reader)], [editor, reader]))
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
      paintMain(context, viewCamera, editor, spaces)
      paintSuggestions(context, viewCamera, editor)
      paintComparison(context, viewCamera, editor)
      paintSolid(context, viewCamera, editor, host)
      paintSpaces(context, viewCamera, editor, spaces)
      paintRelations(context, viewCamera, editor, spaces)
      const { rulerFrom } = editor.view
      if (rulerFrom) paintRuler(context, viewCamera, editor.job.originM, rulerFrom, reader.read?.point ?? null)
      pins.paint(context, viewCamera)
    },
    [editor, host, pins, reader, spaces],
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

/** Measures from the point under the pointer; done again it ends. */
function rulerCommand(editor: CuboidEditor, reader: PointReader): Command {
  const run = () => {
    const rulerFrom = editor.view.rulerFrom ? null : (reader.read?.point ?? null)
    if (!rulerFrom && !editor.view.rulerFrom) editor.tell(msg('cuboid.ruler.pointFirst'))
    editor.setView({ rulerFrom })
  }
  return { id: 'cloud.ruler', group: msg('cuboid.view3d'), label: msg('cuboid.ruler'), keys: ['Alt+M'], run }
}
