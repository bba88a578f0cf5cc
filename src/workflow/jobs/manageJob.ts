import type { AuditAction, AuditActor } from '../../model/audit.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { forgetAssets } from '../../store/project/jobs/assets.ts'
import { type Job, type JobPlace, replacePayload, setPriorityWeight } from '../../store/project/jobs/jobs.ts'
import { replaceMetadata } from '../../store/project/jobs/metadata.ts'
import { forgetGivenUp, reprioritiseSteps } from '../../store/project/jobs/steps.ts'
import { isGold } from '../../store/project/quality/gold.ts'
import { endAssignments } from '../../store/project/work/assignments.ts'
import { refuseDeleted, refuseDeletion, refusePriority } from '../policies/jobs.ts'
import { changeWanted, endConsensus } from '../quality/consensus.ts'
import { WorkflowRefusal, wrongState } from '../refusal.ts'
import { moveJob } from '../stage/moveJob.ts'
import { lockedJob } from '../work/lockedJob.ts'
import { removeData } from './removeData.ts'

/** Ends a job that is not finished. */
export const cancelJob = (pool: Pool, by: AuditActor, at: JobPlace): Promise<Job> =>
  audited(pool, by, at, 'job.cancel', cancelLocked)

export async function cancelLocked(db: Queryable, job: Job): Promise<Job> {
  const moved = await moveJob(db, job, 'cancel')
  if (!moved) throw wrongState('cancel', job.stage)
  await endConsensus(db, job)
  await endAssignments(db, job, 'cancelled')
  return moved
}

function audited(
  pool: Pool,
  by: AuditActor,
  at: JobPlace,
  action: AuditAction,
  act: (db: Queryable, job: Job) => Promise<Job>,
): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    const moved = await act(db, job)
    await recordMove(db, by, action, job, moved)
    return moved
  })
}

/** Opens a completed job for more work; its next result is a new version. */
export const reopenJob = (pool: Pool, by: AuditActor, at: JobPlace): Promise<Job> =>
  audited(pool, by, at, 'job.reopen', reopenLocked)

export async function reopenLocked(db: Queryable, job: Job): Promise<Job> {
  refuseDeleted(job)
  const moved = await moveJob(db, job, 'reopen')
  if (!moved) throw wrongState('reopen', job.stage)
  return moved
}

/** Corrected data of a failed job, checked like that of a new one. */
export interface Correction {
  body: Uint8Array
  frames: number
  warnings: readonly object[]
  keptSensors: object | null
}

/**
 * Takes a failed job back to the start; corrected data replaces its own. Where assembling its result was given up, that
 * step is done again, with the work as it was accepted.
 */
export const retryJob = (pool: Pool, by: AuditActor, at: JobPlace, corrected: Correction | null): Promise<Job> =>
  audited(pool, by, at, 'job.retry', (db, job) => retryLocked(db, job, corrected))

export async function retryLocked(db: Queryable, job: Job, corrected: Correction | null = null): Promise<Job> {
  refuseDeleted(job)
  return (await retryAssembly(db, job, corrected)) ?? retryValidation(db, job, corrected)
}

async function retryValidation(db: Queryable, job: Job, corrected: Correction | null): Promise<Job> {
  const { body = null, ...columns } = corrected ?? {}
  const moved = await moveJob(db, job, 'retry', { change: { error: null, ...columns } })
  if (!moved) throw wrongState('retry', job.stage)
  if (body) await replacePayload(db, job, body)
  // What was fetched for the failed attempt may be just what was wrong.
  await forgetAssets(db, job.projectId, job.jobId)
  return moved
}

/** null where assembling was not given up, or the data is to be another. */
async function retryAssembly(db: Queryable, job: Job, corrected: Correction | null): Promise<Job | null> {
  if (job.error === null || corrected !== null) return null
  const moved = await moveJob(db, job, 'retry_assembly', { change: { error: null } })
  if (moved) await forgetGivenUp(db, job)
  return moved
}

/** What its customer may change of a job; what is left out stays. */
export interface JobChanges {
  priorityWeight?: number
  /** Takes the place of all that was there; versions made before keep theirs. */
  metadata?: JobMetadata
  /** How many people annotate it, each alone. */
  annotators?: number
}

export function changeJob(
  pool: Pool,
  by: AuditActor,
  at: JobPlace,
  { priorityWeight, metadata, annotators }: JobChanges,
): Promise<Job> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    const described = metadata === undefined ? job : await replaceMetadata(db, job, metadata)
    const changed = priorityWeight === undefined ? described : await setPriority(db, described, priorityWeight)
    if (annotators !== undefined) await changeWanted(db, job, annotators)
    await recordDifference(db, by, {
      projectId: job.projectId,
      action: 'job.change',
      object: job.jobId,
      before: { priority_weight: job.priorityWeight, metadata: job.metadata },
      after: { priority_weight: changed.priorityWeight, metadata: changed.metadata },
    })
    return changed
  })
}

/** Changes the weight of a locked job and of its waiting tasks. */
export async function setPriority(db: Queryable, job: Job, weight: number): Promise<Job> {
  refusePriority(job)
  const changed = await setPriorityWeight(db, job, weight)
  await reprioritiseSteps(db, changed)
  return changed
}

/** Removes the data of a finished job. Answers the files that it named; other jobs may name them too. */
export function deleteJobData(pool: Pool, by: AuditActor, at: JobPlace): Promise<string[]> {
  return withTransaction(pool, async (db) => {
    const job = await lockedJob(db, at)
    refuseDeletion(job)
    if (await isGold(db, job))
      throw new WorkflowRefusal('JOB_STATE', 'this job is gold: end that first', { meta: { reason: 'GOLD' } })
    await recordAudit(db, by, { projectId: job.projectId, action: 'job.delete_data', object: job.jobId })
    return removeData(db, job)
  })
}

function recordMove(db: Queryable, by: AuditActor, action: AuditAction, before: Job, after: Job): Promise<void> {
  return recordAudit(db, by, {
    projectId: before.projectId,
    action,
    object: before.jobId,
    before: { stage: before.stage },
    after: { stage: after.stage },
  })
}
