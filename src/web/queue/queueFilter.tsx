import { createContext, type ReactNode, useContext, useState } from 'react'
import type { NextJob } from '../../formats/workbench/queue.ts'
import type { WorkKind } from '../../model/stage.ts'

/** Which jobs of the queue a person wants to see, and to be given. */
export interface QueueFilter {
  kind: WorkKind | null
  projectId: string | null
  tag: string | null
}

const EVERYTHING: QueueFilter = { kind: null, projectId: null, tag: null }

type Held = [QueueFilter, (filter: QueueFilter) => void]

const QueueFilterContext = createContext<Held>([EVERYTHING, () => {}])

/** Outlives the page of the queue: jobs that follow a submission are of the same kind. */
export function QueueFilterProvider({ children }: { children: ReactNode }) {
  return <QueueFilterContext.Provider value={useState(EVERYTHING)}>{children}</QueueFilterContext.Provider>
}

export const useQueueFilter = (): Held => useContext(QueueFilterContext)

/** What the service is asked for. */
export const wantedBy = ({ kind, projectId, tag }: QueueFilter): NextJob => ({
  ...(kind ? { kind } : {}),
  ...(projectId ? { projectId } : {}),
  ...(tag ? { tag } : {}),
})
