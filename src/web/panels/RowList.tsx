import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useEffect, useId, useMemo, useRef } from 'react'
import { remPx } from '../kit/remPx.ts'

const ROW_REM = 1.75

/** The modifier keys of a click. */
export interface ClickModifiers {
  shiftKey: boolean
  ctrlKey: boolean
  metaKey: boolean
}

interface Props<Row> {
  label: string
  rows: readonly Row[]
  keyOf(row: Row): string
  selection: ReadonlySet<string>
  isFaint(row: Row): boolean
  onSelect(id: string, held: ClickModifiers): void
  onOpen(row: Row): void
  /** The content of a row. */
  children(row: Row): ReactNode
}

/** A list to choose from by click and arrow keys; only the rows in sight are in the page, however many there are. */
export function RowList<Row>({ label, rows, keyOf, selection, isFaint, onSelect, onOpen, children }: Props<Row>) {
  const listId = useId()
  const scroll = useRef<HTMLDivElement>(null)
  const rowPx = ROW_REM * remPx()
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowPx,
    overscan: 6,
  })
  const [selected = null] = selection.size === 1 ? selection : []
  // biome-ignore lint/correctness/useExhaustiveDependencies: how a row names itself never changes
  const selectedIndex = useMemo(() => rows.findIndex((row) => keyOf(row) === selected), [rows, selected])
  useEffect(() => {
    if (selectedIndex >= 0) virtualizer.scrollToIndex(selectedIndex, { align: 'auto' })
  }, [selectedIndex, virtualizer])

  const idOf = (index: number) => `${listId}-row-${index}`
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const next = rows[selectedIndex + by]
    if (by === 0 || !next) return
    event.preventDefault()
    onSelect(keyOf(next), { shiftKey: false, ctrlKey: false, metaKey: false })
  }
  return (
    <div
      ref={scroll}
      role="listbox"
      aria-label={label}
      aria-multiselectable
      aria-activedescendant={selectedIndex >= 0 ? idOf(selectedIndex) : undefined}
      tabIndex={0}
      className="panel-list"
      onKeyDown={step}
    >
      <div role="presentation" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          const id = keyOf(row)
          return (
            // The list itself takes the keys; rows are its options.
            // biome-ignore lint/a11y/useFocusableInteractive: see above
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={id}
              role="option"
              id={idOf(index)}
              aria-selected={selection.has(id)}
              aria-posinset={index + 1}
              aria-setsize={rows.length}
              className="panel-row"
              data-object={id}
              style={{ position: 'absolute', top: start, height: `${ROW_REM}rem`, opacity: isFaint(row) ? 0.7 : 1 }}
              onClick={(event: MouseEvent) => onSelect(id, event)}
              onDoubleClick={() => onOpen(row)}
            >
              {children(row)}
            </div>
          )
        })}
      </div>
    </div>
  )
}
