// Made of src/contract by `npm run clients`: do not edit.

export interface JobActionBody {
  action: 'cancel' | 'retry' | 'reopen' | 'priority' | 'assign' | 'unassign' | 'resend' | 'export' | 'assist'
  /** Priority: a weight from 1 to 10. assign: {user_id or group, share?, deadline?}. export: {format, splits?, files?, options?}. assist: {assistant, verb?: predict or review}, of queued jobs. reopen: {reason}, or none. Others: none. */
  value?: unknown
  /** As in the list of jobs, metadata.KEY too. {}: every job. */
  filter?: {
    reference_id?: string
    status?: 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'
    stage?:
      | 'created'
      | 'validating'
      | 'queued'
      | 'in_progress'
      | 'in_review'
      | 'assembling'
      | 'completed'
      | 'failed'
      | 'cancelled'
    tag?: string
    batch_id?: string
    ingest_id?: string
    q?: string
    priority_weight?: number
    assignee?: string
    person?: string
    has_findings?: boolean
    created_from?: string
    created_to?: string
  }
  job_ids?: string[]
  /** True: only tells what would be done and refused. */
  dry_run?: boolean
}

export interface ShownJobAction {
  action_id: string
  action: 'cancel' | 'retry' | 'reopen' | 'priority' | 'assign' | 'unassign' | 'resend' | 'export' | 'assist'
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  dry_run: boolean
  progress: { total: number; done: number; refused: number }
  /** The first 1,000. */
  refusals: { job_id: string; code: string }[]
  export_id: string | null
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
}
