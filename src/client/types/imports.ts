/** A class of the data set, and what it became. */
export interface ImportedClass {
  name: string
  /** Images, sequences or clouds that name it. */
  parts: number
  /** The class of the tag; null: the tag has no such class. */
  class: string | null
  /** Records that were left out for it. */
  dropped: number
}

export interface ImportUnmatched {
  file: string
  reason: 'NOT_FOUND' | 'AMBIGUOUS' | 'HAS_PREDICTION' | 'IN_WORK'
}

export interface ImportShown {
  import_id: string
  format: string
  tag: string
  into: 'predictions' | 'jobs'
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: { parts_done: number; parts_total: number; bytes: number }
  /** Jobs that have their labels now. */
  matched: number
  /** Jobs that were made. */
  created: number
  classes: ImportedClass[]
  /** The first 1,000. */
  unmatched: ImportUnmatched[]
  unmatched_total: number
  /** The first 1,000 failures: unused entries before those imported with a loss, which `lost` names. */
  failures: { file: string; line?: number; field?: string; type: string; lost?: string }[]
  failures_total: number
  /** All failures by kind; `lost` null: the entries or records were not used. */
  failure_kinds: { type: string; lost: string | null; count: number }[]
  created_at: string
  completed_at: string | null
  error: { code: string; message: string } | null
}
