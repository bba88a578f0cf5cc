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

/** What a person does with a job. */
export type WorkKind = 'annotate' | 'review'

/** The stages in which people work on a job, and what they do there. */
export const WORK_AT: Readonly<Partial<Record<Stage, WorkKind>>> = {
  queued: 'annotate',
  in_progress: 'annotate',
  in_review: 'review',
}

/** Where the time that people work on a job counts. */
export const STAGE_OF_WORK: Readonly<Record<WorkKind, Stage>> = { annotate: 'in_progress', review: 'in_review' }

/** Whose job it is first in a stage, once someone has taken it. */
export const OWNER_AT: Readonly<Partial<Record<Stage, 'annotator' | 'reviewer'>>> = {
  in_progress: 'annotator',
  in_review: 'reviewer',
}

/** What the holder of a job does with it; a job that is past work was annotated. */
export const workKindAt = (stage: Stage): WorkKind => WORK_AT[stage] ?? 'annotate'

/** Stages in which nothing more happens without a call; a batch of these alone is complete. */
export const FINISHED_STAGES: readonly Stage[] = ['completed', 'failed', 'cancelled']

export const isFinished = (stage: Stage): boolean => FINISHED_STAGES.includes(stage)

/** Whether there is a result. */
export const isCompleted = (stage: Stage): boolean => stage === 'completed'
