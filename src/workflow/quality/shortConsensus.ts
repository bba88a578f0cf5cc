import { rolesThatMay } from '../../model/permissions.ts'
import { listShortConsensus } from '../../store/cluster/work/shortConsensus.ts'
import type { Pool } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { addNotice } from '../../store/project/notices/notices.ts'

const AFTER_SECONDS = 3600

/** Tells managers of jobs that wait for more annotators than the project has. Answers how many there are. */
export async function tellOfShortConsensus(pool: Pool, afterSeconds = AFTER_SECONDS): Promise<number> {
  const short = await listShortConsensus(pool, rolesThatMay('annotate'), afterSeconds)
  for (const { projectId, jobId } of short)
    await withTransaction(pool, (db) => addNotice(db, projectId, { kind: 'consensus_short', jobId }))
  return short.length
}
