import type { JobFilter, JobOrder } from '../../../model/jobFilter.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { jobConditions, SqlParameters } from '../../project/jobs/jobConditions.ts'
import { type FoundJobs, type FoundRow, foundJobs, type JobKey, jobsInOrder } from '../../project/jobs/jobSearch.ts'
import { HAS_HELD } from '../../project/work/assignments.ts'

export interface OwnSearch {
  userId: string
  /** The project and the person's space in it. */
  places: readonly string[]
  filter: JobFilter
  order: JobOrder
  after: JobKey | null
  limit: number
}

/** The copy has the id of the job that several people annotate; gold has another one. */
const IS_CONSENSUS_COPY = 'j.origin_job is not distinct from j.id'

/**
 * A job as its person may see it: created on a day, without a position in a batch. Within a day the order is by id:
 * ordered by time or position, copies would be distinguishable.
 */
const AS_SEEN = `jsonb_populate_record(o, jsonb_build_object('position', 0, 'created_at',
  date_trunc('day', o.created_at at time zone 'UTC') at time zone 'UTC'))`

/** Jobs that a person holds or has submitted, own copies among them, as one list. */
export async function searchOwnJobs(db: Queryable, search: OwnSearch): Promise<FoundJobs> {
  const { userId, places, filter, limit } = search
  if (filter.stages?.length === 0) return { jobs: [], next: null }
  const parameters = new SqlParameters(userId, places, await closedConsensus(db, search))
  const { columns, isAfter, orderBy } = jobsInOrder(search, parameters)
  const conditions = jobConditions(filter, parameters)
  const { rows } = await db.query<FoundRow>(
    `select ${columns} from jobs o cross join lateral ${AS_SEEN} j
     where o.project_id = any($2) and exists (select 1 from assignments a where a.project_id = o.project_id
         and a.job_id = o.id and a.user_id = $1 and ${HAS_HELD}
         and (a.purpose = 'annotate' and not (${IS_CONSENSUS_COPY} and j.id = any($3))
           or a.purpose = 'consensus' and j.id = any($3)))
       and ${[...conditions, isAfter].join(' and ')}
     ${orderBy} limit ${limit + 1}`,
    parameters.values,
  )
  return foundJobs(rows, search)
}

/**
 * The person's jobs whose consensus has been closed: their copies are no longer shown. A separate statement, since the
 * rows of the copies and of the jobs may be on different machines.
 */
async function closedConsensus(db: Queryable, { userId, places }: OwnSearch): Promise<string[]> {
  const { rows } = await db.query<{ job_id: string }>(
    `select distinct c.job_id from consensus_jobs c join assignments a on a.project_id = c.project_id
       and a.job_id = c.job_id
     where c.project_id = any($2) and not c.is_open and a.user_id = $1 and a.purpose = 'consensus'`,
    [userId, places],
  )
  return rows.map((row) => row.job_id)
}
