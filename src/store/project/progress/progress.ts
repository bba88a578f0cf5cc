import type { CallbackEventName } from '../../../model/callbackEvent.ts'
import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'
import type { Job } from '../jobs/jobs.ts'

/** A job moved from one stage to another; `isRework`: it returns to people who had done it. */
export interface JobStep {
  before: Job
  after: Job
  isRework: boolean
}

/** Records steps of jobs of one project. The same statement returns the events that the project subscribes to. */
export async function recordSteps(
  db: Queryable,
  projectId: string,
  steps: readonly JobStep[],
): Promise<CallbackEventName[]> {
  const sums = new Map<Stage, StageSum>()
  const sumOf = (stage: Stage): StageSum => {
    const sum = sums.get(stage) ?? { entered: 0, gone: 0, frames: 0, objects: 0, rework: 0 }
    sums.set(stage, sum)
    return sum
  }
  for (const { before, after, isRework } of steps) {
    sumOf(before.stage).gone++
    const sum = sumOf(after.stage)
    sum.entered++
    sum.frames += after.frames
    sum.objects += after.annotations
    if (isRework) sum.rework++
  }
  const all = [...sums.values()]
  const { rows } = await db.query<{ events: CallbackEventName[] }>(
    `with recorded as (
       insert into progress_changes (project_id, stage, entered, gone, frames, objects, rework)
       select $1, * from unnest($2::text[], $3::int[], $4::int[], $5::bigint[], $6::bigint[], $7::int[])
     ) select events from callback_settings where project_id = $1`,
    [
      projectId,
      [...sums.keys()],
      all.map(({ entered }) => entered),
      all.map(({ gone }) => gone),
      all.map(({ frames }) => frames),
      all.map(({ objects }) => objects),
      all.map(({ rework }) => rework),
    ],
  )
  return rows[0]?.events ?? []
}

interface StageSum {
  entered: number
  gone: number
  frames: number
  objects: number
  rework: number
}

/** Adds the time since the person's last sign of life on the job, unless that was a break. Called before it is renewed. */
export async function recordActivity(
  db: Queryable,
  at: Pick<Job, 'projectId' | 'jobId'>,
  who: { userId: string; kind: 'annotate' | 'review'; stage: Stage; idleMinutes: number },
): Promise<void> {
  await db.query(
    `with worked as materialized (
       select t.project_id, $5 as stage, (extract(epoch from now() - t.last_beat_at) * 1000)::bigint as ms
       from active_times t
       where t.project_id = $1 and t.job_id = $2 and t.user_id = $3 and t.kind = $4 and t.last_beat_at < now()
         and now() - t.last_beat_at <= make_interval(mins => $6))
     insert into progress_changes (project_id, stage, active_ms) select project_id, stage, ms from worked`,
    [at.projectId, at.jobId, who.userId, who.kind, who.stage, who.idleMinutes],
  )
}

/** Folds what happened into the sums. What another process folds at this moment is passed over. */
export async function foldProgress(db: Queryable, projectId: string): Promise<number> {
  const { rows } = await db.query<{ folded: number }>(
    `with taken as (
       delete from progress_changes c where c.project_id = $1 and c.id in (
         select id from progress_changes where project_id = $1 order by id limit 50000 for update skip locked)
       returning *
     ), summed as (
       insert into progress_sums as s (project_id, hour, stage, entered, gone, frames, objects, active_ms, rework)
       select $1, date_trunc('hour', at), stage, sum(entered), sum(gone), sum(frames), sum(objects), sum(active_ms), sum(rework)
       from taken group by 2, 3 order by 2, 3
       on conflict (project_id, hour, stage) do update set entered = s.entered + excluded.entered,
         gone = s.gone + excluded.gone, frames = s.frames + excluded.frames, objects = s.objects + excluded.objects,
         active_ms = s.active_ms + excluded.active_ms, rework = s.rework + excluded.rework
     ) select count(*)::int as folded from taken`,
    [projectId],
  )
  return rows[0]?.folded ?? 0
}

export interface ProgressRow {
  from: Date
  stage: Stage
  entered: number
  left: number
  frames: number
  objects: number
  activeMs: number
  rework: number
}

/** Sums by bucket and stage, those that are not folded yet included. Buckets are of UTC. */
export async function readProgress(
  db: Queryable,
  projectId: string,
  { bucket, from, to }: { bucket: 'hour' | 'day'; from: Date | null; to: Date },
): Promise<ProgressRow[]> {
  const rows = await namedRows<ProgressRow>(
    db,
    `select date_trunc($2, hour, 'UTC') as "from", stage, sum(entered)::bigint as entered, sum(gone)::bigint as "left",
       sum(frames)::bigint as frames, sum(objects)::bigint as objects, sum(active_ms)::bigint as active_ms,
       sum(rework)::bigint as rework
     from (
       select hour, stage, entered, gone, frames, objects, active_ms, rework from progress_sums
       where project_id = $1 and ($3::timestamptz is null or hour >= $3) and hour < $4
       union all
       select date_trunc('hour', at), stage, entered, gone, frames, objects, active_ms, rework from progress_changes
       where project_id = $1 and ($3::timestamptz is null or at >= $3) and at < $4
     ) counted group by 1, 2 order by 1, 2`,
    [projectId, bucket, from, to],
  )
  return rows
}

/** For each stage, the job that has been there the longest. */
export async function readOldest(
  db: Queryable,
  projectId: string,
  stages: readonly Stage[],
): Promise<{ stage: Stage; jobId: string; ageSeconds: number }[]> {
  const rows = await namedRows<{ stage: Stage; jobId: string; ageSeconds: number }>(
    db,
    `select s.stage, first.id as job_id,
       greatest(0, extract(epoch from now() - first.stage_at))::float8 as age_seconds
     from unnest($2::text[]) as s(stage), lateral (
       select j.id, j.stage_at from jobs j where j.project_id = $1 and j.stage = s.stage order by j.stage_at limit 1
     ) first`,
    [projectId, stages],
  )
  return rows
}
