import type { Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import type { Job, JobColumns } from '../../project/jobs/jobs.ts'
import { IS_FREE } from '../../project/work/lease.ts'
import { NOT_OWN_WORK, NOT_OWN_WORK_HERE } from '../../project/work/ownWork.ts'

/**
 * The person of the queue, and the work that may be assigned. `workflow/policies/queue` decides it; the statements only
 * apply it.
 */
export interface QueueOf {
  userId: string
  projectIds: readonly string[]
  /** Projects whose waiting jobs the person may see before they are given one. */
  listedIds: readonly string[]
  /** null: every tag. */
  tag: string | null
  /** Stages in which the person may be given jobs to annotate, and to review. */
  annotate: readonly Stage[]
  review: readonly Stage[]
  /** Stages in which the last annotator, or reviewer, continues the job. */
  ownAnnotation: readonly Stage[]
  ownReview: readonly Stage[]
  reservedHours: number
  skippedHours: number
  statements: QueueStatements
}

export const QUEUE_PAGE = 50

/** The statements of the queue in the form that the database takes. */
export interface QueueStatements {
  /** Locks the first job; null if there is none. */
  lockNext(db: Queryable, of: QueueOf): Promise<Job | null>
  mayTake(db: Queryable, job: Job, of: QueueOf): Promise<boolean>
  /** A page of the queue from `offset` on, and one extra row that shows whether there is another. */
  list(db: Queryable, of: QueueOf, offset: number): Promise<QueuedRow[]>
}

/** A job of a page, with its part of the queue: own, own and rejected, assigned, anyone's. */
export type QueuedRow = JobColumns & { rank: number }

// $1 person, $2 projects, $3 tag, $4 and $5 stages to annotate and to review, $6 and $7 stages of their own annotation
// and review, $8 and $9 hours for which work is reserved and a skipped job is not offered
export const queueValues = (of: QueueOf) => [
  of.userId,
  of.projectIds,
  of.tag,
  of.annotate,
  of.review,
  of.ownAnnotation,
  of.ownReview,
  of.reservedHours,
  of.skippedHours,
]
export const NEXT_VALUE = '$10'

const IS_THERE = (column: string) => `exists (select 1 from users u where u.id = ${column} and not u.disabled)`
const hoursAgo = (at: string) => `now() - make_interval(hours => ${at}::int)`

/** Names the type of each value, since no statement uses all of them. Always true. */
export const TYPED = `(cardinality($4::text[]) + cardinality($5::text[]) + cardinality($6::text[]) + cardinality($7::text[])
    + $8::int + $9::int is not null and ($3::text is null or true))`

export const VISIBLE = `${TYPED} and ($3::text is null or j.tag = $3)
  and not exists (select 1 from job_skips s where s.project_id = j.project_id and s.job_id = j.id and s.user_id = $1
    and s.created_at > ${hoursAgo('$9')})`

/** Assigned to the person, or to a group of theirs. */
const ASSIGNED_TO_ME = `(j.assigned_user = $1 or exists (select 1 from group_members g
    where g.project_id = j.project_id and g.group_name = j.assigned_group and g.user_id = $1))`

/**
 * Assigned work goes to no one else, except work of people who are no longer there. Private copies belong to their
 * person.
 */
const ASSIGNED_TO_OTHERS = `(j.origin_project is null and not ${ASSIGNED_TO_ME} and (j.assigned_group is not null
    or j.assigned_user is not null and ${IS_THERE('j.assigned_user')}))`

/** A submission that can still be undone does not wait for a reviewer yet. */
const IS_SETTLED = '(j.undo_until is null or j.undo_until <= now())'

const TAKEN = `(select count(*) from assignments a where a.project_id = c.project_id and a.job_id = c.job_id
    and a.purpose = 'consensus' and (a.outcome is null or a.outcome = 'submitted'))`
const HAS_PLACE = (project: string, more = '') => `exists (select 1 from assignments a where a.project_id = ${project}
    and a.job_id = j.id and a.user_id = $1 and a.purpose = 'consensus' ${more})`

/** Several people annotate the job, and this person has already had a place in it, or no place is left. */
const NO_PLACE = `exists (select 1 from consensus_jobs c where c.project_id = j.project_id and c.job_id = j.id and c.is_open
    and (${HAS_PLACE('j.project_id')} or c.wanted <= ${TAKEN}))`

/** The person's copy of such a job: nothing was done in it, or others have the place now. */
const IS_LEFT_COPY = `(j.origin_job is not distinct from j.id and not ${HAS_PLACE('j.origin_project', 'and a.outcome is null')}
    and (j.annotator_id is null or not exists (select 1 from consensus_jobs c
      where c.project_id = j.origin_project and c.job_id = j.id and c.is_open and c.wanted > ${TAKEN})))`

/** Conditions on rows of the project from which a private copy came, which may be on another machine than the copy. */
interface Crossing {
  isLeftCopy: string
  isNotOwnWork: string
}

/** The same if each project is on one machine: the copies are looked up before, see refusedCopies. */
export const REFUSED_COPIES = '$11'
const IS_REFUSED_COPY = `(j.origin_project is not null and j.project_id::text || j.id::text = any(${REFUSED_COPIES}::text[]))`
const CROSSING: Crossing = { isLeftCopy: IS_LEFT_COPY, isNotOwnWork: NOT_OWN_WORK }
const APART: Crossing = {
  isLeftCopy: IS_REFUSED_COPY,
  isNotOwnWork: `(${NOT_OWN_WORK_HERE} and not ${IS_REFUSED_COPY})`,
}

/** One branch a stage, because each has its own index. */
const mine = ({
  isLeftCopy,
}: Crossing) => `(j.stage = any($6::text[]) and j.annotator_id = $1 and (j.holder_id = $1 or not ${ASSIGNED_TO_OTHERS})
    or j.stage = any($7::text[]) and j.reviewer_id = $1) and (j.holder_id = $1 or ${IS_FREE}) and ${IS_SETTLED}
    and not ${isLeftCopy}`

/** The person gets no more work of the tag, or has already had the job as one of their checks. */
const WITHHELD = `(exists (select 1 from person_checks c where c.project_id = j.project_id and c.tag = j.tag
      and c.user_id = $1 and c.paused_for is not null)
    or exists (select 1 from gold_given h where h.project_id = j.project_id and h.job_id = j.id and h.user_id = $1))`

/** Others' private copies are for their reviewers only. */
const IS_OTHERS_COPY = `(j.origin_project is not null and not exists (select 1 from private_spaces s
    where s.space_id = j.project_id and s.user_id = $1))`

const RESERVED = (column: string) => `(${column} is not null and ${column} <> $1
    and j.stage_at > ${hoursAgo('$8')} and ${IS_THERE(column)})`

/** Assistants are asked about it, and the tag lets people wait for them. */
const AWAITS_ASSISTANTS = '(j.assist_until is not null and j.assist_until > now())'

const GIVEN_OUT = `${IS_FREE} and not ${AWAITS_ASSISTANTS} and not exists (select 1 from batches b
    where b.project_id = j.project_id and b.id = j.batch_id and b.state = 'paused')`

/** The list of stages is that of the index of waiting jobs. */
const anyones = ({
  isLeftCopy,
  isNotOwnWork,
}: Crossing) => `j.stage = any($4::text[] || $5::text[]) and ${GIVEN_OUT} and (
    j.stage = any($4) and not (j.rejected and ${RESERVED('j.annotator_id')}) and not ${ASSIGNED_TO_OTHERS}
      and not ${WITHHELD} and not ${IS_OTHERS_COPY} and not ${NO_PLACE} and not ${isLeftCopy}
    or j.stage = any($5) and ${IS_SETTLED} and ${isNotOwnWork} and not ${RESERVED('j.reviewer_id')})`

// The second condition follows from the third, and lets indexes answer where little is assigned.
const ASSIGNED = `j.stage = any($4::text[]) and (j.assigned_user = $1 or j.assigned_group is not null) and ${ASSIGNED_TO_ME} and ${GIVEN_OUT} and not ${WITHHELD} and not ${NO_PLACE}
    and not (j.rejected and ${RESERVED('j.annotator_id')})`

/** Conditions of a job \`j\` in the queue of a person. */
export interface QueueConditions {
  mine: string
  anyones: string
  assigned: string
}

const conditionsOf = (crossing: Crossing): QueueConditions => ({
  mine: mine(crossing),
  anyones: anyones(crossing),
  assigned: ASSIGNED,
})

export const OF_ONE = conditionsOf(CROSSING)
export const OF_PROJECTS_APART = conditionsOf(APART)
