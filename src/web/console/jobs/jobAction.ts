import type { AutoVerb } from '../../../model/assistants/assistant.ts'
import type { JobActionName } from '../../../model/jobAction.ts'

/** Actions of the list; exports have a page that offers more. */
export type BulkAction = Exclude<JobActionName, 'export'>

export const BULK_ACTIONS = ['assign', 'unassign', 'priority', 'assist', 'retry', 'reopen', 'resend', 'cancel'] as const
export type AskedValue =
  | number
  | { user_id?: string; group?: string; share?: number; deadline?: string }
  | { assistant: string; verb: AutoVerb }
  | { reason: string }
  | undefined

/** Which jobs: single ones, or those of a filter. */
export type Chosen = { job_ids: string[] } | { filter: Readonly<Record<string, string | number>> }

/** A call names at most this many jobs; a larger selection is sent as a filter. */
export const MAX_CHOSEN = 10_000

export interface ActionShown {
  action_id: string
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: { total: number; done: number; refused: number }
  refusals: { job_id: string; code: string }[]
}

export const isRunning = ({ status }: Pick<ActionShown, 'status'>): boolean =>
  status === 'queued' || status === 'running'
