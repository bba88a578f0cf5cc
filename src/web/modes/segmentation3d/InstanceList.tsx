import { Select, Text, TextInput } from '@mantine/core'
import { Search } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import type { LegendEntry } from '../../../model/document/document.ts'
import { useObserved } from '../../document/useObserved.ts'
import { useSession } from '../../document/useSession.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { type ClickModifiers, RowList } from '../../panels/RowList.tsx'
import { EyeButton } from './EyeButton.tsx'
import type { LabelEditor } from './labelEditor.ts'
import type { LabelScene } from './labelScene.ts'

/** All instances; only the rows in sight are in the page, however many there are. */
export function InstanceList({ scene }: { scene: LabelScene }) {
  const t = useTranslator()
  const { editor, places, actions } = scene
  const legend = useSession(editor.session, (open) => open.document.legend)
  const [search, setSearch] = useState('')
  const [classId, setClassId] = useState<string | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the editor's legend is what changes.
  const rows = useMemo(() => instanceRows(editor, search, classId), [editor, legend, search, classId])
  const total = legend.filter(({ instance }) => instance !== null).length
  const classes = [...editor.classes.values()].filter(({ instantiable }) => instantiable)
  const anchor = useRef<string | null>(null)
  const choose = (id: string, event: ClickModifiers) => {
    const { selected } = editor
    if (event.shiftKey && anchor.current !== null) actions.choose(entriesBetween(rows, anchor.current, id))
    else if (event.ctrlKey || event.metaKey) {
      actions.choose(selected.has(id) ? [...selected].filter((other) => other !== id) : [...selected, id])
    } else actions.choose([id])
    if (!event.shiftKey) anchor.current = id
    const entry = editor.legend.find((one) => one.id === id)
    if (entry && editor.selected.has(id)) places.show(entry)
  }
  if (classes.length === 0) return <div style={{ flex: 1 }} />
  return (
    <>
      <div style={{ display: 'flex', gap: 6, padding: '6px 0.625rem' }}>
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label={t('seg.searchInstances')}
          placeholder={t('seg.instanceCount', { count: total })}
          leftSection={<Search size="0.75rem" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <Select
          size="xs"
          w="9rem"
          aria-label={t('seg.instancesOf')}
          placeholder={t('seg.allClasses')}
          clearable
          value={classId}
          onChange={setClassId}
          data={classes.map((one) => ({ value: one.classId, label: one.name }))}
        />
      </div>
      {rows.length === 0 && (
        <Text size="sm" c="dimmed" px="0.625rem" py="xs">
          {total === 0 ? t('seg.noInstances') : t('seg.noInstanceMatch')}
        </Text>
      )}
      <Rows scene={scene} rows={rows} onChoose={choose} />
    </>
  )
}

interface RowsProps {
  scene: LabelScene
  rows: readonly LegendRow[]
  onChoose(id: string, held: ClickModifiers): void
}

function Rows({ scene, rows, onChoose }: RowsProps) {
  const t = useTranslator()
  const { editor, places } = scene
  const selected = useObserved(editor, (e) => e.selected)
  const hidden = useObserved(editor, (e) => e.filters.hiddenEntries)
  return (
    <RowList
      label={t('seg.instances')}
      rows={rows}
      keyOf={({ entry }) => entry.id}
      selection={selected}
      isFaint={({ entry }) => hidden.has(entry.id)}
      onSelect={onChoose}
      onOpen={({ entry }) => places.show(entry, true)}
    >
      {(row) => <Row scene={scene} row={row} isHidden={hidden.has(row.entry.id)} />}
    </RowList>
  )
}

function Row({ scene: { editor, store }, row, isHidden }: { scene: LabelScene; row: LegendRow; isHidden: boolean }) {
  const t = useTranslator()
  const { entry, name, color } = row
  const points = useObserved(store, () => store.countOf(entry.labelKey))
  return (
    <>
      <span className="swatch" style={{ background: color }} />
      <span className="clipped" style={{ flex: 1 }}>
        {name}
      </span>{' '}
      <span className="numbers panel-faint">{points === 0 ? t('seg.noPoints') : t.number(points)}</span>
      <EyeButton name={name} isHidden={isHidden} isOption onToggle={() => editor.toggleEntry(entry.id)} />
    </>
  )
}

/** One entry as the list shows it. */
interface LegendRow {
  entry: LegendEntry
  name: string
  color: string
}

/** Instances in the order of their classes and numbers, those with the words in their name. */
function instanceRows(editor: LabelEditor, search: string, classId: string | null): LegendRow[] {
  const wanted = search.trim().toLowerCase()
  const places = new Map([...editor.classes.keys()].map((id, place) => [id, place]))
  const placeOf = (entry: LegendEntry) => places.get(entry.classId ?? '') ?? places.size
  return editor.legend
    .filter((entry) => entry.instance !== null && (classId === null || entry.classId === classId))
    .toSorted((a, b) => placeOf(a) - placeOf(b) || (a.instance ?? 0) - (b.instance ?? 0))
    .map((entry) => ({ entry, name: editor.nameOf(entry), color: editor.colorOf(entry) }))
    .filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** Ids of the rows from one to the other, both included, in either direction. */
function entriesBetween(rows: readonly LegendRow[], a: string, b: string): string[] {
  const from = rows.findIndex(({ entry }) => entry.id === a)
  const to = rows.findIndex(({ entry }) => entry.id === b)
  if (from < 0 || to < 0) return [b]
  return rows.slice(Math.min(from, to), Math.max(from, to) + 1).map(({ entry }) => entry.id)
}
