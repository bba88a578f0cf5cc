// Made of src/contract by `npm run clients`: do not edit.

export interface Format {
  format: string
  title: string
  description: string
  operations: string[]
  reads: boolean
  writes: boolean
  /** JSON Schema of `options`. */
  options: Record<string, unknown>
  /** Every kind that losses.json may name. */
  losses: string[]
  files: 'optional' | 'required'
  tree: string[]
  spec_url: string
}

export interface NewExport {
  /** A name of GET /v1/formats. */
  format: string
  filter?: {
    batch_id?: string
    tag?: string | string[]
    status?: 'completed'
    reference_ids?: string[]
    completed_from?: string
    completed_to?: string
    metadata?: Record<string, string | number | boolean>
  }
  /** Shares by name, such as {"train": 0.8, "val": 0.2}; what they leave of 1 is left out. Names match ^[a-z0-9][a-z0-9_-]{0,31}$, shares are numbers above 0 that sum to 1 at most. */
  splits?: Record<string, unknown>
  files?: 'none' | 'include'
  /** S3://bucket/prefix/ of an access rule with `write: true`; the archive is written there too. */
  destination?: string
  /** As the format has them. */
  options?: Record<string, unknown>
}

export interface ExportLoss {
  kind: string
  count: number
  example: Record<string, unknown>
}

export interface ExportShown {
  export_id: string
  format: string
  filter: Record<string, unknown>
  splits: Record<string, number> | null
  files: 'none' | 'include'
  /** S3://bucket/prefix/ as asked for. */
  destination: string | null
  options: Record<string, unknown>
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: { jobs_done: number; jobs_total: number; bytes: number }
  url: string | null
  size: number | null
  sha256: string | null
  content_sha256: string | null
  losses: ExportLoss[]
  losses_total: number
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
  /** ISO 8601 with a numeric offset. */
  expires_at: string | null
  error: { code: string; message: string } | null
}
