import { CallerGoneError, errorCode, isConnectionError, TransactionTimeError } from './errors.ts'
import type { Client, Pool, Queryable } from './pools.ts'

export interface TransactionOptions {
  /** Aborted when no one waits for the answer: no further statement runs, and everything is rolled back. */
  signal?: AbortSignal
  /** No statement begins later than this. */
  maxMs?: number
}

/** Each statement has its own limit (see createPools); this one ends a loop of quick ones. */
const MAX_TRANSACTION_MS = 60_000

/** COMMIT was answered by ROLLBACK: a statement had failed and its error was swallowed. */
export class RolledBackError extends Error {}

/**
 * Runs `fn` in a transaction on one connection and commits. An error of `fn` rolls back and is rethrown. After a
 * deadlock or a serialization failure it runs again, so `fn` must only change the database. Never wait for the network
 * inside. If COMMIT itself fails with a connection error, its outcome is unknown.
 * @throws CallerGoneError, TransactionTimeError, both rolled back
 */
export async function withTransaction<T>(
  pool: Pool,
  fn: (db: Queryable) => Promise<T>,
  options: TransactionOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(pool, fn, options)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !AGAIN.has(errorCode(error) ?? '')) throw error
    }
  }
}

/** Deadlock and serialization failure: everything was rolled back, and the other transactions are through. */
const AGAIN: ReadonlySet<string> = new Set(['40P01', '40001'])
const MAX_ATTEMPTS = 3

async function transact<T>(
  pool: Pool,
  fn: (db: Queryable) => Promise<T>,
  { signal, maxMs = MAX_TRANSACTION_MS }: TransactionOptions,
): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    const endsMs = performance.now() + maxMs
    const check = () => {
      if (signal?.aborted) throw new CallerGoneError('no one waits for the transaction any more')
      if (performance.now() > endsMs) throw new TransactionTimeError(`the transaction took longer than ${maxMs} ms`)
    }
    check()
    await client.query('begin')
    const value = await fn(checkedBefore(client, check))
    check()
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT of a failed transaction with a silent ROLLBACK, which must not acknowledge anything.
    if (command === 'ROLLBACK')
      throw new RolledBackError('the transaction was rolled back: a statement in it had failed')
    return value
  } catch (error) {
    isBroken = isConnectionError(error) || !(await rollBack(client))
    throw error
  } finally {
    client.release(isBroken)
  }
}

/** Runs `fn` in a transaction on a connection of the caller's own, once. A snapshot is read only and stands still. */
export async function transactOn<T>(
  client: Queryable,
  fn: () => Promise<T>,
  { isSnapshot = false }: { isSnapshot?: boolean } = {},
): Promise<T> {
  await client.query(isSnapshot ? 'begin isolation level repeatable read read only' : 'begin')
  try {
    const value = await fn()
    await client.query('commit')
    return value
  } catch (error) {
    await rollBack(client)
    throw error
  }
}

/** The connection, which asks before each statement whether it may still run. */
const checkedBefore = (client: Client, check: () => void): Queryable => ({
  query: async <Row>(...statement: Parameters<Queryable['query']>) => {
    check()
    return client.query<Row>(...statement)
  },
})

/** False when even that fails: such a connection is closed instead of being lent out again. */
const rollBack = (client: Queryable): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
