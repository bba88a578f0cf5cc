import type { AnnotationType } from '../../model/annotationType.ts'
import type { JobStatus, Stage } from '../../model/stage.ts'
import type { ReopeningRow } from './job.ts'
import type { Lease } from './queue.ts'

/** A project in the console's list, with the sums of its batches. */
export interface ProjectRow {
  projectId: string
  name: string
  base: string
  review: boolean
  selfReview: boolean
  pointCloudFrame: string
  undoSeconds: number
  createdAt: string
  totalJobs: number
  completedJobs: number
  failedJobs: number
  cancelledJobs: number
  annotations: number
}

export interface JobRow {
  jobId: string
  batchId: string
  referenceId: string
  tag: string
  operation: AnnotationType
  status: JobStatus
  stage: Stage
  priorityWeight: number
  /** The uncertainty of assistants, from 0 to 1; null: none gave a score. */
  uncertainty: number | null
  frames: number
  /** Before there is a result: of the last submission, or the objects saved since. */
  annotations: number
  createdAt: string
  completedAt: string | null
  lease: Lease | null
  annotatorName: string | null
  reviewerName: string | null
  /** Rejected, and not submitted again yet. */
  rejected: boolean
  /** When it came to its stage. */
  stageAt: string
  metadata: Readonly<Record<string, string | number | boolean>>
  /** A person by name, or a group. */
  assignee: { name: string; isGroup: boolean } | null
  deadline: string | null
}

export interface JobRowPage {
  jobs: JobRow[]
  nextPage: string | null
}

/** Filters and order of the list of jobs, saved under a name. */
export interface JobViewBody {
  name: string
  /** The query of the page's address. */
  search: string
  /** Everyone in the project has it; managers change it. */
  isShared: boolean
}

export interface JobViewRow extends JobViewBody {
  viewId: string
}

interface Fault {
  field: string
  type: string
}

export interface ShownRecord {
  result: string | null
  result_version: number | null
  viewer_url: string
  point_cloud_frame: 'sensor' | 'common' | null
  warnings: Fault[]
  error: { code: string; message: string; meta_data: { failures: Fault[] } } | null
}

/** Details of a job beyond its public record. */
export interface JobDetail {
  row: JobRow
  /** The part of the customers' record that the page shows. */
  record: ShownRecord
  /** Seconds of active work. */
  activeTimes: { userName: string; kind: 'annotate' | 'review'; seconds: number }[]
  reopenings: ReopeningRow[]
  skips: { userName: string; reason: string; at: string }[]
  reviews: { decision: string; comment: string | null; userName: string | null; at: string; fixed: boolean }[]
  openDrafts: number
  openIssues: number
}
