import { STAGE_OF_WORK, type WorkKind } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { bigint, type RowOf, Table, textOf } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'
import { recordActivity } from '../progress/progress.ts'

/** A longer gap between two signs of life was a break, and is not counted. */
const IDLE_MINUTES = 5

type At = Pick<Job, 'projectId' | 'jobId'>

/** A sign of life: the time since the last one was work, unless it is too long for that. */
export async function recordHeartbeat(db: Queryable, at: At, userId: string, kind: WorkKind): Promise<void> {
  await recordActivity(db, at, { userId, kind, stage: STAGE_OF_WORK[kind], idleMinutes: IDLE_MINUTES })
  await db.query(
    `insert into active_times as t (project_id, job_id, user_id, kind) values ($1, $2, $3, $4)
     on conflict (project_id, job_id, user_id, kind) do update set last_beat_at = excluded.last_beat_at,
       active_ms = t.active_ms
         + case when excluded.last_beat_at - t.last_beat_at between interval '0' and make_interval(mins => $5)
         then (extract(epoch from excluded.last_beat_at - t.last_beat_at) * 1000)::bigint else 0 end`,
    [at.projectId, at.jobId, userId, kind, IDLE_MINUTES],
  )
  await db.query(
    `update assignments set last_beat_at = now(),
       active_ms = active_ms + case when (select now()) - last_beat_at between interval '0' and make_interval(mins => $5)
         then (extract(epoch from (select now()) - last_beat_at) * 1000)::bigint else 0 end
     where project_id = $1 and job_id = $2 and user_id = $3 and purpose = $4 and outcome is null`,
    [at.projectId, at.jobId, userId, kind, IDLE_MINUTES],
  )
}

/** The person starts or resumes: the time before was not work on this job. */
export async function startHeartbeats(db: Queryable, at: At, userId: string, kind: WorkKind): Promise<void> {
  await db.query(
    `insert into active_times (project_id, job_id, user_id, kind) values ($1, $2, $3, $4)
     on conflict (project_id, job_id, user_id, kind) do update set last_beat_at = excluded.last_beat_at`,
    [at.projectId, at.jobId, userId, kind],
  )
  await db.query(
    `update assignments set last_beat_at = now()
     where project_id = $1 and job_id = $2 and user_id = $3 and purpose = $4 and outcome is null`,
    [at.projectId, at.jobId, userId, kind],
  )
}

export interface ActiveTime {
  userName: string
  kind: 'annotate' | 'review'
  seconds: number
}

export const ACTIVE_TIMES = new Table('active_times', { kind: textOf<ActiveTime['kind']>(), active_ms: bigint })

export async function listActiveTimes(db: Queryable, at: At): Promise<ActiveTime[]> {
  const { rows } = await db.query<RowOf<typeof ACTIVE_TIMES> & { name: string }>(
    `select coalesce(u.name, u.email) as name, t.kind, t.active_ms from active_times t join users u on u.id = t.user_id
     where t.project_id = $1 and t.job_id = $2 order by t.kind, name`,
    [at.projectId, at.jobId],
  )
  return rows.map((row) => ({ userName: row.name, kind: row.kind, seconds: Math.round(row.active_ms / 1000) }))
}

export async function activeSeconds(db: Queryable, at: At): Promise<{ annotate: number; review: number }> {
  return activeSecondsOf(await listActiveTimes(db, at))
}

export function activeSecondsOf(times: readonly ActiveTime[]): { annotate: number; review: number } {
  const sum = (kind: string) => times.reduce((total, time) => total + (time.kind === kind ? time.seconds : 0), 0)
  return { annotate: sum('annotate'), review: sum('review') }
}
