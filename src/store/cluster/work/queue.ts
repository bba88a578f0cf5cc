import { OWNER_AT, WORK_AT, type WorkKind } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { type Job, type JobColumns, jobOf } from '../../project/jobs/jobs.ts'
import { IS_FREE } from '../../project/work/lease.ts'
import { NOT_OWN_WORK } from '../../project/work/ownWork.ts'

/** Whose queue it is, and what of it is wanted. */
export interface QueueOf {
  userId: string
  projectIds: readonly string[]
  /** null: every tag. */
  tag: string | null
  annotate: boolean
  review: boolean
}

/** Work that is reserved for a person is offered to others after a day, or when that person is gone. */
const KEPT_FOR_HOURS = 24
const SKIPPED_FOR_HOURS = 24

const IS_THERE = (column: string) => `exists (select 1 from users u where u.id = ${column} and not u.disabled)`

// $1 person, $2 projects, $3 tag, $4 may annotate, $5 may review
const VISIBLE = `($3::text is null or j.tag = $3)
  and not exists (select 1 from job_skips s where s.project_id = j.project_id and s.job_id = j.id and s.user_id = $1
    and s.created_at > now() - interval '${SKIPPED_FOR_HOURS} hours')`

const OWNERS = {
  annotator: { column: 'j.annotator_id', asked: '$4::boolean' },
  reviewer: { column: 'j.reviewer_id', asked: '$5::boolean' },
} as const

const asText = (stage: string) => `'${stage}'`
/** The list is that of the index of waiting jobs. */
const IS_WAITING = `j.stage in (${Object.keys(WORK_AT).map(asText).join(', ')})`
const stagesFor = (kind: WorkKind): string =>
  Object.entries(WORK_AT)
    .filter(([, work]) => work === kind)
    .map(([stage]) => asText(stage))
    .join(', ')
const TO_ANNOTATE = `j.stage in (${stagesFor('annotate')}) and $4::boolean`
/** What may still be taken back waits for no reviewer yet. */
const IS_SETTLED = '(j.undo_until is null or j.undo_until <= now())'
const TO_REVIEW = `j.stage in (${stagesFor('review')}) and $5::boolean and ${IS_SETTLED}`

/** One branch a stage, because each has its own index. */
const MINE = `(${Object.entries(OWNER_AT)
  .map(([stage, owner]) => `j.stage = ${asText(stage)} and ${OWNERS[owner].asked} and ${OWNERS[owner].column} = $1`)
  .join(' or ')}) and (j.holder_id = $1 or ${IS_FREE}) and ${IS_SETTLED}`

const KEPT = (column: string) => `(${column} is not null and ${column} <> $1
    and j.stage_at > now() - interval '${KEPT_FOR_HOURS} hours' and ${IS_THERE(column)})`

const ANYONES = `${IS_WAITING} and ${IS_FREE} and (
    ${TO_ANNOTATE} and not (j.rejected and ${KEPT('j.annotator_id')})
    or ${TO_REVIEW} and ${NOT_OWN_WORK} and not ${KEPT('j.reviewer_id')})`

const valuesOf = (of: QueueOf) => [of.userId, of.projectIds, of.tag, of.annotate, of.review]

/**
 * The job that comes first for this person, locked for the caller's transaction; null when there is none. Own
 * unfinished work, own rejected work, then priority_weight (10 first), then the oldest. What another call has locked at
 * this moment is passed over, so that no two are answered the same.
 */
export async function lockNext(db: Queryable, of: QueueOf): Promise<Job | null> {
  const own = await db.query<JobColumns>(
    `select * from jobs j where j.project_id = any($2) and ${MINE} and ${VISIBLE}
     order by j.rejected, j.holder_id is not distinct from $1 desc, j.priority_weight desc, j.created_at limit 1
     for update`,
    valuesOf(of),
  )
  if (own.rows[0]) return jobOf(own.rows[0])
  // Project by project along the index of waiting jobs; each gives its first one.
  const { rows } = await db.query<JobColumns>(
    `select first.* from unnest($2::uuid[]) as p(id), lateral (
       select * from jobs j where j.project_id = p.id and ${ANYONES} and ${VISIBLE}
       order by j.priority_weight desc, j.created_at limit 1 for update skip locked
     ) first order by first.priority_weight desc, first.created_at limit 1`,
    valuesOf(of),
  )
  return rows[0] ? jobOf(rows[0]) : null
}

/** Whether this person may take the locked job, skipped or not. */
export async function mayTake(db: Queryable, job: Job, of: QueueOf): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from jobs j where j.project_id = any($2) and j.id = $6 and ($3::text is null or true)
       and (${MINE} or ${ANYONES})`,
    [...valuesOf(of), job.jobId],
  )
  return rowCount === 1
}

export interface QueuedJob {
  job: Job
  projectName: string
  own: 'unfinished' | 'rejected' | null
  holderName: string | null
  openIssues: number
}

export const QUEUE_PAGE = 50

/** The queue in its order, a page from `offset` on: jobs offered to this person, and those whose lease they have. */
export async function listQueue(db: Queryable, of: QueueOf, offset: number): Promise<QueuedJob[]> {
  const { rows } = await db.query<QueuedRow>(
    `with mine as (
       select j.* from jobs j where j.project_id = any($2) and ${MINE} and ${VISIBLE} limit 1000
     ), others as (
       select first.* from unnest($2::uuid[]) as p(id), lateral (
         select * from jobs j where j.project_id = p.id and ${ANYONES} and ${VISIBLE}
         order by j.priority_weight desc, j.created_at limit $6 + ${QUEUE_PAGE + 1}
       ) first where not exists (select 1 from mine where mine.id = first.id)
     ), page as (
       select *, case when rejected then 1 else 0 end as rank from mine union all select *, 2 from others
       order by rank, priority_weight desc, created_at, id offset $6 limit ${QUEUE_PAGE + 1}
     ) ${WITH_NAMES} order by page.rank, page.priority_weight desc, page.created_at, page.id`,
    [...valuesOf(of), offset],
  )
  return rows.map(queuedOf)
}

const WITH_NAMES = `select page.*, p.name as project_name, coalesce(u.name, u.email) as holder_name,
    (select count(*)::int from issues i where i.project_id = page.project_id and i.job_id = page.id
      and i.resolved_at is null) as open_issues
  from page join projects p on p.id = page.project_id
    left join users u on u.id = page.holder_id and page.held_until > now()`

/** One job as its holder sees it in the queue. */
export async function findQueued(db: Queryable, projectId: string, jobId: string): Promise<QueuedJob | null> {
  const { rows } = await db.query<QueuedRow>(
    `with page as (
       select *, case when rejected then 1 else 0 end as rank from jobs where project_id = $1 and id = $2
     ) ${WITH_NAMES}`,
    [projectId, jobId],
  )
  return rows[0] ? queuedOf(rows[0]) : null
}

type QueuedRow = JobColumns & { project_name: string; rank: number; holder_name: string | null; open_issues: number }

const queuedOf = (row: QueuedRow): QueuedJob => ({
  job: jobOf(row),
  projectName: row.project_name,
  own: row.rank === 2 ? null : row.rank === 1 ? 'rejected' : 'unfinished',
  holderName: row.holder_name,
  openIssues: row.open_issues,
})
