import type { Queryable } from '../../src/store/postgres/pools.ts'

/** Rows of jobs that were read while `fn` ran, in its transaction. */
export const rowsRead = (db: Queryable, fn: () => Promise<unknown>) => counted(db, 'seq_tup_read + idx_tup_fetch', fn)

/** How often the table of jobs or one of its indexes was scanned, counting each project that is asked. */
export const looksAtJobs = (db: Queryable, fn: () => Promise<unknown>) => counted(db, 'seq_scan + idx_scan', fn)

async function counted(db: Queryable, counter: string, fn: () => Promise<unknown>): Promise<number> {
  const read = async () => {
    const { rows } = await db.query<{ count: string }>(
      `select ${counter} as count from pg_stat_xact_user_tables where relname = 'jobs'`,
    )
    return Number(rows[0].count)
  }
  const before = await read()
  await fn()
  return (await read()) - before
}
