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

/** The customer's status for each stage. */
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

/** The kinds of a person's work on a job. */
export type WorkKind = 'annotate' | 'review'

/** The stages in which people work on a job, and what they do there. */
export const WORK_AT: Readonly<Partial<Record<Stage, WorkKind>>> = {
  queued: 'annotate',
  in_progress: 'annotate',
  in_review: 'review',
}

/** The stage in which a person's working time counts. */
export const STAGE_OF_WORK: Readonly<Record<WorkKind, Stage>> = { annotate: 'in_progress', review: 'in_review' }

/** Whose job it is first in a stage, once someone has taken it. */
export const OWNER_AT: Readonly<Partial<Record<Stage, 'annotator' | 'reviewer'>>> = {
  in_progress: 'annotator',
  in_review: 'reviewer',
}

/** The kind of work of the job's holder; a job past work was annotated. */
export const workKindAt = (stage: Stage): WorkKind => WORK_AT[stage] ?? 'annotate'

/** Stages in which nothing more happens without a call; a batch with only these is complete. */
export const FINISHED_STAGES: readonly Stage[] = ['completed', 'failed', 'cancelled']

export const isFinished = (stage: Stage): boolean => FINISHED_STAGES.includes(stage)

/** Whether there is a result. */
export const isCompleted = (stage: Stage): boolean => stage === 'completed'
