import { Button, Checkbox, Group, Popover, RangeSlider, Stack, Switch, Text, Tooltip } from '@mantine/core'
import { EyeOff, Layers2, Lock, ScanEye, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { openClasses, UNLABELLED } from '../../../model/tag.ts'
import { useSession } from '../../document/useSession.ts'
import { isLimited, NO_CLASS, withoutLimits } from '../../tools/points/labelFilters.ts'
import { useEditor } from '../sensors/useEditor.ts'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

/** Who gets the next stroke, and what no stroke may touch. */
export function FilterBar({ scene: { editor } }: { scene: LabelScene }) {
  const filters = useEditor(editor, (e) => e.filters)
  return (
    <div className="segmentation-filters" role="toolbar" aria-label="What strokes may take">
      <Target editor={editor} />
      <Toggle
        label="Only unlabelled points are taken (O)"
        name="Only unlabelled"
        isOn={filters.onlyUnlabelled}
        onChange={(onlyUnlabelled) => editor.setFilters({ onlyUnlabelled })}
      >
        <Lock size="0.85rem" />
      </Toggle>
      <Toggle
        label="Only visible points are taken: nothing behind a wall (Y)"
        name="Only visible"
        isOn={filters.visibleOnly}
        onChange={(visibleOnly) => editor.setFilters({ visibleOnly })}
      >
        <ScanEye size="0.85rem" />
      </Toggle>
      <Toggle
        label="Hide what is labelled already (H)"
        name="Hide labelled"
        isOn={filters.hidesLabelled}
        onChange={(hidesLabelled) => editor.setFilters({ hidesLabelled })}
      >
        <EyeOff size="0.85rem" />
      </Toggle>
      <ClassFilter editor={editor} />
      <Heights editor={editor} />
      {filters.crop && (
        <Button
          size="compact-xs"
          variant="light"
          rightSection={<X size="0.8rem" />}
          onClick={() => editor.setFilters({ crop: null })}
        >
          Cropped
        </Button>
      )}
      {isLimited(filters) && (
        <Tooltip label="All heights, no crop, all classes, nothing hidden (Shift+A)">
          <Button size="compact-xs" variant="subtle" onClick={() => editor.setFilters(withoutLimits(filters))}>
            Clear limits
          </Button>
        </Tooltip>
      )}
    </div>
  )
}

function Target({ editor }: { editor: LabelEditor }) {
  const entry = useEditor(editor, (e) => e.targetEntry)
  const classId = useSession(editor.session, (open) => open.currentClassId)
  const isSplitting = useEditor(editor, (e) => e.isSplitting)
  const tagClass = editor.classes.get(classId ?? '')
  if (!tagClass) return <span className="segmentation-target">No class</span>
  const name = entry ? editor.nameOf(entry) : tagClass.name
  const isNew = !entry && tagClass.instantiable
  return (
    <span className="segmentation-target" aria-live="polite" data-target={name}>
      <span className="swatch" style={{ background: entry ? editor.colorOf(entry) : tagClass.color }} />
      <span className="clipped">
        {isSplitting ? `Split ${name}` : name}
        {isNew && <span className="panel-faint"> new</span>}
      </span>
    </span>
  )
}

interface ToggleProps {
  label: string
  name: string
  isOn: boolean
  onChange(isOn: boolean): void
  children: ReactNode
}

function Toggle({ label, name, isOn, onChange, children }: ToggleProps) {
  return (
    <Tooltip label={label}>
      <Button
        size="compact-xs"
        variant={isOn ? 'filled' : 'default'}
        aria-pressed={isOn}
        leftSection={children}
        onClick={() => onChange(!isOn)}
      >
        {name}
      </Button>
    </Tooltip>
  )
}

/** Only points of these classes change. */
function ClassFilter({ editor }: { editor: LabelEditor }) {
  const { onlyClasses } = useEditor(editor, (e) => e.filters)
  const all = [
    { classId: NO_CLASS, name: UNLABELLED },
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
          {onlyClasses ? `Changes ${onlyClasses.size} of ${all.length} classes` : 'Changes any class'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Stack gap={4}>
          <Text size="xs" c="dimmed">
            Strokes change points of
          </Text>
          <Button size="compact-xs" variant="default" onClick={() => editor.setFilters({ onlyClasses: null })}>
            All classes
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
                aria-label={`Only ${name}`}
                onClick={() => editor.setFilters({ onlyClasses: new Set([classId]) })}
              >
                only
              </Button>
            </Group>
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Only points between two heights are shown and taken. */
function Heights({ editor }: { editor: LabelEditor }) {
  const { heightsM } = useEditor(editor, (e) => e.filters)
  const range = useEditor(editor, (e) => e.heightRange)
  if (!range) return null
  const [low, high] = range
  const shown = heightsM ?? range
  return (
    <Popover position="top" withinPortal width={300}>
      <Popover.Target>
        <Button size="compact-xs" variant={heightsM ? 'filled' : 'default'} leftSection={<Layers2 size="0.85rem" />}>
          {heightsM ? `${shown[0].toFixed(1)} to ${shown[1].toFixed(1)} m` : 'All heights'}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="xs" c="dimmed" mb={6}>
          Heights over the lowest points, in metres
        </Text>
        <RangeSlider
          min={low}
          max={high}
          step={0.05}
          minRange={0.05}
          value={[shown[0], shown[1]]}
          label={(metres) => (metres - low).toFixed(2)}
          thumbFromLabel="Least height"
          thumbToLabel="Most height"
          onChange={(limits) => editor.setFilters({ heightsM: limits })}
        />
        <Switch
          size="xs"
          mt="sm"
          label="Limit heights"
          checked={heightsM !== null}
          onChange={({ currentTarget }) => editor.setFilters({ heightsM: currentTarget.checked ? [low, high] : null })}
        />
      </Popover.Dropdown>
    </Popover>
  )
}
