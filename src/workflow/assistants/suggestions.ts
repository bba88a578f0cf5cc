import type { Pool, Queryable } from '../../store/postgres/pools.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type Decided, setOutcomes } from '../../store/project/assistants/outcomes.ts'
import { addSuggestions, type SuggestedBy } from '../../store/project/assistants/suggestions.ts'
import { homeOf, type Job } from '../../store/project/jobs/jobs.ts'

/** Writes what an assistant suggested. `end` ends its run in the same transaction; where it answers false nothing is written. */
export function keepSuggestions(
  pool: Pool,
  job: Job,
  by: SuggestedBy,
  lists: readonly string[],
  end: (db: Queryable) => Promise<boolean> = async () => true,
): Promise<void> {
  return withTransaction(pool, async (db) => {
    if (await end(db)) await addSuggestions(db, job, by, lists)
  })
}

/** Counts what became of suggestions in submitted work, each once. */
export const settleSuggestions = (pool: Pool, job: Job, decided: readonly Decided[]): Promise<void> =>
  withTransaction(pool, (db) => setOutcomes(db, { home: homeOf(job), ...job }, decided))
