import type { Operation } from '../../model/operation.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { findJob, type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { retry } from '../../store/project/jobs/stages.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob, refused, wrongState } from '../http/apiError.ts'
import { checkCorrection } from './checks/bodyChecks.ts'
import { jobRecord } from './record.ts'

/** Takes a failed job back to the start. Corrected `data` is checked like that of a new job of the same tag. */
export async function retryJob(context: ApiContext, projectId: string, jobId: string, bytes: Buffer) {
  const before = await findJob(context.pool, projectId, jobId)
  if (!before) throw noSuchJob()
  const corrected = bytes.length === 0 ? null : await readCorrected(context, before, bytes)
  if (before.stage !== 'failed') throw wrongState('retry', before.stage)
  await withTransaction(context.pool, async (client) => {
    const job = await lockJob(client, projectId, jobId)
    if (!job || !(await retry(client, job, corrected))) throw wrongState('retry', job?.stage ?? 'gone')
  })
  context.wake('tasks')
  return jobRecord(context, (await findJob(context.pool, projectId, jobId))!)
}

async function readCorrected(context: ApiContext, { projectId, operation }: Job, received: Buffer) {
  const { bytes, reading } = await checkCorrection(context, projectId, received, operation as Operation)
  if ('refusal' in reading) throw refused(reading.refusal)
  if (!reading.data) return null
  const { frames, warnings, usedSensors } = reading.data
  return { body: bytes, frames, warnings, keptSensors: usedSensors }
}
