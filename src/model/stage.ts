/** The inner states of a job. */
export const STAGES = [
  'created',
  'validating',
  'queued',
  'in_progress',
  'in_review',
  'assembling',
  'completed',
  'failed',
  'cancelled',
] as const
export type Stage = (typeof STAGES)[number]

export const STATUSES = ['pending', 'in_progress', 'completed', 'failed', 'cancelled'] as const
export type JobStatus = (typeof STATUSES)[number]

/** What customers see of a stage. */
export const STATUS_OF: Readonly<Record<Stage, JobStatus>> = {
  created: 'pending',
  validating: 'pending',
  queued: 'pending',
  in_progress: 'in_progress',
  in_review: 'in_progress',
  assembling: 'in_progress',
  completed: 'completed',
  failed: 'failed',
  cancelled: 'cancelled',
}

/**
 * Where a job may go from each stage. queued → in_review or assembling: a machine hands in what nobody has opened.
 * in_progress → queued: the lease ran out or the work was given back. failed → created: retry. completed → in_progress:
 * reopened. created → failed: every process that took it up died of it.
 */
export const TRANSITIONS: Readonly<Record<Stage, readonly Stage[]>> = {
  created: ['validating', 'failed', 'cancelled'],
  validating: ['queued', 'failed', 'cancelled'],
  queued: ['in_progress', 'in_review', 'assembling', 'cancelled'],
  in_progress: ['queued', 'in_review', 'assembling', 'cancelled'],
  in_review: ['in_progress', 'assembling', 'cancelled'],
  assembling: ['completed', 'cancelled'],
  completed: ['in_progress'],
  failed: ['created'],
  cancelled: [],
}

export const mayGo = (from: Stage, to: Stage): boolean => TRANSITIONS[from].includes(to)

/** Stages in which nothing more happens by itself; a batch of these alone is complete. */
const FINISHED: ReadonlySet<Stage> = new Set(['completed', 'failed', 'cancelled'])

export const isFinished = (stage: Stage): boolean => FINISHED.has(stage)
