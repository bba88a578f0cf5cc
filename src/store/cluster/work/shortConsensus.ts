import type { Queryable } from '../../postgres/pools.ts'
import type { JobPlace } from '../../project/jobs/jobs.ts'

/** Jobs that have waited so long for more people than there are in their projects with one of the roles. */
export async function listShortConsensus(
  db: Queryable,
  roles: readonly string[],
  afterSeconds: number,
): Promise<JobPlace[]> {
  const { rows } = await db.query<{ project_id: string; job_id: string }>(
    `select c.project_id, c.job_id from consensus_jobs c
     where c.is_open and c.created_at < now() - make_interval(secs => $2)
       and not exists (select 1 from notices n where n.project_id = c.project_id and n.job_id = c.job_id
         and n.kind = 'consensus_short' and n.closed_at is null)
       and c.wanted > (select count(*) from assignments a where a.project_id = c.project_id and a.job_id = c.job_id
           and a.purpose = 'consensus' and (a.outcome is null or a.outcome = 'submitted'))
         + (select count(*) from users u join user_projects p on p.user_id = u.id
           where p.project_id = c.project_id and not u.disabled and u.role = any($1)
             and not exists (select 1 from assignments a where a.project_id = c.project_id and a.job_id = c.job_id
               and a.user_id = u.id and a.purpose = 'consensus'))
     order by c.created_at limit 100`,
    [roles, afterSeconds],
  )
  return rows.map((row) => ({ projectId: row.project_id, jobId: row.job_id }))
}
