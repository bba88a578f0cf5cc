import { type CallbackResult, completedBody, failedBody, pendingBody } from '../../formats/callback/callbackBody.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { addResult, type Completion } from '../../store/project/results/results.ts'
import { moveJob } from '../stage/moveJob.ts'

/*
 * What machines do to a job. Each runs in its caller's transaction on the locked job, together with the end of the task
 * that asked for it. null: the job has moved on (it was cancelled, say), and nothing was written.
 */

const callbackJob = ({ referenceId, jobId, tag, metadata }: Job) => ({ referenceId, jobId, tag, metadata })

/** A worker starts on the job, or goes on after others. */
export async function startValidation(db: Queryable, job: Job): Promise<Job | null> {
  const started = await moveJob(db, job, 'start_validation', { body: pendingBody(callbackJob(job)) })
  return started ?? moveJob(db, job, 'resume_validation')
}

/** The data is good: people may take the job. */
export function passValidation(
  db: Queryable,
  job: Job,
  found: { pointCloudFrame: 'sensor' | 'common' | null; warnings: readonly object[] },
): Promise<Job | null> {
  return moveJob(db, job, 'pass_validation', { change: { error: null, ...found } })
}

export interface JobError {
  code: string
  message: string
  meta_data: { failures: readonly { field: string; type: string }[] }
}

/** The data is not usable, or no process survives it. */
export function failJob(db: Queryable, job: Job, error: JobError): Promise<Job | null> {
  const body = failedBody(callbackJob(job), { ...error, failures: error.meta_data.failures })
  return moveJob(db, job, 'fail', { change: { error }, body })
}

/** The result document is stored: completed, counted, charged once, announced. */
export async function completeJob(
  db: Queryable,
  job: Job,
  made: Completion,
  document: Pick<CallbackResult, 'url' | 'data'> & { metadata: Job['metadata'] },
): Promise<Job | null> {
  const { version, attachmentId, annotations } = made
  const { url, data, metadata } = document
  const completed = await moveJob(db, job, 'complete', {
    change: { error: null, completedNow: true, annotations, resultVersion: version, resultAttachment: attachmentId },
    body: completedBody({ ...callbackJob(job), metadata }, { type: job.operation, resultVersion: version, url, data }),
  })
  if (completed) await addResult(db, job, made)
  return completed
}

/** No process survives making the result. The job stays in `assembling`, says why, and goes on by retry. */
export function giveUpAssembly(db: Queryable, job: Job): Promise<Job | null> {
  const message = 'The result could not be assembled: every process that tried was ended by it. Retry the job.'
  return moveJob(db, job, 'give_up_assembly', {
    change: { error: { code: 'api_error', message, meta_data: { failures: [] } } },
  })
}
