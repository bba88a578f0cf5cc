import type { AnnotationType } from '../../model/annotationType.ts'
import type { Stage, WorkKind } from '../../model/stage.ts'

/** The holder of a job's lease. */
export interface Lease {
  userId: string
  name: string
  kind: WorkKind
  /** Without a heartbeat until then, the job returns to the queue. */
  heldUntil: string
}

/** A job as lists show it to those who work. */
export interface QueueRow {
  jobId: string
  projectId: string
  projectName: string
  referenceId: string
  tag: string
  operation: AnnotationType
  stage: Stage
  kind: WorkKind
  priorityWeight: number
  frames: number
  createdAt: string
  /** When it came to this step: submitted for review, rejected, or made. */
  waitingSince: string
  lease: Lease | null
  /** Why it is offered before others: unfinished work of one's own, or work that was rejected. */
  own: 'unfinished' | 'rejected' | null
  openIssues: number
}

export interface NextJob {
  projectId?: string
  tag?: string
  /** Left out: the first work of any kind that the person may do. */
  kind?: WorkKind
}

export interface QueueRowPage {
  jobs: QueueRow[]
  nextPage: string | null
}
