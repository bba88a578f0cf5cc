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

/** Jobs that a person holds or has submitted, own copies among them, as one list. */
export async function searchOwnJobs(db: Queryable, search: OwnSearch): Promise<FoundJobs> {
  const { userId, places, filter, limit } = search
  if (filter.stages?.length === 0) return { jobs: [], next: null }
  const parameters = new SqlParameters(userId, places)
  const { columns, isAfter, orderBy } = jobsInOrder(search, parameters)
  const conditions = jobConditions(filter, parameters)
  const { rows } = await db.query<FoundRow>(
    `select ${columns} from jobs j
     where j.project_id = any($2) and exists (select 1 from assignments a where a.project_id = j.project_id
         and a.job_id = j.id and a.user_id = $1 and a.purpose = 'annotate' and ${HAS_HELD})
       and ${[...conditions, isAfter].join(' and ')}
     ${orderBy} limit ${limit + 1}`,
    parameters.values,
  )
  return foundJobs(rows, limit)
}
