import { ActionIcon, Button, NativeSelect, Slider, Tooltip } from '@mantine/core'
import { Camera, Layers, LayoutGrid, Minus, Plus, SquareDashed } from 'lucide-react'
import { NO_MOTION_REASON } from '../../scene/cloud/fusionJob.ts'
import { POINT_COLORS, type PointColor } from '../../scene/cloud/pointMaterial.ts'
import { toggleAggregated, toggleCameras } from './cuboidCommands.ts'
import { useEditor } from './useEditor.ts'
import type { CuboidScene } from './useScene.ts'

const COLOR_WORDS: Readonly<Record<PointColor, string>> = {
  height: 'Height',
  intensity: 'Intensity',
  rgb: 'Colour of the points',
  distance: 'Distance',
  frame: 'Frame',
}

/** How the cloud is looked at: from above or not, colours, size of points, one frame or many. */
export function ViewBar({ scene: { editor } }: { scene: CuboidScene }) {
  const view = useEditor(editor, (e) => e.view)
  const isTop = useEditor(editor, (e) => e.orbit.kind === 'top')
  const { hasEgoPose } = editor.job
  return (
    <div className="c3d-bar">
      <Tooltip label="From above, or in perspective (V)">
        <Button
          size="compact-xs"
          variant={isTop ? 'filled' : 'default'}
          aria-pressed={isTop}
          onClick={() => {
            editor.setOrbit({ ...editor.orbit, kind: isTop ? 'perspective' : 'top' })
            editor.changed()
          }}
        >
          Top
        </Button>
      </Tooltip>
      <NativeSelect
        size="xs"
        aria-label="Colour of the points by"
        value={view.color}
        onChange={({ currentTarget }) => {
          const color = POINT_COLORS.find((name) => name === currentTarget.value)
          if (color) editor.setView({ color })
        }}
        data={POINT_COLORS.map((value) => ({ value, label: COLOR_WORDS[value] }))}
      />
      <Minus size="0.75rem" aria-hidden />
      <Slider
        w="4.5rem"
        size="xs"
        label={null}
        thumbLabel="Size of the points in pixels"
        min={1}
        max={8}
        step={0.5}
        value={view.sizePx}
        onChange={(sizePx) => editor.setView({ sizePx })}
      />
      <Plus size="0.75rem" aria-hidden />
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
      <Tooltip label="All in view">
        <ActionIcon size="sm" variant="default" aria-label="All in view" onClick={() => editor.fitView()}>
          <SquareDashed size="0.9rem" />
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
