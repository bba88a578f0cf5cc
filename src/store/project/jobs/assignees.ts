import type { Queryable } from '../../postgres/pools.ts'
import { JOB_COLUMNS, type Job, type JobColumns, jobOf } from './jobs.ts'

/** To whom a job is assigned: one person, one group, or (both null) everyone. */
export interface Assignee {
  userId: string | null
  groupName: string | null
  deadline: Date | null
}

/** Assigns a job that the caller has locked. Answers the job as it is now. */
export async function setAssignee(db: Queryable, job: Job, to: Assignee): Promise<Job> {
  const { rows } = await db.query<JobColumns>(
    `update jobs set assigned_user = $3, assigned_group = $4, deadline = $5
     where project_id = $1 and id = $2 returning ${JOB_COLUMNS}`,
    [job.projectId, job.jobId, to.userId, to.groupName, to.deadline],
  )
  return jobOf(rows[0])
}
