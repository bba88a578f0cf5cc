import { type Stage, type WorkKind, workKindAt } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from '../jobs/jobs.ts'

export interface Holder {
  userId: string
  name: string
  kind: WorkKind
  heldUntil: Date
}

/** SQL over a job `j`: no one holds it, or its lease has expired. */
export const IS_FREE = '(j.holder_id is null or j.held_until <= now())'

/** The holder of the job; null if no one works on it. */
export async function findHolder(db: Queryable, projectId: string, jobId: string): Promise<Holder | null> {
  const { rows } = await db.query<{ id: string; name: string; stage: Stage; held_until: Date }>(
    `select u.id, coalesce(u.name, u.email) as name, j.stage, j.held_until
     from jobs j join users u on u.id = j.holder_id
     where j.project_id = $1 and j.id = $2 and j.held_until > now()`,
    [projectId, jobId],
  )
  const row = rows[0]
  return row ? { userId: row.id, name: row.name, kind: workKindAt(row.stage), heldUntil: row.held_until } : null
}

/** Renews the lease of the job's holder, even after it expired unnoticed; null if another person has it now. */
export async function renewLease(
  db: Queryable,
  at: { projectId: string; jobId: string; userId: string },
  leaseSeconds: number,
): Promise<{ heldUntil: Date; kind: WorkKind } | null> {
  const { rows } = await db.query<{ held_until: Date; stage: Stage }>(
    `with held as (
       update jobs set held_until = now() + make_interval(secs => $4)
       where project_id = $1 and id = $2 and holder_id = $3 returning held_until, stage
     ), leased as (
       update assignments a set held_until = held.held_until from held
       where a.project_id = $1 and a.job_id = $2 and a.user_id = $3 and a.outcome is null and a.held_until is not null
     ) select held_until, stage from held`,
    [at.projectId, at.jobId, at.userId, leaseSeconds],
  )
  return rows[0] ? { heldUntil: rows[0].held_until, kind: workKindAt(rows[0].stage) } : null
}

/** The job, locked, when its holder was silent for too long; null when not, or when another process has locked it. */
export async function lockSilent(db: Queryable, projectId: string, jobId: string): Promise<Job | null> {
  const { rows } = await db.query<JobColumns>(
    `select ${JOB_COLUMNS} from jobs
     where project_id = $1 and id = $2 and holder_id is not null and held_until <= now() for update skip locked`,
    [projectId, jobId],
  )
  return rows[0] ? jobOf(rows[0]) : null
}
