import pg from 'pg'
import type { Log } from './log.ts'

/** What a statement answered. */
export interface Answer<Row> {
  rows: Row[]
  rowCount: number | null
  command: string
}

/**
 * A pooled or a direct connection: whatever can run a query. Rows have the type that the caller names; without one
 * nothing can be read of them.
 */
export interface Queryable {
  query<Row = never>(statement: string | pg.QueryConfig, values?: unknown[]): Promise<Answer<Row>>
}
export type Client = Omit<pg.PoolClient, 'query'> & Queryable
export type Pool = Omit<pg.Pool, 'query' | 'connect'> & Queryable & { connect(): Promise<Client> }

export interface PoolSettings {
  connectionString: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  maxConnections: number
  statementTimeoutMs: number
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

export function createPool(settings: PoolSettings): Pool {
  const pool = new pg.Pool({
    ...connectionSettings(settings.connectionString, settings.applicationName),
    max: settings.maxConnections,
    idleTimeoutMillis: 30_000,
    statement_timeout: settings.statementTimeoutMs,
    idle_in_transaction_session_timeout: 30_000,
  })
  const lost = (error: Error) => {
    // The pool's end does not wait for the goodbyes: a server that stops right after it cuts some of them off.
    if (pool.ending) return
    settings.log.warn({ err: error }, `${settings.applicationName}: database connection lost`)
  }
  // Idle connections report here; without a listener the end of the server would be the end of this process.
  pool.on('error', lost)
  // pg-pool takes its listener off while a connection is lent out, and between two queries nobody else listens.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

export function createPools(settings: {
  connectionString: string
  log: Log
  apiConnections?: number
  workerConnections?: number
}): Pools {
  const { connectionString, log } = settings
  const api = createPool({
    connectionString,
    log,
    applicationName: 'fiducial api',
    maxConnections: settings.apiConnections ?? 16,
    statementTimeoutMs: 15_000,
  })
  const workers = createPool({
    connectionString,
    log,
    applicationName: 'fiducial workers',
    maxConnections: settings.workerConnections ?? 12,
    statementTimeoutMs: 60_000,
  })
  return {
    api,
    workers,
    end: async () => {
      await Promise.all([api.end(), workers.end()])
    },
  }
}
