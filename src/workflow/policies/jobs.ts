import { isFinished, type Stage } from '../../model/stage.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { WorkflowRefusal, wrongState } from '../refusal.ts'
import { may } from '../stage/events.ts'

/** Files of these jobs were not checked, or are not fit to be shown. */
const UNCHECKED: ReadonlySet<Stage> = new Set(['created', 'validating', 'failed'])

/** A job can be opened once its files were checked. */
export function refuseUnchecked({ stage }: Pick<Job, 'stage'>): void {
  if (UNCHECKED.has(stage)) throw wrongState('open', stage)
}

/** Data that people work on is never taken from under them. */
export function refuseDeletion({ stage }: Pick<Job, 'stage'>): void {
  if (!isFinished(stage)) throw wrongState('delete the data of', stage)
}

/** Without its data a job cannot be worked on again. */
export function refuseDeleted({ stage, dataDeletedAt }: Pick<Job, 'stage' | 'dataDeletedAt'>): void {
  if (dataDeletedAt) throw new WorkflowRefusal('JOB_STATE', 'the data of this job was deleted', { meta: { stage } })
}

export function refuseCancel({ stage }: Pick<Job, 'stage'>): void {
  if (!may(stage, 'cancel')) throw wrongState('cancel', stage)
}

export function refuseReopen(job: Job): void {
  refuseDeleted(job)
  if (!may(job.stage, 'reopen')) throw wrongState('reopen', job.stage)
}

/** No process survived assembling its result, which is done again by retry. */
export const isAssemblyGivenUp = ({ stage, error }: Pick<Job, 'stage' | 'error'>): boolean =>
  error !== null && may(stage, 'retry_assembly')

export function refuseRetry(job: Job): void {
  refuseDeleted(job)
  if (!may(job.stage, 'retry') && !isAssemblyGivenUp(job)) throw wrongState('retry', job.stage)
}

/** The ground truth of a job is known once its work is accepted, or can be set before anyone began. */
export function refuseGold({ stage, dataDeletedAt }: Pick<Job, 'stage' | 'dataDeletedAt'>): void {
  if ((stage !== 'completed' && stage !== 'queued') || dataDeletedAt) throw wrongState('make gold of', stage)
}

/** Stages in which there is something to help with. */
const HELPED: ReadonlySet<Stage> = new Set(['queued', 'in_progress', 'in_review'])

/** Assistants are asked about jobs that people work on, or are going to. */
export function refuseAssistance({ stage, dataDeletedAt }: Pick<Job, 'stage' | 'dataDeletedAt'>): void {
  if (!HELPED.has(stage) || dataDeletedAt) throw wrongState('ask an assistant about', stage)
}

/** Pre-annotation is for jobs that no one has started. */
export function refusePreAnnotation({ stage, dataDeletedAt }: Pick<Job, 'stage' | 'dataDeletedAt'>): void {
  if (stage !== 'queued' || dataDeletedAt) throw wrongState('pre-annotate', stage)
}

/** Exports hold delivered results. */
export function refuseExport({ stage }: Pick<Job, 'stage'>): void {
  if (stage !== 'completed') throw wrongState('export', stage)
}

/** Only work that is still to be done can be someone's. */
export function refuseAssigning({ stage }: Pick<Job, 'stage'>): void {
  if (isFinished(stage)) throw wrongState('assign', stage)
}

/** A finished job has no waiting work. */
export function refusePriority({ stage }: Pick<Job, 'stage'>): void {
  if (isFinished(stage)) throw wrongState('change the priority of', stage)
}
