import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { type Job, type JobColumns, jobOf } from '../../project/jobs/jobs.ts'
import { IS_FREE } from '../../project/work/lease.ts'
import { NOT_OWN_WORK } from '../../project/work/ownWork.ts'

/** Whose queue it is, and what of it may be given out. `workflow/policies/queue` decides it; the statements only apply it. */
export interface QueueOf {
  userId: string
  projectIds: readonly string[]
  /** Those whose waiting jobs the person may see before they are given one. */
  listedIds: readonly string[]
  /** null: every tag. */
  tag: string | null
  /** Stages in which the person may be given jobs to annotate, and to review. */
  annotate: readonly Stage[]
  review: readonly Stage[]
  /** Stages in which the last annotator, or reviewer, goes on with the job. */
  ownAnnotation: readonly Stage[]
  ownReview: readonly Stage[]
  reservedHours: number
  skippedHours: number
}

// $1 person, $2 projects, $3 tag, $4 and $5 stages to annotate and to review, $6 and $7 stages of their own annotation
// and review, $8 and $9 hours for which work is reserved and a skipped job is not offered
const valuesOf = (of: QueueOf) => [
  ...[of.userId, of.projectIds, of.tag, of.annotate, of.review, of.ownAnnotation, of.ownReview],
  ...[of.reservedHours, of.skippedHours],
]
const NEXT_VALUE = '$10'
const LISTED_IDS = '$11'

const IS_THERE = (column: string) => `exists (select 1 from users u where u.id = ${column} and not u.disabled)`
const hoursAgo = (at: string) => `now() - make_interval(hours => ${at}::int)`

/** Names the type of each value, since no statement uses all of them. Always true. */
const TYPED = `(cardinality($4::text[]) + cardinality($5::text[]) + cardinality($6::text[]) + cardinality($7::text[])
    + $8::int + $9::int is not null and ($3::text is null or true))`

const VISIBLE = `${TYPED} and ($3::text is null or j.tag = $3)
  and not exists (select 1 from job_skips s where s.project_id = j.project_id and s.job_id = j.id and s.user_id = $1
    and s.created_at > ${hoursAgo('$9')})`

/** Assigned to the person, or to a group of theirs. */
const ASSIGNED_TO_ME = `(j.assigned_user = $1 or exists (select 1 from group_members g
    where g.project_id = j.project_id and g.group_name = j.assigned_group and g.user_id = $1))`

/** What is assigned goes to no one else, but for work of people who are gone. */
const ASSIGNED_TO_OTHERS = `(not ${ASSIGNED_TO_ME} and (j.assigned_group is not null
    or j.assigned_user is not null and ${IS_THERE('j.assigned_user')}))`

/** What may still be taken back waits for no reviewer yet. */
const IS_SETTLED = '(j.undo_until is null or j.undo_until <= now())'

const TAKEN = `(select count(*) from assignments a where a.project_id = c.project_id and a.job_id = c.job_id
    and a.purpose = 'consensus' and (a.outcome is null or a.outcome = 'submitted'))`
const HAS_PLACE = (project: string, more = '') => `exists (select 1 from assignments a where a.project_id = ${project}
    and a.job_id = j.id and a.user_id = $1 and a.purpose = 'consensus' ${more})`

/** Several people annotate the job, and this one has had a place in it, or there is none left. */
const NO_PLACE = `exists (select 1 from consensus_jobs c where c.project_id = j.project_id and c.job_id = j.id and c.is_open
    and (${HAS_PLACE('j.project_id')} or c.wanted <= ${TAKEN}))`

/** The person's copy of such a job: nothing was done with it, or others have the place now. */
const IS_LEFT_COPY = `(j.origin_job is not distinct from j.id and not ${HAS_PLACE('j.origin_project', 'and a.outcome is null')}
    and (j.annotator_id is null or not exists (select 1 from consensus_jobs c
      where c.project_id = j.origin_project and c.job_id = j.id and c.is_open and c.wanted > ${TAKEN})))`

/** One branch a stage, because each has its own index. */
const MINE = `(j.stage = any($6::text[]) and j.annotator_id = $1 and (j.holder_id = $1 or not ${ASSIGNED_TO_OTHERS})
    or j.stage = any($7::text[]) and j.reviewer_id = $1) and (j.holder_id = $1 or ${IS_FREE}) and ${IS_SETTLED}
    and not ${IS_LEFT_COPY}`

/** The person is to get no more work of the tag, or has had the job already, as one of their checks. */
const WITHHELD = `(exists (select 1 from person_checks c where c.project_id = j.project_id and c.tag = j.tag
      and c.user_id = $1 and c.paused_for is not null)
    or exists (select 1 from gold_given h where h.project_id = j.project_id and h.job_id = j.id and h.user_id = $1))`

/** Others' own copies are for their reviewers alone. */
const IS_OTHERS_COPY = `(j.origin_project is not null and not exists (select 1 from private_spaces s
    where s.space_id = j.project_id and s.user_id = $1))`

const RESERVED = (column: string) => `(${column} is not null and ${column} <> $1
    and j.stage_at > ${hoursAgo('$8')} and ${IS_THERE(column)})`

const GIVEN_OUT = `${IS_FREE} and not exists (select 1 from batches b
    where b.project_id = j.project_id and b.id = j.batch_id and b.state = 'paused')`

/** The list of stages is that of the index of waiting jobs. */
const ANYONES = `j.stage = any($4::text[] || $5::text[]) and ${GIVEN_OUT} and (
    j.stage = any($4) and not (j.rejected and ${RESERVED('j.annotator_id')}) and not ${ASSIGNED_TO_OTHERS}
      and not ${WITHHELD} and not ${IS_OTHERS_COPY} and not ${NO_PLACE} and not ${IS_LEFT_COPY}
    or j.stage = any($5) and ${IS_SETTLED} and ${NOT_OWN_WORK} and not ${RESERVED('j.reviewer_id')})`

const ASSIGNED = `j.stage = any($4::text[]) and ${ASSIGNED_TO_ME} and ${GIVEN_OUT} and not ${WITHHELD} and not ${NO_PLACE}
    and not (j.rejected and ${RESERVED('j.annotator_id')})`

/**
 * The job that comes first for this person, locked for the caller's transaction; null when there is none. Own
 * unfinished work, own rejected work, what is assigned to them by its deadline, then priority_weight (10 first), then
 * the oldest. What another call has locked at
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
  const assigned = await db.query<JobColumns>(
    `select * from jobs j where j.project_id = any($2) and ${ASSIGNED} and ${VISIBLE}
     order by j.deadline, j.priority_weight desc, j.created_at limit 1 for update skip locked`,
    valuesOf(of),
  )
  if (assigned.rows[0]) return jobOf(assigned.rows[0])
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
    `select 1 from jobs j where j.project_id = any($2) and j.id = ${NEXT_VALUE} and ${TYPED}
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
const LISTED = ['rank', 'due', 'priority_weight desc', 'created_at', 'id']

/** The queue in its order, a page from `offset` on: jobs offered to this person, and those whose lease they have. */
export async function listQueue(db: Queryable, of: QueueOf, offset: number): Promise<QueuedJob[]> {
  const { rows } = await db.query<QueuedRow>(
    `with mine as (
       select j.* from jobs j where j.project_id = any($2) and ${MINE} and ${VISIBLE} limit 1000
     ), assigned as (
       select j.* from jobs j where j.project_id = any(${LISTED_IDS}) and ${ASSIGNED} and ${VISIBLE}
         and not exists (select 1 from mine where mine.id = j.id)
       order by j.deadline, j.priority_weight desc, j.created_at limit 1000
     ), others as (
       select first.* from unnest(${LISTED_IDS}::uuid[]) as p(id), lateral (
         select * from jobs j where j.project_id = p.id and ${ANYONES} and ${VISIBLE}
         order by j.priority_weight desc, j.created_at limit ${NEXT_VALUE} + ${QUEUE_PAGE + 1}
       ) first where not exists (select 1 from mine where mine.id = first.id)
         and not exists (select 1 from assigned where assigned.id = first.id)
     ), page as (
       select *, case when rejected then 1 else 0 end as rank, null::timestamptz as due from mine
       union all select *, 2, deadline from assigned union all select *, 3, null from others
       order by ${LISTED.join(', ')} offset ${NEXT_VALUE} limit ${QUEUE_PAGE + 1}
     ) ${WITH_NAMES} order by ${LISTED.map((column) => `page.${column}`).join(', ')}`,
    [...valuesOf(of), offset, of.listedIds],
  )
  return rows.map(queuedOf)
}

const WITH_NAMES = `select page.*, p.name as project_name, coalesce(u.name, u.email) as holder_name,
    (select count(*)::int from issues i where i.project_id = page.project_id and i.job_id = page.id
      and i.resolved_at is null) as open_issues
  from page join projects p on p.id = coalesce(page.origin_project, page.project_id)
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
  own: row.rank >= 2 ? null : row.rank === 1 ? 'rejected' : 'unfinished',
  holderName: row.holder_name,
  openIssues: row.open_issues,
})
