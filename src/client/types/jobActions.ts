type JobActionName = 'cancel' | 'retry' | 'reopen' | 'priority' | 'assign' | 'unassign' | 'resend' | 'export' | 'assist'

/** Jobs by the query of the list (`{}`: every job) or by their ids. */
export interface JobActionBody {
  action: JobActionName
  /**
   * priority: a weight from 1 to 10. assign: `{user_id or group, share?, deadline?}`. export: `{format, …}`. assist:
   * `{assistant, verb?}`, which asks an assistant about queued jobs again. reopen: `{reason}`, which the people who
   * work on the jobs can read.
   */
  value?: unknown
  filter?: Record<string, string | number | boolean>
  job_ids?: string[]
  dry_run?: boolean
}

export interface ShownJobAction {
  action_id: string
  action: JobActionName
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  dry_run: boolean
  progress: { total: number; done: number; refused: number }
  /** The first 1,000. */
  refusals: { job_id: string; code: string }[]
  export_id: string | null
  created_at: string
  completed_at: string | null
}
