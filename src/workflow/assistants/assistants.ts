import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { deleteAssistant, type NewAssistant, putAssistant } from '../../store/project/assistants/assistants.ts'
import { insertAutoRuns } from '../../store/project/assistants/runs.ts'
import { recordAudit } from '../../store/project/audit/audit.ts'
import { listUnpredicted } from '../../store/project/quality/gold.ts'
import { WorkflowRefusal } from '../refusal.ts'

export const assistantNotFound = () => new WorkflowRefusal('resource_error', 'this project has no such assistant')

/** Registers an assistant, or replaces it, and asks it about gold that no assistant has seen yet. */
export function registerAssistant(pool: Pool, masterKey: Buffer, by: AuditActor, made: NewAssistant): Promise<void> {
  const { headers, secret: _, ...rest } = made
  const { projectId, name } = made
  return withTransaction(pool, async (db) => {
    await putAssistant(db, masterKey, made)
    await insertAutoRuns(db, projectId, await listUnpredicted(db, projectId))
    const after = { ...rest, headers: Object.keys(headers) }
    await recordAudit(db, by, { projectId, action: 'assistant.put', object: name, after })
  })
}

/** Removes an assistant; what it suggested stays. */
export function removeAssistant(pool: Pool, by: AuditActor, projectId: string, name: string): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (!(await deleteAssistant(db, projectId, name))) throw assistantNotFound()
    await recordAudit(db, by, { projectId, action: 'assistant.delete', object: name })
  })
}
