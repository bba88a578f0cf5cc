// Made of src/contract by `npm run clients`: do not edit.

export interface NewImport {
  /** A name of GET /v1/formats that is read. */
  format: string
  tag: string
  /** Address of the archive: http or https, or s3 where an access rule of the project fits. */
  url: string
  into?: 'predictions' | 'jobs'
  /** Into jobs: the address that names of files are put behind. */
  data_base?: string
  options?: { map?: Record<string, string>; drop_unknown?: boolean; replace?: boolean }
}

export interface ImportFailure {
  file: string
  line?: number
  field?: string
  type: string
  /** What the record was taken without. */
  lost?: string
}

export interface ImportUnmatched {
  file: string
  reason: 'NOT_FOUND' | 'AMBIGUOUS' | 'HAS_PREDICTION' | 'IN_WORK'
}

export interface ImportedClass {
  /** As the data set has it. */
  name: string
  /** Images, sequences or clouds that name it. */
  parts: number
  /** The class of the tag that it became. */
  class: string | null
  /** Records that were left out for it. */
  dropped: number
}

export interface ImportShown {
  import_id: string
  format: string
  tag: string
  into: 'predictions' | 'jobs'
  options: Record<string, unknown>
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
  /** The first 1,000: entries and records that were not used before those taken without something. */
  failures: ImportFailure[]
  failures_total: number
  /** All failures by kind, the first 200 kinds. */
  failure_kinds: { type: string; lost: string | null; count: number }[]
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
  error: { code: string; message: string } | null
}
