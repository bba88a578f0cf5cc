import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

/** Beside the head of a column that sorts: how it does now; null: it would when pressed. */
export function SortMark({ direction }: { direction: 'ascending' | 'descending' | null }) {
  if (direction === null) return <ChevronsUpDown size="0.8rem" opacity={0.5} />
  return direction === 'descending' ? <ArrowDown size="0.8rem" /> : <ArrowUp size="0.8rem" />
}
