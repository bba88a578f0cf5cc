/** A training format, as GET /v1/formats describes it. */
export interface Format {
  format: string
  title: string
  description: string
  /** Types of result documents that it can carry. */
  operations: string[]
  reads: boolean
  writes: boolean
  /** JSON Schema of `options`. */
  options: object
  /** Every kind that losses.json may name. */
  losses: string[]
  files: 'optional' | 'required'
  tree: string[]
  spec_url: string
}

export interface ExportLoss {
  kind: string
  count: number
  example: { job_id?: string; reference_id?: string; track_id?: string; frame_id?: string }
}

export interface ExportShown {
  export_id: string
  format: string
  /** The filter of the request. */
  filter: Record<string, unknown>
  /** Shares by name; null if none were requested. */
  splits: Record<string, number> | null
  files: 'none' | 'include'
  options: Record<string, unknown>
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: { jobs_done: number; jobs_total: number; bytes: number }
  /** `s3://bucket/prefix/`: the archive is written there too, as `export_id` + `.zip`. */
  destination: string | null
  /** Signed, until `expires_at`; null while there is no archive. */
  url: string | null
  size: number | null
  /** The hash of the archive. */
  sha256: string | null
  /** The hash of the content: the same choice with the same results gives the same hash on every machine. */
  content_sha256: string | null
  /** The first 20 kinds. */
  losses: ExportLoss[]
  losses_total: number
  created_at: string
  completed_at: string | null
  expires_at: string | null
  error: { code: string; message: string } | null
}
