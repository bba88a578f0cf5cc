import type { TaskKind } from '../../taskKinds.ts'

/** Work that a worker has claimed: a row of `tasks` under a lease. */
export interface Task {
  id: number
  projectId: string
  kind: TaskKind
  /** What it is about: a job, an export. */
  subjectId: string
  /** As it was stored: `readTaskPayload` reads it. */
  payload: unknown
  /** 1–10, 10 goes first. */
  priority: number
  /** Proves who holds it; new with each claim. */
  leaseToken: string
  /** The number of failed and deferred tries; crashes and returns do not count. */
  attempts: number
  /** The number of expired leases. */
  deaths: number
  /** It crashed its own process too often: fail its subject, with a reason, and settle it. */
  poisoned: boolean
  dueAt: Date
  createdAt: Date
}

/** Identifies a task and proves that it is still held. */
export type HeldTask = Pick<Task, 'id' | 'leaseToken'>

/** After this many crashes alone it is poisoned. */
export const DEATHS_ALONE_BEFORE_POISONED = 3

export interface TaskRow {
  id: number
  project_id: string
  kind: TaskKind
  subject_id: string
  payload: unknown
  priority: number
  lease_token: string
  attempts: number
  deaths: number
  alone_deaths: number
  due_at: Date
  created_at: Date
}

export function taskFromRow(row: TaskRow): Task {
  return {
    id: row.id,
    projectId: row.project_id,
    kind: row.kind,
    subjectId: row.subject_id,
    payload: row.payload,
    priority: row.priority,
    leaseToken: row.lease_token,
    attempts: row.attempts,
    deaths: row.deaths,
    poisoned: row.alone_deaths >= DEATHS_ALONE_BEFORE_POISONED,
    dueAt: row.due_at,
    createdAt: row.created_at,
  }
}
