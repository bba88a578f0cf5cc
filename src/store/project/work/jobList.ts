import { isFinished, STAGES, STATUS_OF, type Stage } from '../../../model/stage.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { type Job, type JobColumns, jobOf } from '../jobs/jobs.ts'

export interface JobFilter {
  stages: readonly Stage[] | null
  tag: string | null
  batchId: string | null
  referenceId: string | null
}

/** Where a page ended: in this batch, at this position. */
export interface JobCursor {
  batchId: string
  position: number
}

export interface ListedJob {
  job: Job
  holderName: string | null
  annotatorName: string | null
  reviewerName: string | null
}

export const JOB_LIST_PAGE = 100

const NAMED = `select j.*, coalesce(h.name, h.email) as holder_name, coalesce(a.name, a.email) as annotator_name,
    coalesce(r.name, r.email) as reviewer_name
  from page j left join users h on h.id = j.holder_id and j.held_until > now()
    left join users a on a.id = j.annotator_id left join users r on r.id = j.reviewer_id`

/** Stages that a customer's status stands for. */
export const stagesOfStatus = (status: string): Stage[] => STAGES.filter((stage) => STATUS_OF[stage] === status)

/**
 * Jobs of a project, newest batch first and in it the newest job first; one more than a page tells of the next. It goes
 * batch by batch along their order, so that a page costs what is on it however many jobs there are.
 */
export async function listJobs(
  db: Queryable,
  projectId: string,
  filter: JobFilter,
  after: JobCursor | null,
): Promise<ListedJob[]> {
  if (filter.referenceId !== null) return jobsByReference(db, projectId, filter)
  const found: ListedJob[] = []
  const batches = filter.batchId === null ? await batchesNewestFirst(db, projectId, filter) : [filter.batchId]
  const start = after ? batches.indexOf(after.batchId) : 0
  for (const batchId of start < 0 ? [] : batches.slice(start)) {
    const below = batchId === after?.batchId ? after.position : null
    found.push(...(await jobsOfBatch(db, projectId, batchId, filter, below, JOB_LIST_PAGE + 1 - found.length)))
    if (found.length > JOB_LIST_PAGE) break
  }
  return found
}

async function batchesNewestFirst(db: Queryable, projectId: string, { stages }: JobFilter): Promise<string[]> {
  // What the counters say spares a walk through batches in which nothing can be found.
  const wanted = stages === null ? 'c.total_jobs > 0' : stages.every(isFinished) ? finishedCount(stages) : OPEN_COUNT
  const { rows } = await db.query<{ id: string }>(
    `select b.id from batches b join batch_counts c on c.project_id = b.project_id and c.batch_id = b.id
     where b.project_id = $1 and ${wanted} order by b.created_at desc, b.id`,
    [projectId],
  )
  return rows.map((row) => row.id)
}

const OPEN_COUNT = 'c.total_jobs > c.completed_jobs + c.failed_jobs + c.cancelled_jobs'
const finishedCount = (stages: readonly Stage[]) => `${stages.map((stage) => `c.${stage}_jobs`).join(' + ')} > 0`

async function jobsOfBatch(
  db: Queryable,
  projectId: string,
  batchId: string,
  { stages, tag }: JobFilter,
  below: number | null,
  limit: number,
): Promise<ListedJob[]> {
  // Failed jobs are few among many and have a partial index, which needs the stage spelled out.
  const stage = stages?.length === 1 && stages[0] === 'failed' ? `and stage = 'failed'` : ''
  const { rows } = await db.query<ListedRow>(
    `with page as (
       select * from jobs where project_id = $1 and batch_id = $2 and ($3::bigint is null or position < $3)
         and ($4::text[] is null or stage = any($4)) ${stage} and ($5::text is null or tag = $5)
       order by position desc limit $6
     ) ${NAMED} order by j.position desc`,
    [projectId, batchId, below, stages, tag, limit],
  )
  return rows.map(listedOf)
}

async function jobsByReference(db: Queryable, projectId: string, filter: JobFilter): Promise<ListedJob[]> {
  const { rows } = await db.query<ListedRow>(
    `with page as (
       select * from jobs where project_id = $1 and reference_id = $2 and ($3::text[] is null or stage = any($3))
         and ($4::text is null or tag = $4) and ($5::uuid is null or batch_id = $5)
     ) ${NAMED}`,
    [projectId, filter.referenceId, filter.stages, filter.tag, filter.batchId],
  )
  return rows.map(listedOf)
}

export async function findListedJob(db: Queryable, projectId: string, jobId: string): Promise<ListedJob | null> {
  const { rows } = await db.query<ListedRow>(
    `with page as (select * from jobs where project_id = $1 and id = $2) ${NAMED}`,
    [projectId, jobId],
  )
  return rows[0] ? listedOf(rows[0]) : null
}

type ListedRow = JobColumns & Record<'holder_name' | 'annotator_name' | 'reviewer_name', string | null>

const listedOf = (row: ListedRow): ListedJob => ({
  job: jobOf(row),
  holderName: row.holder_name,
  annotatorName: row.annotator_name,
  reviewerName: row.reviewer_name,
})
