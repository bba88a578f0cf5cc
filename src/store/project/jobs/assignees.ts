import type { Queryable } from '../../postgres/pools.ts'

/** To whom jobs are assigned: one person, one group, or (both null) everyone. */
export interface Assignee {
  userId: string | null
  groupName: string | null
  deadline: Date | null
}

/** Assigns jobs that the caller has locked. */
export async function setAssignee(
  db: Queryable,
  projectId: string,
  jobIds: readonly string[],
  to: Assignee,
): Promise<void> {
  await db.query(
    `update jobs set assigned_user = $3, assigned_group = $4, deadline = $5 where project_id = $1 and id = any ($2)`,
    [projectId, jobIds, to.userId, to.groupName, to.deadline],
  )
}
