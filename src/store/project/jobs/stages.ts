import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { count } from '../batches/batches.ts'
import { forgetAssets } from './assets.ts'
import type { Job } from './jobs.ts'

/**
 * Every step of a job's life (contract 5). Each function runs in its caller's transaction on a job that the caller has
 * locked, checks that the step is allowed, and writes with it what follows from it: counters, tasks. False: not allowed.
 */

const UNFINISHED: readonly Stage[] = ['created', 'validating', 'queued', 'in_progress', 'in_review', 'assembling']

async function move(db: Queryable, job: Job, to: Stage): Promise<void> {
  await db.query('update jobs set stage = $3, stage_at = now() where project_id = $1 and id = $2', [
    job.projectId,
    job.jobId,
    to,
  ])
}

export async function enqueueStep(
  db: Queryable,
  job: Pick<Job, 'projectId' | 'jobId' | 'priorityWeight'>,
  kind: string,
): Promise<void> {
  await db.query('insert into tasks (project_id, kind, subject_id, priority) values ($1, $2, $3, $4)', [
    job.projectId,
    kind,
    job.jobId,
    job.priorityWeight,
  ])
}

export async function startValidating(db: Queryable, job: Job): Promise<boolean> {
  if (job.stage === 'validating') return true
  if (job.stage !== 'created') return false
  await move(db, job, 'validating')
  return true
}

/** The data is good: people may take the job. */
export async function queue(
  db: Queryable,
  job: Job,
  found: { pointCloudFrame: 'sensor' | 'common' | null; warnings: readonly object[] },
): Promise<boolean> {
  if (job.stage !== 'validating') return false
  await db.query(
    `update jobs set stage = 'queued', stage_at = now(), error = null, point_cloud_frame = $3, warnings = $4
     where project_id = $1 and id = $2`,
    [job.projectId, job.jobId, found.pointCloudFrame, JSON.stringify(found.warnings)],
  )
  return true
}

/** The data is no good, or the service cannot go on with it. */
export async function fail(db: Queryable, job: Job, error: object): Promise<boolean> {
  if (job.stage !== 'validating' && job.stage !== 'created') return false
  await db.query(`update jobs set stage = 'failed', stage_at = now(), error = $3 where project_id = $1 and id = $2`, [
    job.projectId,
    job.jobId,
    JSON.stringify(error),
  ])
  await count(db, job.projectId, job.batchId, { failedJobs: 1 })
  return true
}

export async function cancel(db: Queryable, job: Job): Promise<boolean> {
  if (!UNFINISHED.includes(job.stage)) return false
  await db.query(
    `update jobs set stage = 'cancelled', stage_at = now(), holder_id = null, held_until = null
     where project_id = $1 and id = $2`,
    [job.projectId, job.jobId],
  )
  await count(db, job.projectId, job.batchId, { cancelledJobs: 1 })
  return true
}

/** Takes a failed job back to the start; `corrected` replaces its data when it was sent. */
export async function retry(
  db: Queryable,
  job: Job,
  corrected: { body: Uint8Array; frames: number; warnings: readonly object[]; keptSensors: object | null } | null,
): Promise<boolean> {
  if (job.stage !== 'failed') return false
  const frames = corrected?.frames ?? job.frames
  await db.query(
    `update jobs set stage = 'created', stage_at = now(), error = null, frames = $3, warnings = coalesce($4, warnings),
       kept_sensors = case when $5 then $6::json else kept_sensors end
     where project_id = $1 and id = $2`,
    [
      job.projectId,
      job.jobId,
      frames,
      corrected ? JSON.stringify(corrected.warnings) : null,
      corrected !== null,
      corrected?.keptSensors ? JSON.stringify(corrected.keptSensors) : null,
    ],
  )
  if (corrected) {
    await db.query('update job_payloads set body = $3 where project_id = $1 and job_id = $2', [
      job.projectId,
      job.jobId,
      Buffer.from(corrected.body),
    ])
  }
  // What was fetched for the failed attempt may be just what was wrong.
  await forgetAssets(db, job.projectId, job.jobId)
  await enqueueStep(db, job, 'validate')
  await db.query(
    `update batch_counts set failed_jobs = failed_jobs - 1, total_frames = total_frames + $3
     where project_id = $1 and batch_id = $2`,
    [job.projectId, job.batchId, frames - job.frames],
  )
  return true
}

/** Work was handed in: to review, or on to the result document. */
export async function submit(db: Queryable, job: Job, to: 'in_review' | 'assembling'): Promise<boolean> {
  if (job.stage !== 'queued' && job.stage !== 'in_progress') return false
  await db.query(
    `update jobs set stage = $3, stage_at = now(), rejected = false, holder_id = null, held_until = null
     where project_id = $1 and id = $2`,
    [job.projectId, job.jobId, to],
  )
  if (to === 'assembling') await enqueueStep(db, job, 'assemble')
  return true
}

export async function decideReview(db: Queryable, job: Job, decision: 'accept' | 'reject'): Promise<boolean> {
  if (job.stage !== 'in_review') return false
  if (decision === 'accept') {
    await db.query(
      `update jobs set stage = 'assembling', stage_at = now(), holder_id = null, held_until = null
       where project_id = $1 and id = $2`,
      [job.projectId, job.jobId],
    )
    await enqueueStep(db, job, 'assemble')
  } else {
    await db.query(
      `update jobs set stage = 'in_progress', stage_at = now(), rejected = true, holder_id = null, held_until = null
       where project_id = $1 and id = $2`,
      [job.projectId, job.jobId],
    )
  }
  return true
}

export interface Completion {
  version: number
  attachmentId: string
  annotations: number
}

/** The result document lies ready: completed, charged once, counted. The caller announces it in the same transaction. */
export async function complete(db: Queryable, job: Job, made: Completion): Promise<boolean> {
  if (job.stage !== 'assembling') return false
  await db.query(
    `update jobs set stage = 'completed', stage_at = now(), completed_at = now(), annotations = $3, result_version = $4,
       result_attachment = $5 where project_id = $1 and id = $2`,
    [job.projectId, job.jobId, made.annotations, made.version, made.attachmentId],
  )
  await db.query(
    'insert into results (project_id, job_id, version, attachment_id, annotations) values ($1, $2, $3, $4, $5)',
    [job.projectId, job.jobId, made.version, made.attachmentId, made.annotations],
  )
  await count(db, job.projectId, job.batchId, {
    completedJobs: 1,
    completedFrames: job.frames,
    annotations: made.annotations,
  })
  // After the counters: every transaction takes the batch's row before the project's.
  await charge(db, job, made.annotations)
  return true
}

/** One ledger row a job, for ever: a later version of the result is not charged again. */
async function charge(db: Queryable, job: Job, annotations: number): Promise<void> {
  const { rowCount } = await db.query('select 1 from usage_rows where project_id = $1 and job_id = $2', [
    job.projectId,
    job.jobId,
  ])
  if (rowCount) return
  await db.query(
    `with position as (
       update feed_positions set next_usage = next_usage + 1 where project_id = $1 returning next_usage - 1 as taken
     )
     insert into usage_rows (project_id, job_id, position, reference_id, tag, frames, annotations, completed_at)
     select $1, $2, taken, $3, $4, $5, $6, now() from position`,
    [job.projectId, job.jobId, job.referenceId, job.tag, job.frames, annotations],
  )
}

export async function reopen(db: Queryable, job: Job): Promise<boolean> {
  if (job.stage !== 'completed' || job.dataDeletedAt) return false
  await move(db, job, 'in_progress')
  await count(db, job.projectId, job.batchId, {
    completedJobs: -1,
    completedFrames: -job.frames,
    annotations: -job.annotations,
  })
  return true
}
