import { useCallback, useMemo } from 'react'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { hasCameraColors } from '../../scene/cloud/cameraColors.ts'
import type { CloudColor } from '../../scene/cloud/pointMaterial.ts'
import { MAIN_VIEW } from '../../tools/points/pointHost.ts'
import type { ViewCamera } from '../../view3d/viewCamera.ts'
import { LoadState } from '../sensors/LoadState.tsx'
import { type ColorChoice, LookControls } from '../sensors/LookControls.tsx'
import type { PaneTool } from '../sensors/pane.ts'
import { withPins } from '../sensors/pinTool.ts'
import { ViewPane } from '../sensors/ViewPane.tsx'
import { FilterBar } from './FilterBar.tsx'
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
        host={host}
        tool={tool}
        renderer={renderer}
        prepare={prepare}
        paint={paint}
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

/** Controls for the view of the cloud. */
function LabelViewBar({ scene: { editor } }: { scene: LabelScene }) {
  const t = useTranslator()
  const hasRgb = useObserved(editor, (e) => e.cloud?.chunk.rgb !== undefined)
  const hasIntensity = useObserved(editor, (e) => e.cloud?.chunk.intensity !== undefined)
  const choice = (value: CloudColor, label: string): ColorChoice<CloudColor> => ({ value, label, isDisabled: false })
  const inFile = (value: CloudColor, label: string, isThere: boolean): ColorChoice<CloudColor> => ({
    value,
    label: isThere ? label : t('color.notInFile', { color: label }),
    isDisabled: !isThere,
  })
  const hasCamera = hasCameraColors(editor.job)
  const camera = t('color.cameras')
  const colors = [
    choice('label', t('color.labels')),
    choice('height', t('color.height')),
    inFile('intensity', t('color.intensity'), hasIntensity),
    inFile('rgb', t('color.rgb'), hasRgb),
    choice('distance', t('color.distance')),
    {
      value: 'camera' as const,
      label: hasCamera ? camera : t('color.needsCamera', { color: camera }),
      isDisabled: !hasCamera,
    },
  ]
  return <LookControls editor={editor} colors={colors} commands="label" />
}
