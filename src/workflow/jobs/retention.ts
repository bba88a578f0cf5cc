import type { AuditActor } from '../../model/audit.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { recordAudit, recordDifference } from '../../store/project/audit/audit.ts'
import type { DataKind } from '../../store/project/jobs/removal.ts'
import { deleteOldDrafts, lockDue } from '../../store/project/retention/due.ts'
import { type Retention, readRetention, writeRetention } from '../../store/project/retention/settings.ts'
import { removeData } from './removeData.ts'

/** The number of jobs in one transaction: few enough that no customer waits for a lock. */
const JOBS_AT_ONCE = 50
const SERVICE: AuditActor = { type: 'service', id: null, address: null }

/** How settings are shown, in answers and in the audit log. */
export const shownRetention = ({ inputsDays, resultsDays, draftsDays }: Retention) => ({
  inputs_days: inputsDays,
  results_days: resultsDays,
  drafts_days: draftsDays,
})

export function changeRetention(pool: Pool, by: AuditActor, projectId: string, retention: Retention): Promise<void> {
  return withTransaction(pool, async (db) => {
    const before = await readRetention(db, projectId)
    await writeRetention(db, projectId, retention)
    await recordDifference(db, by, {
      projectId,
      action: 'retention.change',
      object: projectId,
      before: shownRetention(before),
      after: shownRetention(retention),
    })
  })
}

/** Deletes expired data of a project; its files are released. Returns the number of jobs and drafts. */
export async function applyRetention(pool: Pool, projectId: string, retention: Retention): Promise<number> {
  const { inputsDays, resultsDays, draftsDays } = retention
  const inputs = inputsDays === null ? 0 : await removeAllDue(pool, projectId, 'inputs', inputsDays)
  const results = resultsDays === null ? 0 : await removeAllDue(pool, projectId, 'results', resultsDays)
  const drafts = draftsDays === null ? 0 : await deleteOldDrafts(pool, projectId, draftsDays)
  return inputs + results + drafts
}

async function removeAllDue(pool: Pool, projectId: string, kind: DataKind, days: number): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await withTransaction(pool, async (db) => {
      const jobs = await lockDue(db, projectId, { kind, days, limit: JOBS_AT_ONCE })
      for (const job of jobs) {
        await removeData(db, job, [kind])
        await recordAudit(db, SERVICE, {
          projectId,
          action: 'job.delete_data',
          object: job.jobId,
          after: { deleted: kind, [`${kind}_days`]: days },
        })
      }
      return jobs.length
    })
    total += removed
    if (removed === 0) return total
  }
}
