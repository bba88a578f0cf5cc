import { isConnectionError } from './errors.ts'
import type { Client, Pool } from './pools.ts'

/** COMMIT was answered by ROLLBACK: a statement had failed and its error was swallowed. */
export class RolledBackError extends Error {}

/**
 * Runs `fn` in a transaction on one connection and commits. Whatever `fn` throws rolls back and is thrown on.
 * Never wait for the network inside. When COMMIT itself fails with a connection error its fate is unknown.
 */
export async function withTransaction<T>(pool: Pool, fn: (client: Client) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const value = await fn(client)
    const { command } = await client.query('commit')
    // PostgreSQL answers COMMIT of a failed transaction with a quiet ROLLBACK; nothing may be acknowledged on that.
    if (command === 'ROLLBACK')
      throw new RolledBackError('the transaction was rolled back: a statement in it had failed')
    return value
  } catch (error) {
    if (isConnectionError(error)) broken = error as Error
    else broken = await rollBack(client)
    throw error
  } finally {
    client.release(broken)
  }
}

/** Returns the error when even that fails: such a connection is thrown away instead of being lent out again. */
async function rollBack(client: Client): Promise<Error | undefined> {
  try {
    await client.query('rollback')
    return undefined
  } catch (error) {
    return error as Error
  }
}
