import { useState } from 'react'
import type { JobRowAnswer } from '../../../contract/console.ts'

export interface Selection {
  /** Every job that the filter finds, loaded or not. */
  isAll: boolean
  ids: ReadonlySet<string>
  has(jobId: string): boolean
  /** Selects or clears a row; with `isRange` all rows between the last one and this too. */
  toggle(jobId: string, isRange: boolean): void
  toggleRows(): void
  selectAll(): void
  clear(): void
}

const NONE: ReadonlySet<string> = new Set()

/** Which jobs of a list are meant. It ends when the list is another one: `list` names it. */
export function useSelection(list: string, rows: readonly JobRowAnswer[]): Selection {
  const [state, setState] = useState({ list, isAll: false, ids: NONE, last: '' })
  const { isAll, ids, last } = state.list === list ? state : { isAll: false, ids: NONE, last: '' }
  const set = (next: { isAll?: boolean; ids?: ReadonlySet<string>; last?: string }) =>
    setState({ list, isAll: false, ids: NONE, last: '', ...next })
  const rowIds = rows.map(({ jobId }) => jobId)
  return {
    isAll,
    ids,
    has: (jobId) => isAll || ids.has(jobId),
    toggle: (jobId, isRange) => {
      const next = new Set(isAll ? rowIds : ids)
      const isOn = !next.has(jobId)
      const from = isRange ? rowIds.indexOf(last) : -1
      const at = rowIds.indexOf(jobId)
      const meant = from < 0 ? [jobId] : rowIds.slice(Math.min(from, at), Math.max(from, at) + 1)
      for (const id of meant) isOn ? next.add(id) : next.delete(id)
      set({ ids: next, last: jobId })
    },
    toggleRows: () => set({ ids: isAll || rowIds.every((id) => ids.has(id)) ? NONE : new Set(rowIds) }),
    selectAll: () => set({ isAll: true }),
    clear: () => set({}),
  }
}
