import { Button, Menu, Progress, Text, Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { openClasses } from '../../../model/tag.ts'
import { useSession } from '../../document/useSession.ts'
import type { ModeProps } from '../../workbench/mode.ts'
import { useEditor } from '../sensors/useEditor.ts'
import { ClassRows } from './ClassRows.tsx'
import { InstanceList } from './InstanceList.tsx'
import type { LabelScene } from './labelScene.ts'
import { labelScenes } from './openScenes.ts'
import { useCounts } from './useCounts.ts'

/** Classes, instances and what is left, in the place of the list of objects. */
export function LegendPanel({ session }: ModeProps) {
  const scene = useSyncExternalStore(labelScenes.subscribe, () => labelScenes.of(session))
  if (!scene) return null
  return (
    <>
      <Left scene={scene} />
      <ClassRows scene={scene} />
      <InstanceList scene={scene} />
      <Actions scene={scene} />
    </>
  )
}

/** What has no label yet. */
function Left({ scene }: { scene: LabelScene }) {
  const { editor, store, suggestions } = scene
  const canEdit = useEditor(editor, (e) => e.canEdit)
  useCounts(scene)
  const currentClassId = useSession(editor.session, (open) => open.currentClassId)
  const finite = useEditor(editor, (e) => e.cloud?.chunk.finiteCount ?? e.session.job.pointCount ?? 0)
  const left = store.unlabelledCount
  const done = finite === 0 ? 100 : (100 * (finite - left)) / finite
  const current = editor.classes.get(currentClassId ?? '')
  // Its tooltip would take the Escape that is meant for the offer.
  const isOffered = useEditor(editor, () => suggestions.current !== null)
  return (
    <section className="segmentation-progress" aria-label="Unlabelled points">
      <div style={{ display: 'flex', alignItems: 'center', gap: 6 }}>
        <Text size="sm" className="numbers" style={{ flex: 1 }} role="status">
          {left === 0 ? 'Every point is labelled' : `${left.toLocaleString('en')} unlabelled (${percent(100 - done)})`}
        </Text>
        <Tooltip label="Show the next unlabelled points (U)" disabled={isOffered}>
          <Button size="compact-xs" variant="default" disabled={left === 0} onClick={() => suggestions.offerLeft()}>
            Next
          </Button>
        </Tooltip>
        {canEdit && current && (
          <Tooltip
            label={`Everything that is shown and has no label becomes ${current.name} (Shift+U)`}
            disabled={isOffered}
          >
            <Button
              size="compact-xs"
              variant="default"
              disabled={left === 0}
              onClick={() => suggestions.fillUnlabelled(current.classId)}
            >
              Fill
            </Button>
          </Tooltip>
        )}
      </div>
      <Progress size="sm" mt={6} value={done} aria-label="Labelled" />
    </section>
  )
}

/** Never 0 % while something is left. */
function percent(share: number): string {
  if (share > 0 && share < 0.05) return '<0.1 %'
  return `${share.toFixed(share < 10 ? 1 : 0)} %`
}

/** What a press of the button takes away. */
function deletes({ editor, actions: { chosen }, store }: LabelScene): string {
  const points = chosen.reduce((sum, { labelKey }) => sum + store.countOf(labelKey), 0)
  const what = chosen.length === 1 ? `All of ${editor.nameOf(chosen[0])}` : `All ${chosen.length}`
  return `${what}: ${points.toLocaleString('en')} points lose their label`
}

/** What can be done with what is chosen. */
function Actions({ scene }: { scene: LabelScene }) {
  const { editor, actions, suggestions } = scene
  const selected = useEditor(editor, (e) => e.selected)
  const isSplitting = useEditor(editor, (e) => e.isSplitting)
  const isOffered = useEditor(editor, () => suggestions.current !== null)
  const canEdit = useEditor(editor, (e) => e.canEdit)
  const isSolo = useEditor(editor, (e) => e.filters.soloEntries !== null)
  useSession(editor.session, (open) => open.document)
  const { chosen } = actions
  const isSplittable = chosen.length === 1 && chosen[0].instance !== null
  const solo = (
    <Tooltip label="Show it alone, or all again (Q)">
      <Button
        size="compact-xs"
        variant={isSolo ? 'filled' : 'default'}
        disabled={!isSolo && selected.size === 0}
        aria-pressed={isSolo}
        onClick={() => actions.toggleSolo()}
      >
        Alone
      </Button>
    </Tooltip>
  )
  if (!canEdit) {
    return (
      <section className="segmentation-actions" aria-label="What is chosen">
        {solo}
      </section>
    )
  }
  return (
    <section className="segmentation-actions" aria-label="What is chosen">
      <Tooltip label="The next stroke begins a new instance (N)">
        <Button size="compact-xs" variant="default" onClick={() => actions.newInstance()}>
          New
        </Button>
      </Tooltip>
      <Tooltip label="The next stroke cuts its points off (Shift+N)">
        <Button
          size="compact-xs"
          variant={isSplitting ? 'filled' : 'default'}
          disabled={!isSplittable}
          onClick={() => actions.toggleSplit()}
        >
          Split
        </Button>
      </Tooltip>
      <Tooltip label="They become one, that with most points gives its name (J)">
        <Button size="compact-xs" variant="default" disabled={selected.size < 2} onClick={() => actions.join()}>
          Join
        </Button>
      </Tooltip>
      <Menu position="top-start" withinPortal>
        <Menu.Target>
          <Button size="compact-xs" variant="default" disabled={chosen.length === 0}>
            Class…
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
          {openClasses(editor.session.job.tag).map(({ classId, name, color }) => (
            <Menu.Item
              key={classId}
              leftSection={<span className="swatch" style={{ background: color }} />}
              onClick={() => actions.reclass(classId)}
            >
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Tooltip label={deletes(scene)}>
        <Button
          size="compact-xs"
          variant="default"
          color="red"
          disabled={chosen.length === 0}
          onClick={() => actions.remove()}
        >
          Delete
        </Button>
      </Tooltip>
      {solo}
      <Tooltip label="Points that lie together, one after another, to accept or to skip (K)" disabled={isOffered}>
        <Button size="compact-xs" variant="default" onClick={() => suggestions.offerClusters()}>
          Suggest
        </Button>
      </Tooltip>
    </section>
  )
}
