import type { AuditAction, AuditActor } from '../../model/audit.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { noteFileUses, releaseFiles } from '../../store/project/files/fileUses.ts'
import { forgetAssets } from '../../store/project/jobs/assets.ts'
import { type Job, type JobPlace, replacePayload } from '../../store/project/jobs/jobs.ts'
import { replaceMetadata } from '../../store/project/jobs/metadata.ts'
import { isGold } from '../../store/project/quality/gold.ts'
import {
  refuseCancel,
  refuseDeleted,
  refuseDeletion,
  refusePriority,
  refuseReopen,
  refuseRetry,
} from '../policies/jobs.ts'
import { changeWanted } from '../quality/consensus.ts'
import { WorkflowRefusal, wrongState } from '../refusal.ts'
import { moveJobs } from '../stage/moveJobs.ts'
import { lockedJob } from '../work/lockedJob.ts'
import { cancelJobs, prioritiseJobs, reopenJobs, retryJobs } from './moveManyJobs.ts'
import { removeData } from './removeData.ts'

/** Ends a job that is not finished. */
export const cancelJob = (pool: Pool, by: AuditActor, at: JobPlace): Promise<Job> =>
  audited(pool, by, at, 'job.cancel', (db, job) => moveOne(db, job, refuseCancel, cancelJobs))

/** Opens a completed job for more work; its next result is a new version. */
export const reopenJob = (pool: Pool, by: AuditActor, at: JobPlace, reason: string | null): Promise<Job> =>
  audited(pool, by, at, 'job.reopen', (db, job) =>
    moveOne(db, job, refuseReopen, (_, projectId, jobs) => reopenJobs(db, projectId, jobs, by, reason)),
  )

/** Corrected data of a failed job, checked like that of a new one. */
export interface Correction {
  body: Uint8Array
  frames: number
  warnings: readonly object[]
  keptSensors: object | null
  /** Uploaded files that it names. */
  fileIds: readonly string[]
}

/** Takes a failed job back to the start; corrected data replaces its own. */
export const retryJob = (pool: Pool, by: AuditActor, at: JobPlace, corrected: Correction | null): Promise<Job> =>
  audited(pool, by, at, 'job.retry', (db, job) =>
    corrected ? retryCorrected(db, job, corrected) : moveOne(db, job, refuseRetry, retryJobs),
  )

async function retryCorrected(db: Queryable, job: Job, { body, fileIds, ...columns }: Correction): Promise<Job> {
  refuseDeleted(job)
  const [moved] = await moveJobs(db, [{ job, change: { error: null, ...columns } }], 'retry')
  if (!moved) throw wrongState('retry', job.stage)
  await replacePayload(db, job, body)
  const user = { kind: 'job', id: job.jobId } as const
  await noteFileUses(db, job.projectId, [{ user, fileIds }])
  await releaseFiles(db, job.projectId, user, fileIds)
  await forgetAssets(db, job.projectId, [job.jobId])
  return moved
}

async function moveOne(
  db: Queryable,
  job: Job,
  refuse: (job: Job) => void,
  move: (db: Queryable, projectId: string, jobs: readonly Job[]) => Promise<Job[]>,
): Promise<Job> {
  refuse(job)
  const [moved] = await move(db, job.projectId, [job])
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

/** The changes that a customer may make to a job; absent members stay unchanged. */
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

async function setPriority(db: Queryable, job: Job, weight: number): Promise<Job> {
  refusePriority(job)
  const [changed] = await prioritiseJobs(db, job.projectId, [job.jobId], weight)
  return changed
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
