import {
  NEXT_VALUE,
  OF_PROJECTS_APART,
  QUEUE_PAGE,
  type QueuedRow,
  type QueueOf,
  type QueueStatements,
  queueValues,
  TYPED,
  VISIBLE,
} from '../cluster/work/queueConditions.ts'
import type { Queryable } from '../postgres/pools.ts'
import { namedRows } from '../postgres/table.ts'
import { type Job, type JobColumns, jobOf } from '../project/jobs/jobs.ts'

interface CopyRow {
  project_id: string
  id: string
  origin_project: string
  origin_job: string
  stage: string
  annotator_id: string | null
}

/**
 * Private copies among the jobs of a queue that this person must not get, as project and job id joined: abandoned ones
 * of consensus (see IS_LEFT_COPY) and, for review, those whose origin the person has worked on. The deciding rows are
 * in the projects from which the copies came.
 */
async function refusedCopies(db: Queryable, of: QueueOf): Promise<string[]> {
  const { rows: copies } = await db.query<CopyRow>(
    `select project_id, id, origin_project, origin_job, stage, annotator_id from jobs
     where project_id = any($1) and origin_project is not null and stage = any($2)`,
    [of.projectIds, [...new Set([...of.annotate, ...of.review, ...of.ownAnnotation, ...of.ownReview])]],
  )
  const refused: string[] = []
  for (const [originProject, some] of Map.groupBy(copies, (copy) => copy.origin_project)) {
    const facts = await factsOf(
      db,
      originProject,
      some.map((copy) => copy.origin_job),
      of.userId,
    )
    for (const copy of some) {
      const fact = facts.get(copy.origin_job)
      const isConsensus = copy.origin_job === copy.id
      const isLeft = isConsensus && !fact?.hasOpenPlace && (copy.annotator_id === null || !fact?.hasRoom)
      const isOwn =
        of.review.some((stage) => stage === copy.stage) && (fact?.hasWorked || isOwnAnnotation(copy, of, fact))
      if (isLeft || isOwn) refused.push(`${copy.project_id}${copy.id}`)
    }
  }
  return refused
}

const isOwnAnnotation = (copy: CopyRow, { userId }: QueueOf, fact: OriginFacts | undefined) =>
  copy.annotator_id === userId && !fact?.selfReview

interface OriginFacts {
  hasWorked: boolean
  hasOpenPlace: boolean
  hasRoom: boolean
  selfReview: boolean
}

async function factsOf(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  userId: string,
): Promise<Map<string, OriginFacts>> {
  const rows = await namedRows<OriginFacts & { id: string }>(
    db,
    `select j.id, p.self_review,
       exists (select 1 from assignments a where a.project_id = $1 and a.job_id = j.id and a.user_id = $3) as has_worked,
       exists (select 1 from assignments a where a.project_id = $1 and a.job_id = j.id and a.user_id = $3
         and a.purpose = 'consensus' and a.outcome is null) as has_open_place,
       exists (select 1 from consensus_jobs c where c.project_id = $1 and c.job_id = j.id and c.is_open and c.wanted > (
         select count(*) from assignments a where a.project_id = $1 and a.job_id = j.id and a.purpose = 'consensus'
           and (a.outcome is null or a.outcome = 'submitted'))) as has_room
     from jobs j join projects p on p.id = $1 where j.project_id = $1 and j.id = any($2)`,
    [projectId, jobIds, userId],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/*
 * The queue of people over shards. No statement over several shards locks rows: the first job is looked up, then locked
 * by a statement in its own project, which checks the same conditions again.
 */

const CANDIDATES = 50

/** `listed`: the order on a page, if it differs. */
const PARTS: readonly { condition: string; order: string; listed?: string; lock: string }[] = [
  {
    condition: OF_PROJECTS_APART.mine,
    order: 'j.rejected, j.holder_id is not distinct from $1 desc, j.priority_weight desc, j.created_at',
    listed: 'j.rejected, j.priority_weight desc, j.created_at',
    lock: 'for update',
  },
  {
    condition: OF_PROJECTS_APART.assigned,
    order: 'j.deadline, j.priority_weight desc, j.created_at',
    lock: 'for update skip locked',
  },
  {
    condition: OF_PROJECTS_APART.anyones,
    order: 'j.priority_weight desc, j.created_at',
    lock: 'for update skip locked',
  },
]

async function lockNext(db: Queryable, of: QueueOf): Promise<Job | null> {
  const refused = await refusedCopies(db, of)
  for (const { condition, order, lock } of PARTS) {
    const { rows: candidates } = await db.query<{ project_id: string; id: string }>(
      `select j.project_id, j.id from jobs j where j.project_id = any($2) and ${condition} and ${VISIBLE}
         and $11::text[] is not null order by ${order} limit ${NEXT_VALUE}`,
      [...queueValues(of), CANDIDATES, refused],
    )
    for (const { project_id, id } of candidates) {
      const { rows } = await db.query<JobColumns>(`select * from jobs where project_id = $1 and id = $2 ${lock}`, [
        project_id,
        id,
      ])
      if (!rows[0]) continue
      // Checked again under the lock: another person may have taken it since the lookup.
      const { rowCount } = await db.query(
        `select 1 from jobs j where j.project_id = any($2) and j.id = ${NEXT_VALUE} and ${condition} and ${VISIBLE}
           and $11::text[] is not null`,
        [...queueValues({ ...of, projectIds: [project_id] }), id, refused],
      )
      if (rowCount === 1) return jobOf(rows[0])
    }
  }
  return null
}

async function mayTake(db: Queryable, job: Job, of: QueueOf): Promise<boolean> {
  if (!of.projectIds.includes(job.projectId)) return false
  const { rowCount } = await db.query(
    `select 1 from jobs j where j.project_id = $12 and j.id = ${NEXT_VALUE} and ${TYPED} and $11::text[] is not null
       and $2::uuid[] is not null and (${OF_PROJECTS_APART.mine} or ${OF_PROJECTS_APART.anyones})`,
    [...queueValues(of), job.jobId, await refusedCopies(db, of), job.projectId],
  )
  return rowCount === 1
}

/** A page of the queue: own work, assigned work, then work for anyone. */
async function list(db: Queryable, of: QueueOf, offset: number): Promise<QueuedRow[]> {
  const refused = await refusedCopies(db, of)
  const most = [1000, 1000, offset + QUEUE_PAGE + 1]
  const found = new Map<string, QueuedRow>()
  for (const [part, { condition, order, listed }] of PARTS.entries()) {
    const places = part === 0 ? of.projectIds : of.listedIds
    const { rows } = await db.query<JobColumns>(
      `select j.* from jobs j where j.project_id = any($2) and ${condition} and ${VISIBLE} and $11::text[] is not null
       order by ${listed ?? order}, j.id limit ${NEXT_VALUE}`,
      [...queueValues({ ...of, projectIds: places }), most[part] + found.size, refused],
    )
    for (const row of rows) {
      const key = `${row.project_id} ${row.id}`
      if (!found.has(key)) found.set(key, { ...row, rank: part === 0 ? Number(row.rejected) : part + 1 })
    }
  }
  return [...found.values()].slice(offset, offset + QUEUE_PAGE + 1)
}

export const QUEUE_OF_SHARDS: QueueStatements = { lockNext, mayTake, list }
