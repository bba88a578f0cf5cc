import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { stopAbandoned } from './abandoned.ts'
import { makeCluster } from './cluster.ts'
import { lockFolder } from './lock.ts'
import type { Log } from './log.ts'
import { findPlaces } from './places.ts'
import { connectionSettings } from './pools.ts'
import { Supervisor } from './supervisor.ts'

export interface Database {
  connectionString: string
  /** To PostgreSQL itself, where connectionString leads to a pooler: for what needs a session. */
  directConnectionString: string
  /**
   * The embedded server's superuser connection, for databases other than the service's own; null for an outside server.
   */
  administratorConnectionString: string | null
  /** Process id of the embedded server; null for an outside one. */
  serverPid: () => number | null
  /** Stops the embedded server and releases the data folder; close the pools first. */
  stop(): Promise<void>
}

export interface DatabaseOptions {
  /** An outside PostgreSQL; null starts the embedded one in dataDir. */
  databaseUrl: string | null
  /** The address of PostgreSQL behind the pooler of databaseUrl; absent or null: there is no pooler. */
  directUrl?: string | null
  dataDir: string
  log: Log
  /** PostgreSQL settings for the embedded server, in addition to the usual ones. */
  settings?: Readonly<Record<string, string>>
}

const OLDEST_VERSION = 150_000

/**
 * Opens the database and makes sure that it keeps what it acknowledges.
 * @throws FolderInUseError when another service runs on dataDir
 * @throws Error when the server does not come up, is too old, or is set to lose data
 */
export async function openDatabase(options: DatabaseOptions): Promise<Database> {
  const { databaseUrl, directUrl, dataDir, log, settings = {} } = options
  if (databaseUrl !== null) {
    const direct = directUrl ?? databaseUrl
    if (!directUrl) await refusePooler(databaseUrl)
    await checkDurability(direct)
    return {
      connectionString: databaseUrl,
      directConnectionString: direct,
      administratorConnectionString: null,
      serverPid: () => null,
      stop: async () => {},
    }
  }
  mkdirSync(dataDir, { recursive: true })
  const lock = lockFolder(dataDir)
  try {
    await stopAbandoned(log)
    const places = findPlaces(dataDir)
    await makeCluster(places)
    const supervisor = new Supervisor({ places, log, settings, logFile: join(dataDir, 'postgres.log') })
    await supervisor.start()
    const stop = async () => {
      await supervisor.stop()
      lock.release()
    }
    try {
      await checkDurability(supervisor.connectionString)
    } catch (error) {
      await stop()
      throw error
    }
    const { connectionString, administratorConnectionString } = supervisor
    return {
      connectionString,
      directConnectionString: connectionString,
      administratorConnectionString,
      serverPid: () => supervisor.pid,
      stop,
    }
  } catch (error) {
    lock.release()
    throw error
  }
}

/** The address leads to the wrong kind of server. */
export class DatabaseUrlError extends Error {}

/** @throws DatabaseUrlError if a pooler answers, which accepts no session settings */
async function refusePooler(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ ...connectionSettings(databaseUrl, 'fiducial start'), statement_timeout: 9000 })
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    if (!(error instanceof Error) || !/unsupported startup parameter/.test(error.message)) throw error
    throw new DatabaseUrlError(
      'DATABASE_URL leads to a pooler (PgBouncer): set DATABASE_DIRECT_URL to PostgreSQL itself, which migrations and notifications need',
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/** Refuses a server that may forget a COMMIT it has answered. */
async function checkDurability(connectionString: string): Promise<void> {
  const client = new pg.Client(connectionSettings(connectionString, 'fiducial start'))
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string; setting: string }>(
      `select name, setting from pg_settings
       where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'server_version_num')`,
    )
    const setting = new Map(rows.map((row) => [row.name, row.setting]))
    const off = ['fsync', 'full_page_writes', 'synchronous_commit'].filter((name) => setting.get(name) === 'off')
    if (off.length > 0) {
      throw new Error(`the database is set to lose data: ${off.join(', ')} is off. Switch it on, then start again.`)
    }
    const version = Number(setting.get('server_version_num'))
    if (version < OLDEST_VERSION) throw new Error(`PostgreSQL 15 or newer is needed, the server is ${version}`)
  } finally {
    await client.end().catch(() => {})
  }
}
