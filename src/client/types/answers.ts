import type { FindingCounts } from './checks.ts'

export type JobStatus = 'pending' | 'in_progress' | 'completed' | 'failed' | 'cancelled'

export type JobStage =
  | 'created'
  | 'validating'
  | 'queued'
  | 'in_progress'
  | 'in_review'
  | 'assembling'
  | 'completed'
  | 'failed'
  | 'cancelled'

/** A fault of one value, or a warning; `field` is a JSON path. */
export interface Failure {
  field: string
  type: string
  expected?: string
  /** What came, at most 100 characters. */
  found?: string
}

export interface JobCreated {
  job_id: string
  reference_id: string
  tag: string
  warnings: Failure[]
  /** True if the job already existed with exactly this payload, so none was created. */
  existing: boolean
}

export interface JobRecord {
  project_id: string
  reference_id: string
  job_id: string
  batch_id: string
  status: JobStatus
  stage: JobStage
  tag: string
  priority_weight: number
  /** Address of the result document; null before the first completion. */
  result: string | null
  result_version: number | null
  frames: number
  annotations: number
  created_at: string
  completed_at: string | null
  viewer_url: string
  point_cloud_frame: string | null
  /** Why it was chosen, as a sentence; null without clouds. */
  point_cloud_frame_reason: string | null
  warnings: Failure[]
  error: { code: string; message: string; meta_data: { failures: Failure[] } } | null
  metadata: Readonly<Record<string, string | number | boolean>>
  /** Counts of the findings in the result; null before one is accepted, and empty while it is made. */
  findings: FindingCounts | null
}

/** A row of the list of jobs. */
export type ListedJob = Omit<JobRecord, 'result'> & {
  /** Since when it is in its stage. */
  stage_at: string
  /** Id of a person, or name of a group. */
  assignee: string | null
  deadline: string | null
}

export interface JobSummary {
  id: string
  reference_id: string
  status: JobStatus
  frames: number
  annotations: number
  priority_weight: number
  tag: string
  viewer_url: string
}

export interface BatchPage {
  id: string
  project_id: string
  name: string
  jobs: JobSummary[]
  next_page_token: string | null
}

export interface Counters {
  total_jobs: number
  completed_jobs: number
  total_frames: number
  completed_frames: number
  annotations: number
}

export interface BatchSummary extends Counters {
  id: string
  name: string
  description: string
  is_default: boolean
  created_at: string
  status: string
  /** paused: its jobs are not given out. closed: it takes no more jobs. */
  /** Absent: open. */
  state?: 'open' | 'paused' | 'closed'
}

export interface ProjectDetails {
  name: string
  base: string
  batches: BatchSummary[]
}

export interface ProjectStats extends Counters {
  name: string
  base: string
  total_batches: number
  completed_batches: number
}

export interface DryRun {
  valid: boolean
  failures: Failure[]
  warnings: Failure[]
  /** URLs that could not be looked at in time. */
  unchecked: string[]
}

export interface SubmittedResult {
  job_id: string
  status: JobStatus
  stage: JobStage
  /** The version being made. */
  result_version: number
}

export interface DeliveryAttempt {
  at: string
  duration_ms: number
  http_status: number | null
  error: string | null
  /** The first 4 KiB of the answer. */
  response: string | null
}

export interface Delivery {
  webhook_id: string
  status: 'pending' | 'delivered' | 'exhausted' | 'disabled'
  url: string
  next_attempt_at: string | null
  attempts: DeliveryAttempt[]
}

export interface UsageRow {
  job_id: string
  reference_id: string
  tag: string
  frames: number
  annotations: number
  completed_at: string
}

export interface Meta {
  version: string
  limits: Record<string, number>
  egress_addresses: string[]
}
