import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

/** The mark of a sortable column: its current direction; null: pressing it would sort. */
export function SortMark({ direction }: { direction: 'ascending' | 'descending' | null }) {
  if (direction === null) return <ChevronsUpDown size="0.8rem" opacity={0.5} />
  return direction === 'descending' ? <ArrowDown size="0.8rem" /> : <ArrowUp size="0.8rem" />
}
