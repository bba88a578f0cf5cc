import { createHash } from 'node:crypto'
import type { Pool, Queryable } from '../../postgres/pools.ts'
import { withTransaction } from '../../postgres/transactions.ts'

/** Beyond so many failures each further one doubles the wait, from a second to a quarter of an hour. */
const FREE_FAILURES = 4
const LONGEST_WAIT_SECONDS = 900
const FORGOTTEN_AFTER_HOURS = 24

/** What a try is counted under. */
export interface Subject {
  hash: Buffer
  free: number
}

/** E-mail and address together; each alone with ten times the patience: whole offices share an address. */
export function subjectsOf(email: string, address: string): readonly Subject[] {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  const subjects = [
    { hash: hash(`both\0${email.toLowerCase()}\0${address}`), free: FREE_FAILURES },
    { hash: hash(`address\0${address}`), free: FREE_FAILURES * 10 },
    { hash: hash(`email\0${email.toLowerCase()}`), free: FREE_FAILURES * 10 },
  ]
  // In one order everywhere, so that two tries never wait for each other in a ring.
  return subjects.sort((a, b) => Buffer.compare(a.hash, b.hash))
}

/**
 * Counts a try as failed, before the password is looked at: of a hundred tries at once only the free ones go through.
 * Answers 0, or the seconds to wait when the try may not be made.
 */
export async function beginTry(pool: Pool, subjects: readonly Subject[]): Promise<number> {
  const hashes = subjects.map((subject) => subject.hash)
  return withTransaction(pool, async (client) => {
    await client.query(
      `insert into sign_in_failures (subject, failures, blocked_until)
       select s, 0, now() from unnest($1::bytea[]) as s on conflict do nothing`,
      [hashes],
    )
    const { rows } = await client.query(
      `select ceil(extract(epoch from blocked_until - clock_timestamp()))::int as seconds
       from sign_in_failures where subject = any($1) order by subject for update`,
      [hashes],
    )
    const wait = Math.max(0, ...rows.map((row) => row.seconds))
    if (wait > 0) return wait
    await client.query(
      `update sign_in_failures f set failed_at = now(), failures = c.failures,
         blocked_until = case when c.failures <= c.free then now()
           else clock_timestamp() + make_interval(secs => least($4, power(2, least(c.failures - c.free, 20) - 1))) end
       from (
         select g.subject, s.free,
           case when g.failed_at < now() - make_interval(hours => $3) then 1 else g.failures + 1 end as failures
         from unnest($1::bytea[], $2::int[]) as s(hash, free) join sign_in_failures g on g.subject = s.hash
       ) c
       where f.subject = c.subject`,
      [hashes, subjects.map((subject) => subject.free), FORGOTTEN_AFTER_HOURS, LONGEST_WAIT_SECONDS],
    )
    return 0
  })
}

/** The password was right: its try was no failure, and the person's own ones are forgiven. */
export async function forgiveTry(db: Queryable, email: string, address: string): Promise<void> {
  const subjects = subjectsOf(email, address)
  await db.query(
    `update sign_in_failures f set failures = case when s.free > $3 then greatest(0, f.failures - 1) else 0 end,
       blocked_until = now()
     from unnest($1::bytea[], $2::int[]) as s(hash, free) where f.subject = s.hash`,
    [subjects.map((subject) => subject.hash), subjects.map((subject) => subject.free), FREE_FAILURES],
  )
}
