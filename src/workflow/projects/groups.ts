import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { dropGroup, type Group, putGroup } from '../../store/project/groups/groups.ts'
import { WorkflowRefusal } from '../refusal.ts'

export const groupNotFound = () => new WorkflowRefusal('resource_error', 'this project has no such group')

/** Creates a group of people, or replaces its members. */
export function saveGroup(pool: Pool, by: AuditActor, projectId: string, group: Group): Promise<void> {
  return withTransaction(pool, async (db) => {
    await putGroup(db, projectId, group)
    const after = { user_ids: group.userIds }
    await recordAudit(db, by, { projectId, action: 'group.put', object: group.name, after })
  })
}

/** Deletes a group; its jobs are available to everyone again. */
export function deleteGroup(pool: Pool, by: AuditActor, projectId: string, name: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!(await dropGroup(db, projectId, name))) throw groupNotFound()
    await recordAudit(db, by, { projectId, action: 'group.delete', object: name })
  })
}
