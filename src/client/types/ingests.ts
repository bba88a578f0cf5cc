// Made of src/contract by `npm run clients`: do not edit.

export interface IngestOptions {
  /** Default: video 1,000, sensors 200. */
  frames_per_job?: number
  overlap_frames?: number
  /** Takes every n-th frame. */
  every?: number
  max_rate_hz?: number
  /** Frames a second that are taken of a video. */
  fps?: number
  lidar?: string
  cameras?: string[]
  ego_frame?: string
  world_frame?: string
  max_offset_ms?: number
  topics?: string[]
  reference_prefix?: string
  /** The file_id of a calibration.json, or its content. */
  calibration?: string | Record<string, unknown>
  /** Clouds of a folder are frames of one job. */
  sequence?: boolean
  /** Labels of the data set become starting points. */
  annotations?: boolean
}

/** Exactly one of files, url and urls. */
export interface IngestSource {
  files?: string[]
  /** An archive or file at https, or a folder s3://bucket/prefix/ of an access rule. */
  url?: string
  urls?: string[]
}

export interface NewIngest {
  source: IngestSource
  tag: string
  /** Auto, or the name of a layout. */
  layout?: string
  batch_id?: string
  /** Found, or made with the first job. */
  batch_name?: string
  priority_weight?: number
  /** As of a job; each job gets it. */
  metadata?: Record<string, unknown>
  options?: IngestOptions
  /** Stops at planned, to be started. */
  dry_run?: boolean
}

export interface IngestCreated {
  ingest_id: string
  status: 'queued' | 'scanning' | 'planned' | 'creating' | 'completed' | 'failed' | 'cancelled'
}

export interface IngestFailure {
  file: string
  field?: string
  type: string
  expected?: string
  found?: string
}

export interface IngestPlan {
  jobs: number
  frames: number
  files: number
  /** Of the files whose size is known. */
  bytes: number
  sensors: {
    sensor_id: string
    modality: 'lidar' | 'camera'
    frames: number
    source: string
    max_offset_ms: number | null
  }[]
  rate_hz: number | null
  with_poses: boolean
  /** The first 1,000. */
  skipped: { file: string; reason: string }[]
  skipped_total: number
  /** The first 20 jobs. */
  sample: { reference_id: string; frames: number; files: number }[]
  warnings: { code: string; message: string; source?: string }[]
}

export interface IngestSourceShown {
  files?: string[]
  /** Without its query. */
  url?: string
  /** How many. */
  urls?: number
}

export interface IngestShown {
  ingest_id: string
  tag: string
  source: IngestSourceShown
  options: Record<string, unknown>
  batch_id: string | null
  rerun_of: string | null
  status: 'queued' | 'scanning' | 'planned' | 'creating' | 'completed' | 'failed' | 'cancelled'
  /** As it was found, or asked for. */
  layout: string | null
  /** Why it is that layout, as a sentence. */
  why: string | null
  plan: IngestPlan | null
  /** Jobs that were made. */
  created: number
  /** Jobs that were there with the same content. */
  duplicates: number
  progress: { files_done: number; files_total: number; bytes_done: number; bytes_total: number }
  /** The first 1,000. */
  failures: IngestFailure[]
  failures_total: number
  error: { code: string; message: string } | null
  /** ISO 8601 with a numeric offset. */
  created_at: string
  /** ISO 8601 with a numeric offset. */
  completed_at: string | null
}
