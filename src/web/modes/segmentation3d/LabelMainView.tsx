import { useCallback, useMemo } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { LoadState } from '../sensors/LoadState.tsx'
import type { PaneTool } from '../sensors/pane.ts'
import { withPins } from '../sensors/pinTool.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import { FilterBar } from './FilterBar.tsx'
import { LabelViewBar } from './LabelViewBar.tsx'
import type { LabelScene } from './labelScene.ts'
import { paintPointing } from './paintPointing.ts'
import { TaskBar } from './TaskBar.tsx'

/** The large view of the cloud: perspective, or from straight above. */
export function LabelMainView({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor, renderer, host, pins, places } = scene
  const tool = useMemo(() => {
    const opensPins = () => host.activeTool === 'select'
    return withPins(toolOf(scene), { pins, host, view: MAIN_VIEW, opensPins })
  }, [scene, pins, host])
  const canEdit = useObserved(editor, (e) => e.canEdit)
  const prepare = useCallback(() => {
    const { cloud } = editor
    editor.clouds.layer.show(cloud ? [cloud] : [], editor.look())
    editor.clouds.layer.setView(null, editor.filters.crop)
  }, [editor])
  const paint = useCallback(
    (context: CanvasRenderingContext2D, viewCamera: ViewCamera) => {
      paintPointing(context, viewCamera, editor, places)
      pins.paint(context, viewCamera)
    },
    [editor, places, pins],
  )
  return (
    <>
      <ViewPane
        name={MAIN_VIEW}
        label={t('cuboid.view3d')}
        {...{ host, tool, renderer, prepare, paint }}
        scenes={[editor.clouds.layer.scene]}
      />
      <LabelViewBar scene={scene} />
      <div className="segmentation-bottom">
        <TaskBar scene={scene} />
        {canEdit && <FilterBar scene={scene} />}
      </div>
      <LoadState editor={editor} />
      {!editor.session.readOnly && !canEdit && <div className="sensors-locked">{t('cuboid.lidarReadOnly')}</div>}
    </>
  )
}

function toolOf({ tool }: LabelScene): PaneTool<string> {
  return {
    pointerDown: (pointer) => tool.pointerDown(pointer),
    pointerMove: (pointer) => tool.pointerMove(pointer),
    pointerUp: (pointer) => tool.pointerUp(pointer),
    doubleClick: (pointer) => tool.doubleClick(pointer),
    wheel: (wheel) => tool.wheel(wheel),
    cancel: () => void tool.cancel(),
    pointerLeave: (view) => tool.leave(view),
  }
}
