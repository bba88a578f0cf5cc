import { setTimeout as sleep } from 'node:timers/promises'
import { FiducialError } from '../client/fiducialError.ts'
import type { JobBody, JobRecord } from '../client/types/jobs.ts'
import type { JobStage } from '../client/types/words.ts'
import type { Inbox } from './inbox.ts'
import type { SubmittedJob } from './setUp.ts'

const POLL_MS = 250
const CALLBACK_WAIT_MS = 60_000
const BEING_CHECKED: readonly JobStage[] = ['created', 'validating']

/**
 * Advances a job until it waits for people, or, if the program is its annotator, until the ground truth that it submits
 * has become a result or waits for a reviewer.
 */
export async function driveJob(job: SubmittedJob, signal: AbortSignal): Promise<JobRecord> {
  const { demo, jobId, customer } = job
  const checked = await whileIn(job, BEING_CHECKED, signal)
  if (checked.stage === 'failed') {
    // An earlier run was ended before its files were fetched; this one serves them, maybe elsewhere.
    await customer.jobs.retry(jobId, (demo.job.body as JobBody).data, { signal })
    const again = await whileIn(job, BEING_CHECKED, signal)
    if (again.stage === 'failed') return again
  }
  if (!demo.byProgram) return customer.jobs.get(jobId, { signal })
  if ((await customer.jobs.get(jobId, { signal })).stage === 'queued') await submitTruth(job, signal)
  return whileIn(job, ['assembling'], signal)
}

async function submitTruth({ demo, jobId, annotator }: SubmittedJob, signal: AbortSignal): Promise<void> {
  try {
    await annotator.jobs.submitResult(jobId, demo.truth(), { signal })
  } catch (error) {
    // A person at the browser was faster.
    if (!(error instanceof FiducialError) || error.code !== 'JOB_STATE') throw error
  }
}

async function whileIn(job: SubmittedJob, stages: readonly JobStage[], signal: AbortSignal): Promise<JobRecord> {
  for (;;) {
    const record = await job.customer.jobs.get(job.jobId, { signal })
    if (!stages.includes(record.stage)) return record
    await sleep(POLL_MS, undefined, { signal })
  }
}

/** True once the verified callback of a finished job is in the inbox; asks for those of earlier runs again. */
export async function callbackArrived(
  { jobId, customer }: SubmittedJob,
  record: JobRecord,
  inbox: Inbox,
  signal: AbortSignal,
): Promise<boolean> {
  const isThere = () => inbox.hasVerified(jobId, record.status.toUpperCase())
  const deliveries = isThere() ? [] : await customer.jobs.deliveries(jobId, { signal })
  if (deliveries.some(({ status }) => status !== 'pending') && !isThere()) {
    await customer.jobs.resendCallbacks(jobId, { signal })
  }
  for (let leftMs = CALLBACK_WAIT_MS; !isThere() && leftMs > 0; leftMs -= POLL_MS) {
    await sleep(POLL_MS, undefined, { signal })
  }
  return isThere()
}
