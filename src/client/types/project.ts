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

/** What happened besides the outcomes of jobs, where the project subscribes to it. */
export interface ProjectEvent {
  type: 'job.queued' | 'job.in_review' | 'batch.completed' | 'export.completed' | 'import.completed'
  /** ISO 8601 with a numeric offset. */
  timestamp: string
  data: {
    project_id: string
    batch_id?: string
    job_id?: string
    reference_id?: string
    export_id?: string
    import_id?: string
  }
}

export interface PendingAnnotation {
  reference_id: string
  job_id: string
  tag: string
  /** Metadata of the job; absent if it has none. */
  metadata?: Record<string, string | number | boolean>
  status: 'PENDING'
}

export interface FailedAnnotation {
  reference_id: string
  job_id: string
  tag: string
  /** Metadata of the job; absent if it has none. */
  metadata?: Record<string, string | number | boolean>
  status: 'FAILED'
  /** The job_id again. */
  flu_id?: string
  error: { code: string; message: string; meta_data: { failures: { field: string; type: string }[] } }
}

export interface CompletedAnnotation {
  reference_id: string
  job_id: string
  tag: string
  /** Metadata of the job; absent if it has none. */
  metadata?: Record<string, string | number | boolean>
  status: 'COMPLETED'
  result: {
    type: 'image2d' | 'video2d' | 'cuboid3d' | 'cuboid3d_linked2d' | 'segmentation3d'
    url: string
    result_version: number
    data?: unknown
  }
}

/** The outcome of a job, in callbacks and the event feed. */
export type Annotation = CompletedAnnotation | FailedAnnotation | PendingAnnotation

/** The body of a callback about a job. */
export interface CallbackBody {
  annotations: Annotation[]
}

export interface FeedEvent {
  /** Continues after this event. */
  cursor: string
  /** A callback about a job, or another event of the project. */
  body: CallbackBody | ProjectEvent
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
