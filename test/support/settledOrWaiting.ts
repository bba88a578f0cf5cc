import type { Pool } from '../../src/store/postgres/pools.ts'

/** Resolves once the call is through, or a session of its database waits for a lock that another holds. */
export async function settledOrWaiting(pool: Pool, call: Promise<unknown>): Promise<void> {
  let isSettled = false
  const settle = () => {
    isSettled = true
  }
  call.then(settle, settle)
  for (;;) {
    const { rows } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    )
    if (isSettled || rows.length > 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
