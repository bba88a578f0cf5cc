import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import { continueTraining } from '../../store/project/quality/personChecks.ts'
import { findTag, type NewTag, putTag, type StoredTag } from '../../store/project/tags/tags.ts'

/** Creates or changes a tag; classes are matched by name. `describe`: a tag as the audit log shows it. */
export function saveTag(
  pool: Pool,
  by: AuditActor,
  projectId: string,
  made: NewTag,
  describe: (tag: StoredTag) => object,
): Promise<StoredTag> {
  return withTransaction(pool, async (db) => {
    const before = await findTag(db, projectId, made.name)
    const after = await putTag(db, projectId, made)
    // People who wait in training continue by the rule as it is now.
    await continueTraining(db, projectId, made.name)
    const change = { projectId, object: made.name, after: describe(after) }
    if (before) await recordDifference(db, by, { ...change, action: 'tag.change', before: describe(before) })
    else await recordAudit(db, by, { ...change, action: 'tag.create' })
    return after
  })
}
