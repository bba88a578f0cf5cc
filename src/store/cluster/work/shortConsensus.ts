import type { Queryable } from '../../postgres/pools.ts'
import type { JobPlace } from '../../project/jobs/jobs.ts'

interface WaitingRow {
  project_id: string
  job_id: string
  /** Places that are free. */
  free: number
  /** People who have, or had, a place. */
  had: (string | null)[]
}

/** Jobs that have waited so long for more people than there are in their projects with one of the roles. */
export async function listShortConsensus(
  db: Queryable,
  roles: readonly string[],
  afterSeconds: number,
): Promise<JobPlace[]> {
  const { rows: waiting } = await db.query<WaitingRow>(
    `select c.project_id, c.job_id, array_agg(a.user_id) as had,
       (c.wanted - count(a.job_id) filter (where a.outcome is null or a.outcome = 'submitted'))::int as free
     from consensus_jobs c left join assignments a on a.project_id = c.project_id and a.job_id = c.job_id
       and a.purpose = 'consensus'
     where c.is_open and c.created_at < now() - make_interval(secs => $1)
       and not exists (select 1 from notices n where n.project_id = c.project_id and n.job_id = c.job_id
         and n.kind = 'consensus_short' and n.closed_at is null)
     group by c.project_id, c.job_id, c.wanted, c.created_at order by c.created_at`,
    [afterSeconds],
  )
  if (waiting.length === 0) return []
  const { rows: people } = await db.query<{ project_id: string; id: string }>(
    `select p.project_id, u.id from users u join user_projects p on p.user_id = u.id
     where p.project_id = any($1) and not u.disabled and u.role = any($2)`,
    [[...new Set(waiting.map((row) => row.project_id))], roles],
  )
  const peopleOf = Map.groupBy(people, (row) => row.project_id)
  return waiting
    .filter(({ project_id, free, had }) => {
      const others = (peopleOf.get(project_id) ?? []).filter(({ id }) => !had.includes(id))
      return free > others.length
    })
    .slice(0, MOST)
    .map((row) => ({ projectId: row.project_id, jobId: row.job_id }))
}

const MOST = 100
