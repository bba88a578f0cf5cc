import type { Queryable } from '../../src/store/postgres/pools.ts'

/** Rows of jobs that were read while `fn` ran, in its transaction. */
export async function rowsRead(db: Queryable, fn: () => Promise<unknown>): Promise<number> {
  const read = async () =>
    (
      await db.query<{ read: string }>(
        "select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'jobs'",
      )
    ).rows[0].read
  const before = Number(await read())
  await fn()
  return Number(await read()) - before
}
