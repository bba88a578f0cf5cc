import type { AuditActor } from '../../model/audit.ts'
import { insertKey } from '../../store/cluster/keys/keys.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { createCallbackSettings } from '../../store/project/callbacks/settings.ts'
import {
  findProject,
  insertProject,
  type Project,
  type ProjectFields,
  rotateLinkSecret,
  updateProject,
} from '../../store/project/projects/projects.ts'

/** A project as the audit log describes it. */
type Describe = (project: Project) => object

export interface NewProjectSettings extends ProjectFields {
  callback: { url: string | null; serviceKey: string | null }
}

/** Makes a project with its callback settings and its first key. Answers the secrets, for the only time. */
export function createProject(
  pool: Pool,
  masterKey: Buffer,
  by: AuditActor,
  { callback, ...fields }: NewProjectSettings,
  describe: Describe,
): Promise<{ projectId: string; key: string; signingSecret: string }> {
  return withTransaction(pool, async (db) => {
    const projectId = await insertProject(db, masterKey, fields)
    const { signingSecret } = await createCallbackSettings(db, masterKey, { projectId, ...callback })
    const { key } = await insertKey(db, { projectId, name: 'first key', scopes: ['submit', 'read'] })
    const made = await findProject(db, projectId)
    const after = made && { ...describe(made), callback_url: callback.url }
    await recordAudit(db, by, { projectId, action: 'project.create', object: projectId, after })
    return { projectId, key, signingSecret }
  })
}

export interface ProjectChanges extends Partial<ProjectFields> {
  /** Every attachment and viewer link given out so far stops working. */
  rotateLinks?: boolean
}

/** Changes what is given of a project; the rest stays. */
export function changeProject(
  pool: Pool,
  masterKey: Buffer,
  by: AuditActor,
  projectId: string,
  { rotateLinks = false, ...fields }: ProjectChanges,
  describe: Describe,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    const before = await findProject(db, projectId)
    await updateProject(db, projectId, fields)
    const after = await findProject(db, projectId)
    const change = { projectId, action: 'project.change', object: projectId } as const
    if (before && after) await recordDifference(db, by, { ...change, before: describe(before), after: describe(after) })
    if (!rotateLinks) return
    await rotateLinkSecret(db, masterKey, projectId)
    await recordAudit(db, by, { ...change, action: 'project.rotate_links' })
  })
}
