import { createContext, type ReactNode, useContext, useState } from 'react'
import type { WantedJob } from '../../contract/queue.ts'
import type { WorkKind } from '../../model/stage.ts'
import { oneOf } from '../kit/oneOf.ts'

/** Which jobs of the queue a person wants to see, and to be given. */
export interface QueueFilter {
  kind: WorkKind | null
  projectId: string | null
  tag: string | null
}

const KEPT = 'fiducial.queueFilter'
const EVERYTHING: QueueFilter = { kind: null, projectId: null, tag: null }

type Held = [QueueFilter, (filter: QueueFilter) => void]

const QueueFilterContext = createContext<Held>([EVERYTHING, () => {}])

/** Outlives the page of the queue and a reload: the jobs after a submission are of the same kind. */
export function QueueFilterProvider({ children }: { children: ReactNode }) {
  const [filter, setFilter] = useState(readFilter)
  const set = (changed: QueueFilter) => {
    sessionStorage.setItem(KEPT, JSON.stringify(changed))
    setFilter(changed)
  }
  return <QueueFilterContext.Provider value={[filter, set]}>{children}</QueueFilterContext.Provider>
}

function readFilter(): QueueFilter {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null')
    if (typeof kept !== 'object' || kept === null) return EVERYTHING
    const text = (name: string) =>
      Object.entries(kept).find(([key, value]) => key === name && typeof value === 'string')?.[1]
    return {
      kind: oneOf(['annotate', 'review'] as const, text('kind')) ?? null,
      projectId: text('projectId') ?? null,
      tag: text('tag') ?? null,
    }
  } catch {
    return EVERYTHING
  }
}

export const useQueueFilter = (): Held => useContext(QueueFilterContext)

/** Whether the filter lets jobs like this one through. */
export const lets = (filter: QueueFilter, { kind, projectId, tag }: NonNullable<WantedJob['like']>): boolean =>
  [
    [filter.kind, kind],
    [filter.projectId, projectId],
    [filter.tag, tag],
  ].every(([wanted, is]) => wanted === null || wanted === is)

/** The request to the service. */
export const wantedBy = ({ kind, projectId, tag }: QueueFilter): WantedJob => ({
  ...(kind ? { kind } : {}),
  ...(projectId ? { projectId } : {}),
  ...(tag ? { tag } : {}),
})
