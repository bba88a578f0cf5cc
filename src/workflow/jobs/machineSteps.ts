import { type CallbackResult, completedBody, failedBody, pendingBody } from '../../formats/callback/callbackBody.ts'
import type { Queryable } from '../../store/postgres/pools.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { addResults, type JobResult } from '../../store/project/results/results.ts'
import { moveJobs } from '../stage/moveJobs.ts'

/*
 * What machines do to a job. Each runs in its caller's transaction on the locked job, together with the end of the task
 * that asked for it. A job that has moved on (it was cancelled, say) is not in the answer, and nothing was written of it.
 */

const callbackJob = ({ referenceId, jobId, tag, metadata }: Job) => ({ referenceId, jobId, tag, metadata })

/** A worker starts on jobs of one project, or continues after another one. Answers those that it has to work on. */
export async function startValidation(db: Queryable, jobs: readonly Job[]): Promise<Job[]> {
  const resumed = await moveJobs(
    db,
    jobs.map((job) => ({ job })),
    'resume_validation',
  )
  const announced = jobs.map((job) => ({ job, body: pendingBody(callbackJob(job)) }))
  return [...resumed, ...(await moveJobs(db, announced, 'start_validation'))]
}

/** The facts of a job with valid data. */
export interface GoodData {
  job: Job
  pointCloudFrame: 'sensor' | 'common' | null
  cloudFrameReason: string | null
  warnings: Job['warnings']
}

/** The data of jobs of one project is good: people may take them. Answers those that moved. */
export function passValidation(db: Queryable, good: readonly GoodData[]): Promise<Job[]> {
  const asked = good.map(({ job, ...found }) => ({ job, change: { error: null, ...found } }))
  return moveJobs(db, asked, 'pass_validation')
}

export interface JobError {
  code: string
  message: string
  meta_data: { failures: readonly { field: string; type: string }[] }
}

/** The data of jobs of one project is unusable, or crashes every process; last in its transaction. */
export function failJobs(db: Queryable, failed: readonly { job: Job; error: JobError }[]): Promise<Job[]> {
  const asked = failed.map(({ job, error }) => {
    const body = failedBody(callbackJob(job), { ...error, failures: error.meta_data.failures })
    return { job, change: { error }, body }
  })
  return moveJobs(db, asked, 'fail')
}

/** The result document of a job, stored. */
export interface DeliveredResult {
  job: Job
  made: JobResult
  document: Pick<CallbackResult, 'url' | 'data'> & { metadata: Job['metadata'] }
}

/**
 * The result documents of jobs of one project, all in assembly, are stored: completed, counted, charged once, announced;
 * last in its transaction.
 */
export async function completeJobs(
  db: Queryable,
  projectId: string,
  results: readonly DeliveredResult[],
): Promise<Job[]> {
  await addResults(db, projectId, results)
  const moves = results.map(({ job, made, document: { url, data, metadata } }) => ({
    job,
    change: { error: null, completion: made },
    body: completedBody(
      { ...callbackJob(job), metadata },
      { type: job.annotationType, resultVersion: made.version, url, data },
    ),
  }))
  return moveJobs(db, moves, 'complete')
}

/** Every process crashes making the result. The job stays in `assembling`, says why, and continues after a retry. */
export function giveUpAssembly(db: Queryable, job: Job): Promise<Job[]> {
  const message = 'The result could not be assembled: every process that tried was ended by it. Retry the job.'
  const error = { code: 'api_error', message, meta_data: { failures: [] } }
  return moveJobs(db, [{ job, change: { error } }], 'give_up_assembly')
}
