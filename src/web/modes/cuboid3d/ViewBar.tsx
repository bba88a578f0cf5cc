import { ActionIcon, Tooltip } from '@mantine/core'
import { Camera, Layers, LayoutGrid } from 'lucide-react'
import { noCameraColors } from '../../scene/cloud/cameraColors.ts'
import { POINT_COLORS, type PointColor } from '../../scene/cloud/pointMaterial.ts'
import { NO_MOTION_REASON } from '../../view3d/fusionJob.ts'
import { LookControls } from '../sensors/LookControls.tsx'
import { useEditor } from '../sensors/useEditor.ts'
import { toggleAggregated, toggleCameras } from './cuboidCommands.ts'
import type { CuboidScene } from './cuboidScene.ts'

const COLOR_WORDS: Readonly<Record<PointColor, string>> = {
  height: 'Height',
  intensity: 'Intensity',
  rgb: 'Colour of the points',
  distance: 'Distance',
  frame: 'Frame',
  camera: 'Cameras',
}

/** How the cloud is looked at, one frame or many, one object over all, one camera or every one. */
export function ViewBar({ scene: { editor } }: { scene: CuboidScene }) {
  const view = useEditor(editor, (e) => e.view)
  const { hasEgoPose } = editor.job
  const colors = POINT_COLORS.map((value) => ({
    ...{ value, label: COLOR_WORDS[value] },
    refusal: value === 'camera' ? noCameraColors(editor.job) : null,
  }))
  return (
    <LookControls editor={editor} colors={colors}>
      <Tooltip label={hasEgoPose ? 'Aggregated cloud (M)' : `Aggregated cloud: ${NO_MOTION_REASON}`}>
        <ActionIcon
          size="sm"
          variant={view.aggregateReach > 0 ? 'filled' : 'default'}
          aria-label="Aggregated cloud"
          aria-pressed={view.aggregateReach > 0}
          aria-disabled={!hasEgoPose}
          data-disabled={hasEgoPose ? undefined : true}
          onClick={() => toggleAggregated(editor)}
        >
          <Layers size="0.9rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="One object over many frames (G)">
        <ActionIcon
          size="sm"
          variant="default"
          aria-label="Batch view"
          onClick={() => editor.setView({ batchOpen: true })}
        >
          <LayoutGrid size="0.9rem" />
        </ActionIcon>
      </Tooltip>
      {editor.job.sensors.some(({ modality }) => modality === 'camera') && (
        <Tooltip label="All cameras, with points over them (U)">
          <ActionIcon size="sm" variant="default" aria-label="All cameras" onClick={() => toggleCameras(editor)}>
            <Camera size="0.9rem" />
          </ActionIcon>
        </Tooltip>
      )}
    </LookControls>
  )
}
