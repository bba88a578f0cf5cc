import { Checkbox, Table, UnstyledButton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import type { JobRowAnswer } from '../../../contract/console.ts'
import { useTranslator } from '../../messages/useTranslator.tsx'
import { SortMark } from '../SortMark.tsx'
import { JobLink, type NamedColumn } from './columns.tsx'
import type { Order } from './jobFilters.ts'
import type { Selection } from './useSelection.ts'

interface Props {
  projectId: string
  rows: readonly JobRowAnswer[]
  columns: readonly NamedColumn[]
  order: Order
  onOrder(order: Order): void
  /** null: the person may not change jobs. */
  selection: Selection | null
}

/** Rows of jobs. Arrows move between the boxes, Shift takes all rows between two. */
export function JobTable({ projectId, rows, columns, order, onOrder, selection }: Props) {
  const t = useTranslator()
  return (
    <Table.ScrollContainer minWidth={600}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            {selection && (
              <Table.Th w={40}>
                <Checkbox
                  size="xs"
                  aria-label={t('jobs.selectRows')}
                  checked={rows.every(({ jobId }) => selection.has(jobId))}
                  indeterminate={!selection.isAll && selection.ids.size > 0 && selection.ids.size < rows.length}
                  onChange={selection.toggleRows}
                />
              </Table.Th>
            )}
            <Table.Th>{t('jobs.column.job')}</Table.Th>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} order={order} onOrder={onOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody onKeyDown={moveBetweenRows}>
          {rows.map((row) => (
            <Table.Tr key={row.jobId} bg={selection?.has(row.jobId) ? 'var(--mantine-primary-color-light)' : undefined}>
              {selection && (
                <Table.Td>
                  <Checkbox
                    size="xs"
                    aria-label={t('jobs.select', { name: row.referenceId })}
                    checked={selection.has(row.jobId)}
                    onClick={(event) => selection.toggle(row.jobId, event.shiftKey)}
                    readOnly
                  />
                </Table.Td>
              )}
              <Table.Td maw="18rem" className="clipped">
                <JobLink projectId={projectId} row={row} />
              </Table.Td>
              {columns.map(({ name, isNumber, text, show }) => (
                <Table.Td key={name} ta={isNumber ? 'right' : undefined} className={isNumber ? 'numbers' : undefined}>
                  {show ? show(t, row) : shownText(text(t, row), t.number)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const shownText = (value: string | number | null, number: (value: number) => string): string =>
  typeof value === 'number' ? number(value) : (value ?? '–')

interface HeadCellProps extends Pick<Props, 'order' | 'onOrder'> {
  column: NamedColumn
}

function HeadCell({ column: { title, orders = [], isNumber }, order, onOrder }: HeadCellProps) {
  const at = orders.indexOf(order)
  if (orders.length === 0) return <Table.Th ta={isNumber ? 'right' : undefined}>{title}</Table.Th>
  const isDescending = order === '-created' || order === 'priority' || order === 'uncertainty'
  const direction = at < 0 ? null : isDescending ? 'descending' : 'ascending'
  return (
    <Table.Th ta={isNumber ? 'right' : undefined} aria-sort={direction ?? 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onOrder(orders[(at + 1) % orders.length])}>
        {title}
        <SortMark direction={direction} />
      </UnstyledButton>
    </Table.Th>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

function moveBetweenRows(event: KeyboardEvent<HTMLElement>): void {
  const step = STEPS[event.key]
  if (step === undefined || !(event.target instanceof HTMLInputElement)) return
  const boxes = [...event.currentTarget.querySelectorAll('input')]
  const next = boxes[boxes.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
