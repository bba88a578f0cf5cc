import { errorCode, isConnectionError } from './errors.ts'
import type { Client, Pool } from './pools.ts'

/** COMMIT was answered by ROLLBACK: a statement had failed and its error was swallowed. */
export class RolledBackError extends Error {}

/**
 * Runs `fn` in a transaction on one connection and commits. An error of `fn` rolls back and is rethrown.
 * After a deadlock or a serialization failure it runs again: `fn` changes nothing but the database.
 * Never wait for the network inside. When COMMIT itself fails with a connection error its fate is unknown.
 */
export async function withTransaction<T>(pool: Pool, fn: (client: Client) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await transact(pool, fn)
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !AGAIN.has(errorCode(error) ?? '')) throw error
    }
  }
}

/** Deadlock and serialization failure: all of it was rolled back, and the others that it met are through. */
const AGAIN: ReadonlySet<string> = new Set(['40P01', '40001'])
const MAX_ATTEMPTS = 3

async function transact<T>(pool: Pool, fn: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let isBroken = false
  try {
    await client.query('begin')
    const value = await fn(client)
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT of a failed transaction with a quiet ROLLBACK; nothing may be acknowledged on that.
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

/** False when even that fails: such a connection is closed instead of being lent out again. */
const rollBack = (client: Client): Promise<boolean> =>
  client.query('rollback').then(
    () => true,
    () => false,
  )
