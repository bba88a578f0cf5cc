import { Button, Checkbox, Group, Popover, Stack, Text, Tooltip } from '@mantine/core'
import { EyeOff, Lock, ScanEye, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { openClasses } from '../../../model/tag.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import {
  isLimited,
  NO_CLASS,
  unlabelledFilterOf,
  visibleFilterOf,
  withoutLimits,
} from '../../tools/points/labelFilters.ts'
import { useKeyed } from '../../workbench/keys/Keys.tsx'
import { DistanceFilter } from '../sensors/DistanceFilter.tsx'
import { HeightFilter } from '../sensors/HeightFilter.tsx'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

/** Who gets the next stroke, and what no stroke may touch. */
export function FilterBar({ scene: { editor } }: { scene: LabelScene }) {
  const t = useTranslator()
  const keyed = useKeyed()
  const filters = useObserved(editor, (e) => e.filters)
  const unlabelled = useSession(editor.session, (open) => unlabelledFilterOf(open.activeTool))
  const visible = useSession(editor.session, (open) => visibleFilterOf(open.activeTool))
  return (
    <div className="segmentation-filters" role="toolbar" aria-label={t('seg.filters')}>
      <Target editor={editor} />
      <Toggle
        label={unlabelled ? keyed(t('seg.onlyUnlabelledHint'), 'label.protect') : t('seg.onlyUnlabelledNotHere')}
        name={t('seg.onlyUnlabelled')}
        isOn={unlabelled !== null && filters[unlabelled]}
        onChange={unlabelled && ((isOn) => editor.setFilters({ [unlabelled]: isOn }))}
      >
        <Lock size="0.85rem" />
      </Toggle>
      <Toggle
        label={visible ? keyed(t('seg.onlyVisibleHint'), 'label.visible') : t('seg.onlyVisibleNotHere')}
        name={t('seg.onlyVisible')}
        isOn={visible !== null && filters[visible]}
        onChange={visible && ((isOn) => editor.setFilters({ [visible]: isOn }))}
      >
        <ScanEye size="0.85rem" />
      </Toggle>
      <Toggle
        label={keyed(t('seg.hideLabelledHint'), 'label.done')}
        name={t('seg.hideLabelled')}
        isOn={filters.hidesLabelled}
        onChange={(hidesLabelled) => editor.setFilters({ hidesLabelled })}
      >
        <EyeOff size="0.85rem" />
      </Toggle>
      <ClassFilter editor={editor} />
      <Heights editor={editor} />
      <Distances editor={editor} />
      {filters.crop && (
        <Button
          size="compact-xs"
          variant="light"
          rightSection={<X size="0.8rem" />}
          onClick={() => editor.setFilters({ crop: null })}
        >
          {t('seg.cropped')}
        </Button>
      )}
      {isLimited(filters) && (
        <Tooltip label={keyed(t('seg.clearFiltersHint'), 'label.limits')}>
          <Button size="compact-xs" variant="subtle" onClick={() => editor.setFilters(withoutLimits(filters))}>
            {t('seg.clearFilters')}
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

function Target({ editor }: { editor: LabelEditor }) {
  const t = useTranslator()
  const entry = useObserved(editor, (e) => e.targetEntry)
  const classId = useSession(editor.session, (open) => open.currentClassId)
  const isSplitting = useObserved(editor, (e) => e.isSplitting)
  const tagClass = editor.classes.get(classId ?? '')
  if (!tagClass) return <span className="segmentation-target">{t('seg.noClass')}</span>
  const name = entry ? editor.nameOf(entry) : tagClass.name
  const isNew = !entry && tagClass.instantiable
  return (
    <span className="segmentation-target" aria-live="polite" data-target={name}>
      <span className="swatch" style={{ background: entry ? editor.colorOf(entry) : tagClass.color }} />
      <span className="clipped">
        {isSplitting ? t('seg.splitNamed', { name }) : name}
        {isNew && <span className="panel-faint"> {t('seg.newBadge')}</span>}
      </span>
    </span>
  )
}

interface ToggleProps {
  label: string
  name: string
  isOn: boolean
  /** null: it has no effect now. */
  onChange: ((isOn: boolean) => void) | null
  children: ReactNode
}

function Toggle({ label, name, isOn, onChange, children }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <Button
        size="compact-xs"
        variant={isOn ? 'filled' : 'default'}
        aria-pressed={isOn}
        aria-disabled={!onChange}
        data-disabled={onChange ? undefined : true}
        leftSection={children}
        onClick={() => onChange?.(!isOn)}
      >
        {name}
      </Button>
    </Tooltip>
  )
}

/** Only points of these classes change. */
function ClassFilter({ editor }: { editor: LabelEditor }) {
  const t = useTranslator()
  const { onlyClasses } = useObserved(editor, (e) => e.filters)
  const all = [
    { classId: NO_CLASS, name: t('seg.unlabelledName') },
    ...openClasses(editor.session.job.tag).map(({ classId, name }) => ({ classId, name })),
  ]
  const set = (classId: string, isOn: boolean) => {
    const chosen = new Set(onlyClasses ?? all.map((one) => one.classId))
    if (isOn) chosen.add(classId)
    else chosen.delete(classId)
    editor.setFilters({ onlyClasses: chosen.size === all.length ? null : chosen })
  }
  return (
    <Popover position="top" withinPortal trapFocus>
      <Popover.Target>
        <Button size="compact-xs" variant={onlyClasses ? 'filled' : 'default'}>
          {onlyClasses ? t('seg.changesSome', { some: onlyClasses.size, all: all.length }) : t('seg.changesAny')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={4}>
          <Text size="xs" c="dimmed">
            {t('seg.changesOf')}
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => editor.setFilters({ onlyClasses: null })}>
            {t('seg.allClasses')}
          </Button>
          {all.map(({ classId, name }) => (
            <Group key={classId} justify="space-between" wrap="nowrap" gap="md">
              <Checkbox
                size="xs"
                label={name}
                checked={onlyClasses?.has(classId) ?? true}
                onChange={({ currentTarget }) => set(classId, currentTarget.checked)}
              />
              <Button
                size="compact-xs"
                variant="subtle"
                aria-label={t('seg.onlyNamed', { name })}
                onClick={() => editor.setFilters({ onlyClasses: new Set([classId]) })}
              >
                {t('seg.only')}
              </Button>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Only points between two heights, and none on a ground that is hidden, are shown and taken. */
function Heights({ editor }: { editor: LabelEditor }) {
  const { heightsM, hidesGround } = useObserved(editor, (e) => e.filters)
  const range = useObserved(editor, (e) => e.heightRange)
  const ground = useObserved(editor, (e) => e.extent?.groundZ ?? null)
  if (!range || ground === null) return null
  const set = (limits: readonly [number, number] | null) => editor.setFilters({ heightsM: limits })
  const localGround = { isHidden: hidesGround, onToggle: () => editor.setFilters({ hidesGround: !hidesGround }) }
  return <HeightFilter limits={heightsM} range={range} ground={ground} onChange={set} localGround={localGround} />
}

/** Only points between two distances from the sensor are shown and taken. */
function Distances({ editor }: { editor: LabelEditor }) {
  const { distancesM } = useObserved(editor, (e) => e.filters)
  const farM = useObserved(editor, (e) => e.extent?.farM ?? null)
  if (farM === null) return null
  return <DistanceFilter limits={distancesM} farM={farM} onChange={(next) => editor.setFilters({ distancesM: next })} />
}
