import type { Queryable } from '../../postgres/pools.ts'
import type { Job } from '../jobs/jobs.ts'

/** The job's stage says what its holder does with it. */
export const kindOfStage = (stage: string): 'annotate' | 'review' => (stage === 'in_review' ? 'review' : 'annotate')

export interface Holder {
  userId: string
  name: string
  kind: 'annotate' | 'review'
  heldUntil: Date
}

/** SQL: nobody has the job in hand, or whoever had it was silent for too long. */
export const IS_FREE = '(j.holder_id is null or j.held_until <= now())'

export const isHeld = (job: Job, nowMs: number): boolean =>
  job.holderId !== null && job.heldUntil !== null && job.heldUntil.getTime() > nowMs

/** Who has the job in hand; null when nobody does. */
export async function findHolder(db: Queryable, projectId: string, jobId: string): Promise<Holder | null> {
  const { rows } = await db.query(
    `select u.id, coalesce(u.name, u.email) as name, j.stage, j.held_until
     from jobs j join users u on u.id = j.holder_id
     where j.project_id = $1 and j.id = $2 and j.held_until > now()`,
    [projectId, jobId],
  )
  const row = rows[0]
  return row ? { userId: row.id, name: row.name, kind: kindOfStage(row.stage), heldUntil: row.held_until } : null
}

/**
 * Gives a job into somebody's hands, in the caller's transaction on the locked job. A queued job is in progress from
 * then on, and its annotator or reviewer is who had it last. Answers until when.
 */
export async function hold(db: Queryable, job: Job, userId: string, leaseSeconds: number): Promise<Date> {
  const { rows } = await db.query(
    `update jobs set holder_id = $3, held_until = now() + make_interval(secs => $4),
       stage_at = case when stage = 'queued' then now() else stage_at end,
       annotator_id = case when stage = 'in_review' then annotator_id else $3 end,
       reviewer_id = case when stage = 'in_review' then $3 else reviewer_id end,
       stage = case when stage = 'queued' then 'in_progress' else stage end
     where project_id = $1 and id = $2 returning held_until`,
    [job.projectId, job.jobId, userId, leaseSeconds],
  )
  return rows[0].held_until
}

/** Renews the lease of whoever holds the job, also one that ran out unnoticed; null when it is somebody else's now. */
export async function renew(
  db: Queryable,
  at: { projectId: string; jobId: string; userId: string },
  leaseSeconds: number,
): Promise<{ heldUntil: Date; kind: 'annotate' | 'review' } | null> {
  const { rows } = await db.query(
    `update jobs set held_until = now() + make_interval(secs => $4)
     where project_id = $1 and id = $2 and holder_id = $3 and stage in ('in_progress', 'in_review')
     returning held_until, stage`,
    [at.projectId, at.jobId, at.userId, leaseSeconds],
  )
  return rows[0] ? { heldUntil: rows[0].held_until, kind: kindOfStage(rows[0].stage) } : null
}

// Where nothing was saved nothing was done: the job waits as if it had never been taken. A rejected or reopened one
// has work in it by definition, and stays in progress.
export const GIVE_BACK = `update jobs j set holder_id = null, held_until = null,
    stage = case when untouched.yes then 'queued' else j.stage end,
    stage_at = case when untouched.yes then now() else j.stage_at end,
    annotator_id = case when untouched.yes then null else j.annotator_id end
  from given, lateral (
    select given.stage = 'in_progress' and not given.rejected and given.result_version is null
      and not exists (select 1 from works w where w.project_id = given.project_id and w.job_id = given.id and w.version > 0)
      as yes
  ) untouched
  where j.project_id = given.project_id and j.id = given.id`

/** Gives the job back, in the caller's transaction on the locked job. What was saved stays. */
export async function giveBack(db: Queryable, job: Job): Promise<void> {
  await db.query(`with given as (select * from jobs where project_id = $1 and id = $2) ${GIVE_BACK}`, [
    job.projectId,
    job.jobId,
  ])
}
