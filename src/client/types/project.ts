// Made of src/contract by `npm run clients`: do not edit.

export interface BatchSummary {
  id: string
  name: string
  description: string
  is_default: boolean
  total_jobs: number
  completed_jobs: number
  total_frames: number
  completed_frames: number
  annotations: number
  failed_jobs: number
  cancelled_jobs: number
  /** ISO 8601 with a numeric offset. */
  created_at: string
  status: 'Complete' | 'In Progress' | 'Empty'
  state?: 'open' | 'paused' | 'closed'
}

export interface ProjectDetails {
  name: string
  base: 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
  batches: BatchSummary[]
}

export interface ProjectStats {
  name: string
  base: 'IMAGE' | 'VIDEO' | 'SENSOR_FUSION' | 'POINT_CLOUD_SEGMENTATION'
  total_batches: number
  completed_batches: number
  total_jobs: number
  completed_jobs: number
  total_frames: number
  completed_frames: number
  annotations: number
}

export interface FeedEvent {
  cursor: string
  body: Record<string, unknown>
}

export interface UsageRow {
  job_id: string
  reference_id: string
  tag: string
  frames: number
  annotations: number
  /** ISO 8601 with a numeric offset. */
  completed_at: string
}

export interface ProjectProgress {
  buckets: {
    from: string
    stages: Record<string, { entered: number; left: number; frames: number; objects: number; active_seconds: number }>
    rework: number
    callbacks: {
      delivered: number
      failed: number
      given_up: number
      delay_seconds: number | null
      delay_p50_seconds: number | null
      delay_p95_seconds: number | null
    }
  }[]
  oldest: Record<string, { job_id: string; age_seconds: number }>
  estimate: { at: string; low: string; high: string | null } | null
}
