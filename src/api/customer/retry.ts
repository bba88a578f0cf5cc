import type { AuditActor } from '../../model/audit.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { type Correction, retryJob } from '../../workflow/jobs/manageJob.ts'
import { refused } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { noSuchJob } from '../http/apiError.ts'
import { checkCorrection } from './bodyChecks.ts'
import { jobRecord } from './record.ts'

/** Retries a job. Corrected `data` is checked like that of a new job of the same tag. */
export async function retryFromCall(
  context: ApiContext,
  projectId: string,
  jobId: string,
  bytes: Buffer,
  by: AuditActor,
  madeBy: string | null,
) {
  const before = await findJob(context.pool, projectId, jobId)
  if (!before) throw noSuchJob()
  const corrected = bytes.length === 0 ? null : await readCorrected(context, before, bytes)
  const job = await retryJob(context.pool, by, before, corrected)
  context.wake('tasks')
  return jobRecord(context, job, madeBy)
}

async function readCorrected(
  context: ApiContext,
  { projectId, annotationType }: Job,
  received: Buffer,
): Promise<Correction | null> {
  const { bytes, reading } = await checkCorrection(context, projectId, received, annotationType)
  if ('refusal' in reading) throw refused(reading.refusal)
  if (!reading.data) return null
  const { frames, warnings, usedSensors } = reading.data
  return { body: bytes, frames, warnings, keptSensors: usedSensors }
}
