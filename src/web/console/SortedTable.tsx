import { Table, UnstyledButton } from '@mantine/core'
import type { ReactNode } from 'react'
import { useSearchParams } from 'wouter'
import { withParameter } from './jobs/narrowing.ts'
import { SortMark } from './SortMark.tsx'

export interface SortedColumn<Row> {
  name: string
  title: string
  isNumber?: boolean
  width?: string
  /** What the column is sorted by, without it the column does not sort; rows without a value come last. */
  by?(row: Row): string | number | null
  show(row: Row): ReactNode
}

interface Props<Row> {
  columns: readonly SortedColumn<Row>[]
  rows: readonly Row[]
  keyOf(row: Row): string
  /** Name of a column, `-` before it: the largest first. The address has another one. */
  initial?: string
  minWidth?: number
  /** The address parameter of its order; each table on a page has another. */
  parameter?: string
  label?: string
}

/** Rows that are all here, sorted by the column that is chosen; the address holds which. */
export function SortedTable<Row>({
  columns,
  rows,
  keyOf,
  initial = '',
  minWidth = 600,
  parameter = 'sort',
  label,
}: Props<Row>) {
  const [search, setSearch] = useSearchParams()
  const sort = search.get(parameter) ?? initial
  const [name, isDescending] = sort.startsWith('-') ? [sort.slice(1), true] : [sort, false]
  const by = columns.find((column) => column.name === name)?.by
  const sorted = by ? rows.toSorted((a, b) => inOrder(by(a), by(b), isDescending)) : rows
  const choose = (next: string) =>
    setSearch(withParameter(parameter, next === initial ? null : next), { replace: true })
  return (
    <Table.ScrollContainer minWidth={minWidth}>
      <Table verticalSpacing="xs" highlightOnHover aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <SortHead
                key={column.name}
                column={column}
                direction={column.name !== name ? null : isDescending ? 'descending' : 'ascending'}
                onSort={choose}
              />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {sorted.map((row) => (
            <Table.Tr key={keyOf(row)}>
              {columns.map(({ name: column, isNumber, width, show }) => (
                <Table.Td
                  key={column}
                  w={width}
                  ta={isNumber ? 'right' : undefined}
                  className={isNumber ? 'numbers' : undefined}
                >
                  {show(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

interface HeadProps<Row> {
  column: SortedColumn<Row>
  direction: 'ascending' | 'descending' | null
  onSort(sort: string): void
}

/** Numbers are sorted with the largest first when they are pressed first, texts from A. */
function SortHead<Row>({ column: { name, title, isNumber, by }, direction, onSort }: HeadProps<Row>) {
  const align = isNumber ? 'right' : undefined
  if (!by) return title === '' ? <Table.Td /> : <Table.Th ta={align}>{title}</Table.Th>
  const isNextDescending = direction === null ? isNumber : direction === 'ascending'
  return (
    <Table.Th ta={align} aria-sort={direction ?? 'none'}>
      <UnstyledButton fz="inherit" fw="inherit" onClick={() => onSort(isNextDescending ? `-${name}` : name)}>
        {title}
        <SortMark direction={direction} />
      </UnstyledButton>
    </Table.Th>
  )
}

type Sorted = string | number | null

function inOrder(a: Sorted, b: Sorted, isDescending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null)
  const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b))
  return isDescending ? -order : order
}
