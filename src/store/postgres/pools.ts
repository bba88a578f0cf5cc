import pg from 'pg'
import { isSilenceError } from './errors.ts'
import type { Log } from './log.ts'
import { NamelessClient } from './namelessClient.ts'

declare module 'pg' {
  // Known to pg itself, not to its types.
  interface QueryConfig<I> {
    /** Milliseconds that the client waits for the answer. */
    query_timeout?: number
  }
}

/** The answer of a statement. */
export interface QueryAnswer<Row> {
  rows: Row[]
  rowCount: number | null
  command: string
}

/**
 * A pooled or a direct connection: anything that can run a query. The caller names the type of the rows; without a
 * type, nothing can be read from them.
 */
export interface Queryable {
  query<Row = unknown>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<QueryAnswer<Row>>
}
export type Client = Omit<pg.PoolClient, 'query'> & Queryable
export type Pool = Omit<pg.Pool, 'query' | 'connect'> & Queryable & { connect(): Promise<Client> }

export interface PoolSettings {
  connectionString: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  maxConnections: number
  statementTimeoutMs: number
  /**
   * The address leads to a pooler in transaction mode: it takes neither settings of a session, so that deadlines are held
   * on our side alone, nor statements prepared by name.
   */
  pooled?: boolean
  log: Log
}

export interface Pools {
  /** For answering requests: few seconds a statement, so that a slow one never holds the service. */
  api: Pool
  /** For tasks: apart, so that workers under load leave the api its connections. */
  workers: Pool
  end(): Promise<void>
}

const INT8 = 20
const DATE = 1082

function int8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number exactly`)
  return value
}

const parsers = new pg.TypeOverrides()
parsers.setTypeParser(INT8, int8)
// A calendar day has no time zone: as a Date it would be another day in half of the world.
parsers.setTypeParser(DATE, (text: string) => text)

/** What pg needs to connect as this service does: bigint as number, timestamptz as Date. */
export function connectionSettings(connectionString: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString,
    application_name: applicationName,
    types: parsers,
    keepAlive: true,
    connectionTimeoutMillis: 5000,
  }
}

/** In addition to the statement's own limit: leaves time for the server's timeout error to arrive. */
const SILENCE_MS = 2000
/** From a free slot in the pool to a usable connection. */
const CONNECT_MS = 3000

export function createPool(settings: PoolSettings): Pool {
  const pool = new pg.Pool({
    ...connectionSettings(settings.connectionString, settings.applicationName),
    max: settings.maxConnections,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: CONNECT_MS,
    // On our side too: a frozen server, or a network that drops packets, never reports.
    query_timeout: settings.statementTimeoutMs + SILENCE_MS,
    ...(settings.pooled && { Client: NamelessClient }),
    ...(!settings.pooled && {
      statement_timeout: settings.statementTimeoutMs,
      idle_in_transaction_session_timeout: 30_000,
    }),
  })
  const noteLoss = onceAMinute((count, { code, message }: Error & { code?: string }) =>
    settings.log.warn({ count, code, reason: message }, `${settings.applicationName}: database connections lost`),
  )
  const lost = (error: Error) => {
    // The pool's end does not wait for closing handshakes: a server that stops right after it cuts some of them off.
    if (!pool.ending) noteLoss(error)
  }
  pool.on('release', (error: Error | undefined) => {
    if (isSilenceError(error)) void discardIdle(pool)
  })
  // Idle connections report here; without a listener the end of the server would be the end of this process.
  pool.on('error', lost)
  // pg-pool removes its listener while a connection is in use, and between two queries there is no other listener.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** Closes idle connections: where one is silent, those of its age may be as well. */
export async function discardIdle(pool: Pool): Promise<void> {
  for (let left = pool.idleCount; left > 0 && pool.idleCount > 0; left--) {
    const client = await pool.connect().catch(() => null)
    client?.release(true)
  }
}

/** Tells of the first, then once a minute how many there were. */
function onceAMinute<Event>(tell: (count: number, last: Event) => void): (event: Event) => void {
  let count = 0
  let toldMs = Number.NEGATIVE_INFINITY
  return (event) => {
    count++
    if (performance.now() - toldMs < 60_000) return
    toldMs = performance.now()
    tell(count, event)
    count = 0
  }
}

export function createPools(settings: {
  connectionString: string
  pooled?: boolean
  log: Log
  apiConnections?: number
  workerConnections?: number
}): Pools {
  const { connectionString, pooled, log } = settings
  const api = createPool({
    connectionString,
    pooled,
    log,
    applicationName: 'fiducial api',
    maxConnections: settings.apiConnections ?? 16,
    statementTimeoutMs: 9000,
  })
  const workers = createPool({
    connectionString,
    pooled,
    log,
    applicationName: 'fiducial workers',
    maxConnections: settings.workerConnections ?? 12,
    statementTimeoutMs: 12_000,
  })
  return {
    api,
    workers,
    end: async () => {
      await Promise.all([api.end(), workers.end()])
    },
  }
}
