import { ActionIcon, Checkbox, Group, Text, TextInput, Tooltip } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Eye, EyeOff, Search } from 'lucide-react'
import { type KeyboardEvent, type MouseEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useSession } from '../document/useSession.ts'
import { useShell } from '../shell/shellContext.ts'
import { filteredRows, idsBetween, type ObjectRow, objectRows } from './objectRows.ts'

const ROW_REM = 1.75

/** All objects; only the rows in sight are in the page, however many there are. */
export function ObjectList() {
  const { session } = useShell()
  const document = useDeferredValue(useSession(session, (open) => open.document))
  const frame = useSession(session, (open) => open.frame)
  const selection = useSession(session, (open) => open.selection)
  const concealed = useSession(session, (open) => open.concealed)
  const [search, setSearch] = useState('')
  const [onlyHere, setOnlyHere] = useState(false)
  const { tag } = session.job
  const all = useMemo(() => objectRows(document, tag), [document, tag])
  const rows = useMemo(() => filteredRows(all, search, onlyHere ? frame : null), [all, search, onlyHere, frame])
  const anchor = useRef<string | null>(null)

  const select = (id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    if (event.shiftKey && anchor.current !== null) session.select(idsBetween(rows, anchor.current, id))
    else if (event.ctrlKey || event.metaKey) {
      session.select(selection.has(id) ? [...selection].filter((other) => other !== id) : [...selection, id])
    } else session.select([id])
    if (!event.shiftKey) anchor.current = id
  }
  const open = (row: ObjectRow) => {
    if (row.span && (frame < row.span.first || frame > row.span.last)) session.setFrame(row.span.first)
    session.select([row.id])
  }
  const conceal = (id: string) => {
    session.setConcealed(concealed.has(id) ? [...concealed].filter((other) => other !== id) : [...concealed, id])
  }
  return (
    <section className="sidebar-panel object-list" aria-label="Objects">
      <Group gap="xs" px="0.625rem" py={6} wrap="nowrap">
        <TextInput
          size="xs"
          style={{ flex: 1 }}
          aria-label="Search objects"
          placeholder={`${all.length} ${all.length === 1 ? 'object' : 'objects'}`}
          leftSection={<Search size="0.75rem" />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        {document.frameCount > 1 && (
          <Checkbox
            size="xs"
            label="This frame"
            checked={onlyHere}
            onChange={(event) => setOnlyHere(event.currentTarget.checked)}
          />
        )}
      </Group>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed" px="0.625rem" py="xs">
          {all.length === 0 ? 'Nothing is annotated yet. Take a tool at the left and draw.' : 'No object fits.'}
        </Text>
      ) : (
        <Rows
          rows={rows}
          selection={selection}
          concealed={concealed}
          onSelect={select}
          onOpen={open}
          onConceal={conceal}
        />
      )}
    </section>
  )
}

interface RowsProps {
  rows: readonly ObjectRow[]
  selection: ReadonlySet<string>
  concealed: ReadonlySet<string>
  onSelect(id: string, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }): void
  onOpen(row: ObjectRow): void
  onConceal(id: string): void
}

function Rows({ rows, selection, concealed, onSelect, onOpen, onConceal }: RowsProps) {
  const scroll = useRef<HTMLDivElement>(null)
  const rowPx = ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const [selected = null] = selection.size === 1 ? selection : []
  const selectedIndex = useMemo(() => rows.findIndex(({ id }) => id === selected), [rows, selected])
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, virtualizer])

  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = rows[selectedIndex + by]
    if (by === 0 || !next) return
    event.preventDefault()
    onSelect(next.id, { shiftKey: false, ctrlKey: false, metaKey: false })
  }
  return (
    <div
      ref={scroll}
      role="listbox"
      aria-label="Objects"
      aria-multiselectable
      aria-activedescendant={selectedIndex >= 0 ? `object-row-${selectedIndex}` : undefined}
      tabIndex={0}
      style={{ flex: 1, minHeight: 0, overflowY: 'auto' }}
      onKeyDown={step}
    >
      <div role="presentation" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return (
            <Row
              key={row.id}
              row={row}
              index={index}
              count={rows.length}
              topPx={start}
              isSelected={selection.has(row.id)}
              isConcealed={concealed.has(row.id)}
              onClick={(event) => onSelect(row.id, event)}
              onDoubleClick={() => onOpen(row)}
              onConceal={() => onConceal(row.id)}
            />
          )
        })}
      </div>
    </div>
  )
}

interface RowProps {
  row: ObjectRow
  index: number
  count: number
  topPx: number
  isSelected: boolean
  isConcealed: boolean
  onClick(event: MouseEvent): void
  onDoubleClick(): void
  onConceal(): void
}

function Row({ row, index, count, topPx, isSelected, isConcealed, onClick, onDoubleClick, onConceal }: RowProps) {
  const { className, color, shortId, span } = row
  return (
    // The list itself takes the keys; rows are its options.
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    <div
      role="option"
      id={`object-row-${index}`}
      aria-selected={isSelected}
      aria-posinset={index + 1}
      aria-setsize={count}
      className="panel-row"
      data-object={row.id}
      style={{ position: 'absolute', top: topPx, height: `${ROW_REM}rem`, opacity: isConcealed ? 0.55 : 1 }}
      onClick={onClick}
      onDoubleClick={onDoubleClick}
    >
      <span className="swatch" style={{ background: color }} />
      <span className="clipped" style={{ flex: 1 }}>
        {className} <span className="numbers panel-faint">{shortId}</span>
      </span>
      {span && (
        <span className="numbers panel-faint">
          {span.first}–{span.last}
        </span>
      )}
      <Tooltip label={isConcealed ? 'Show' : 'Hide from view'}>
        <ActionIcon
          component="span"
          size="sm"
          variant="transparent"
          color="gray"
          aria-hidden
          onClick={(event: MouseEvent) => {
            event.stopPropagation()
            onConceal()
          }}
        >
          {isConcealed ? <EyeOff size="0.875rem" /> : <Eye size="0.875rem" />}
        </ActionIcon>
      </Tooltip>
    </div>
  )
}
