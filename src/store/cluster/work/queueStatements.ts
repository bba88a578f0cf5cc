import { WORK_AT } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { type Job, type JobColumns, jobOf } from '../../project/jobs/jobs.ts'
import {
  NEXT_VALUE,
  OF_ONE,
  QUEUE_PAGE,
  type QueuedRow,
  type QueueOf,
  type QueueStatements,
  queueValues,
  TYPED,
  VISIBLE,
} from './queueConditions.ts'

/**
 * Hidden in a case from the planner, which expects hardly any rows from this number of conditions: it would read all
 * waiting jobs and sort them, instead of following their index to the first that fits.
 */
const IS_ANYONES = `case when ${OF_ONE.anyones} and ${VISIBLE} then true else false end`

/** Jobs for anyone in the project `p.id`, in its order. */
const ANYONES = `select * from jobs j where j.project_id = p.id and j.stage = any($4::text[] || $5::text[])
  and ${IS_ANYONES} order by j.priority_weight desc, j.created_at`

/** The number of waiting jobs of all projects that are read first, before each project of the person. */
const FRONT = 1000
/** With fewer projects, reading them one by one takes no longer. */
const MANY_PROJECTS = 200

/** Those of the indexes of waiting jobs. */
const STAGES_OF_WORK = Object.keys(WORK_AT).map((stage) => `'${stage}'`)

/** Jobs for anyone among the first jobs of all projects: usually enough for people who see many of them. */
const anyonesOfFront = (projects: string) => `select * from (
    select * from jobs where stage in (${STAGES_OF_WORK}) order by priority_weight desc, created_at limit ${FRONT}
  ) j where j.project_id = any(${projects}) and ${IS_ANYONES} order by j.priority_weight desc, j.created_at, j.id`

async function lockNext(db: Queryable, of: QueueOf): Promise<Job | null> {
  const own = await db.query<JobColumns>(
    `select * from jobs j where j.project_id = any($2) and ${OF_ONE.mine} and ${VISIBLE}
     order by j.rejected, j.holder_id is not distinct from $1 desc, j.priority_weight desc, j.created_at limit 1
     for update`,
    queueValues(of),
  )
  if (own.rows[0]) return jobOf(own.rows[0])
  const assigned = await db.query<JobColumns>(
    `select * from jobs j where j.project_id = any($2) and ${OF_ONE.assigned} and ${VISIBLE}
     order by j.deadline, j.priority_weight desc, j.created_at limit 1 for update skip locked`,
    queueValues(of),
  )
  if (assigned.rows[0]) return jobOf(assigned.rows[0])
  for await (const projectId of projectsInOrder(db, of)) {
    const { rows } = await db.query<JobColumns>(
      `select first.* from unnest($2::uuid[]) as p(id), lateral (${ANYONES} limit 1 for update skip locked) first`,
      queueValues({ ...of, projectIds: [projectId] }),
    )
    if (rows[0]) return jobOf(rows[0])
  }
  return null
}

/** Projects with work for the person, by the first job of each. Nothing is locked: it would be a row of each. */
async function* projectsInOrder(db: Queryable, of: QueueOf): AsyncGenerator<string> {
  if (of.projectIds.length === 1) return yield* of.projectIds
  if (of.projectIds.length > MANY_PROJECTS) {
    const { rows } = await db.query<JobColumns>(`${anyonesOfFront('$2')} limit 1`, queueValues(of))
    if (rows[0]) yield rows[0].project_id
  }
  const { rows } = await db.query<{ id: string }>(
    `select p.id from unnest($2::uuid[]) as p(id), lateral (${ANYONES} limit 1) first
     order by first.priority_weight desc, first.created_at`,
    queueValues(of),
  )
  yield* rows.map(({ id }) => id)
}

async function mayTake(db: Queryable, job: Job, of: QueueOf): Promise<boolean> {
  const { rowCount } = await db.query(
    `select 1 from jobs j where j.project_id = any($2) and j.id = ${NEXT_VALUE} and ${TYPED}
       and (${OF_ONE.mine} or ${OF_ONE.anyones})`,
    [...queueValues(of), job.jobId],
  )
  return rowCount === 1
}

const LISTED = ['rank', 'due', 'priority_weight desc', 'created_at', 'id']

const LISTED_IDS = '$11'
const AS_FAR = `${NEXT_VALUE} + ${QUEUE_PAGE + 1}`

const OTHERS_OF_FRONT = `${anyonesOfFront(LISTED_IDS)} limit ${AS_FAR}`
const OTHERS_OF_EACH = `select one.* from (
    select p.id from unnest(${LISTED_IDS}::uuid[]) as p(id), lateral (${ANYONES} limit 1) first
    order by first.priority_weight desc, first.created_at, first.id limit ${AS_FAR}
  ) as p, lateral (${ANYONES} limit ${AS_FAR}) one`

/** Pages of many projects begin with the first jobs of all. */
async function list(db: Queryable, of: QueueOf, offset: number): Promise<QueuedRow[]> {
  const front = of.listedIds.length > MANY_PROJECTS ? await listed(db, of, offset, OTHERS_OF_FRONT) : []
  return front.length > QUEUE_PAGE ? front : listed(db, of, offset, OTHERS_OF_EACH)
}

/** @param others jobs for anyone, from the front on; where it ends too soon, so does the page */
async function listed(db: Queryable, of: QueueOf, offset: number, others: string): Promise<QueuedRow[]> {
  const { rows } = await db.query<QueuedRow>(
    `with mine as (
       select j.* from jobs j where j.project_id = any($2) and ${OF_ONE.mine} and ${VISIBLE} limit 1000
     ), assigned as (
       select j.* from jobs j where j.project_id = any(${LISTED_IDS}) and ${OF_ONE.assigned} and ${VISIBLE}
         and not exists (select 1 from mine where mine.id = j.id)
       order by j.deadline, j.priority_weight desc, j.created_at limit 1000
     ), others as (
       select * from (${others}) one where not exists (select 1 from mine where mine.id = one.id)
         and not exists (select 1 from assigned where assigned.id = one.id)
     )
     select *, case when rejected then 1 else 0 end as rank, null::timestamptz as due from mine
     union all select *, 2, deadline from assigned union all select *, 3, null from others
     order by ${LISTED.join(', ')} offset ${NEXT_VALUE} limit ${QUEUE_PAGE + 1}`,
    [...queueValues(of), offset, of.listedIds],
  )
  return rows
}

/** The statements of the queue when all projects are on one machine. */
export const QUEUE_STATEMENTS: QueueStatements = { lockNext, mayTake, list }
