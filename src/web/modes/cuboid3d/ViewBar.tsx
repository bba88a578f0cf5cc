import { ActionIcon, Tooltip } from '@mantine/core'
import { Camera, Layers, LayoutGrid } from 'lucide-react'
import { useObserved } from '../../document/useObserved.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { hasCameraColors } from '../../scene/cloud/cameraColors.ts'
import { POINT_COLORS, type PointColor } from '../../scene/cloud/pointMaterial.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { DistanceFilter } from '../sensors/DistanceFilter.tsx'
import { HeightFilter } from '../sensors/HeightFilter.tsx'
import { LookControls } from '../sensors/LookControls.tsx'
import { toggleAggregated, toggleCameras } from './cuboidCommands.ts'
import type { CuboidEditor } from './cuboidEditor.ts'
import type { CuboidScene } from './cuboidScene.ts'

const COLOR_LABELS = {
  height: 'color.height',
  intensity: 'color.intensity',
  rgb: 'color.rgb',
  distance: 'color.distance',
  frame: 'color.frame',
  camera: 'color.cameras',
} as const satisfies Record<PointColor, string>

/** Colours that neither the clouds of the frame nor the cameras of the job have. */
function lackingColors({ job, clouds, frame }: CuboidEditor): ReadonlySet<PointColor> {
  const chunks = clouds.loaded(frame).map(({ chunk }) => chunk)
  const isLacking = (kind: 'intensity' | 'rgb') => chunks.length > 0 && chunks.every((chunk) => !chunk[kind])
  const inFiles = (['intensity', 'rgb'] as const).filter(isLacking)
  return new Set<PointColor>(hasCameraColors(job) ? inFiles : [...inFiles, 'camera'])
}

/** How the cloud is looked at, one frame or many, one object over all, one camera or every one. */
export function ViewBar({ scene }: { scene: CuboidScene }) {
  const { editor } = scene
  const t = useTranslator()
  const keyed = useKeyed()
  const view = useObserved(editor, (e) => e.view)
  const { hasEgoPose } = editor.job
  const lacking = useObserved(editor, (e) => lackingColors(e))
  const colors = POINT_COLORS.map((value) => {
    const label = t(COLOR_LABELS[value])
    const isDisabled = lacking.has(value)
    const why = value === 'camera' ? 'color.needsCamera' : 'color.notInFile'
    return { value, label: isDisabled ? t(why, { color: label }) : label, isDisabled }
  })
  return (
    <LookControls editor={editor} colors={colors} commands="cloud">
      <Heights scene={scene} />
      <Distances scene={scene} />
      <Tooltip
        label={hasEgoPose ? keyed(t('command.aggregate'), 'cloud.aggregate') : t('cuboid.aggregate.needsEgoPose')}
      >
        <ActionIcon
          size="sm"
          variant={view.aggregateReach > 0 ? 'filled' : 'default'}
          aria-label={t('command.aggregate')}
          aria-pressed={view.aggregateReach > 0}
          aria-disabled={!hasEgoPose}
          data-disabled={hasEgoPose ? undefined : true}
          onClick={() => toggleAggregated(editor)}
        >
          <Layers size="0.9rem" />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={keyed(t('cuboid.batch.hint'), 'cloud.batch')}>
        <ActionIcon
          size="sm"
          variant="default"
          aria-label={t('cuboid.batch')}
          onClick={() => editor.setView({ batchOpen: true })}
        >
          <LayoutGrid size="0.9rem" />
        </ActionIcon>
      </Tooltip>
      {editor.job.sensors.some(({ modality }) => modality === 'camera') && (
        <Tooltip label={keyed(t('cuboid.allCameras.hint'), 'cloud.cameras')}>
          <ActionIcon
            size="sm"
            variant="default"
            aria-label={t('cuboid.allCameras')}
            onClick={() => toggleCameras(editor)}
          >
            <Camera size="0.9rem" />
          </ActionIcon>
        </Tooltip>
      )}
    </LookControls>
  )
}

function Heights({ scene: { editor } }: { scene: CuboidScene }) {
  const limits = useObserved(editor, (e) => e.view.heightsM)
  const extent = useObserved(editor, (e) => e.extent)
  const isHidden = useObserved(editor, (e) => e.view.hidesGround)
  if (!extent) return null
  const set = (heightsM: readonly [number, number] | null) => editor.setView({ heightsM })
  const localGround = { isHidden, onToggle: () => editor.setView({ hidesGround: !isHidden }) }
  return (
    <HeightFilter
      range={extent.reach}
      ground={extent.ground}
      onChange={set}
      limits={limits}
      localGround={localGround}
    />
  )
}

function Distances({ scene: { editor } }: { scene: CuboidScene }) {
  const limits = useObserved(editor, (e) => e.view.distancesM)
  const farM = useObserved(editor, (e) => e.extent?.farM ?? null)
  if (farM === null) return null
  return <DistanceFilter limits={limits} farM={farM} onChange={(distancesM) => editor.setView({ distancesM })} />
}
