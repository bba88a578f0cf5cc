import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'

/** After this many failures each further one doubles the wait, from a second to a quarter of an hour. */
export const FREE_FAILURES = 4
const LONGEST_WAIT_SECONDS = 900
const FORGOTTEN_AFTER_HOURS = 24

/** The key under which tries are counted. */
export interface Subject {
  hash: Buffer
  /** The number of failures without a wait. */
  free: number
}

class Blocked extends Error {}

/**
 * Counts a try as failed before the password is checked, so that of a hundred parallel tries only the free ones pass.
 * Returns 0, or the seconds to wait if the try is not allowed; then nothing is written.
 */
export async function beginTry(pool: Pool, subjects: readonly Subject[]): Promise<number> {
  // In one order everywhere, so that two tries never wait for each other in a ring.
  const ordered = subjects.toSorted((a, b) => Buffer.compare(a.hash, b.hash))
  const hashes = ordered.map(({ hash }) => hash)
  const wait = await waitOf(pool, hashes)
  if (wait > 0) return wait
  try {
    await withTransaction(pool, async (client) => {
      const { rowCount } = await client.query(COUNT, [
        hashes,
        ordered.map(({ free }) => free),
        FORGOTTEN_AFTER_HOURS,
        LONGEST_WAIT_SECONDS,
      ])
      if (rowCount !== ordered.length) throw new Blocked()
    })
    return 0
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    // Another try came first.
    return Math.max(1, await waitOf(pool, hashes))
  }
}

/** One row for each subject that is not blocked: of tries that meet, each sees what the one before has counted. */
const COUNT = `with subjects as (select * from unnest($1::bytea[], $2::int[]) as s(hash, free))
  insert into sign_in_failures as f (subject, failures, blocked_until)
  select hash, 1, now() from subjects
  on conflict (subject) do update set failed_at = now(),
    failures = case when f.failed_at < now() - make_interval(hours => $3) then 1 else f.failures + 1 end,
    blocked_until = (
      select case when f.failures < s.free or f.failed_at < now() - make_interval(hours => $3) then now()
        else clock_timestamp() + make_interval(secs => least($4, power(2, least(f.failures - s.free, 20)))) end
      from subjects s where s.hash = excluded.subject
    )
  where f.blocked_until <= clock_timestamp()
  returning 1`

async function waitOf(db: Queryable, hashes: readonly Buffer[]): Promise<number> {
  const { rows } = await db.query<{ seconds: number }>(
    `select ceil(extract(epoch from max(blocked_until) - clock_timestamp()))::int as seconds
     from sign_in_failures where subject = any($1)`,
    [hashes],
  )
  return Math.max(0, rows[0]?.seconds ?? 0)
}

/** The password was right: this try was not a failure, and earlier failures of the person alone are forgiven. */
export async function forgiveTry(db: Queryable, subjects: readonly Subject[]): Promise<void> {
  await db.query(
    `update sign_in_failures f set failures = case when s.free > $3 then greatest(0, f.failures - 1) else 0 end,
       blocked_until = now()
     from unnest($1::bytea[], $2::int[]) as s(hash, free) where f.subject = s.hash`,
    [subjects.map((subject) => subject.hash), subjects.map((subject) => subject.free), FREE_FAILURES],
  )
}
