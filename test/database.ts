import { type ChildProcess, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { statfsSync } from 'node:fs'
import { createConnection, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { silentLog } from '../src/store/postgres/log.ts'
import { migrate, readMigrations } from '../src/store/postgres/migrate.ts'
import { createPool, type Pool } from '../src/store/postgres/pools.ts'
import { dropDividedDatabase, makeDividedDatabase } from './support/citus.ts'

/** A migrated database of a test's own. */
export interface TestDatabase {
  pool: Pool
  connectionString: string
  /** Closes the pool and removes the database. */
  drop(): Promise<void>
}

export interface TestDatabaseOptions {
  /** False: an empty database, without any migration. */
  migrated?: boolean
  /** Addresses of a cluster, the coordinator first; default: those in FIDUCIAL_TEST_CITUS. null: one PostgreSQL. */
  machines?: readonly string[] | null
}

const OLD_MS = 3_600_000
// Any number will do, if all processes use the same.
const TEMPLATE_LOCK = 5_604_113_927

const GIVEN_SERVER = process.env.FIDUCIAL_TEST_DATABASE_URL || process.env.TEST_DATABASE_URL
const SHARED_MEMORY = '/dev/shm'
const ENOUGH_BYTES = 8 * 2 ** 30
/** In a run of tests alone: benches and long runs measure what operators have, a disk. */
const isTestRun = process.env.NODE_TEST_CONTEXT !== undefined || process.env.FIDUCIAL_TEST_RUN !== undefined
const isInMemory = !GIVEN_SERVER && isTestRun && hasSharedMemory()

let server: Promise<string> | null = null

/**
 * The service refuses a server that does not wait for its disk, so the server of the tests uses a disk in memory. The
 * decision depends on its size, not on its free space, because all processes of a run have to decide alike.
 */
function hasSharedMemory(): boolean {
  try {
    const { blocks, bsize } = statfsSync(SHARED_MEMORY)
    return blocks * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}

/**
 * Connection string of a real PostgreSQL: FIDUCIAL_TEST_DATABASE_URL or TEST_DATABASE_URL (a superuser, or one that may
 * create databases), else a server that all test processes of this checkout share and that ends with the last of them.
 */
export function testServer(): Promise<string> {
  server ??= GIVEN_SERVER ? Promise.resolve(GIVEN_SERVER) : joinSharedServer()
  return server
}

/**
 * Clones the migrated template; call `drop` in `after`. FIDUCIAL_TEST_CITUS: addresses of a cluster, the coordinator
 * first, on which a database is made and divided instead.
 */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const name = `fiducial_test_${Date.now().toString(36)}_${randomBytes(4).toString('hex')}`
  const { machines = CITUS?.split(',') } = options
  const { connectionString, remove } = machines ? await divided(machines, name) : await cloned(name, options)
  const pool = createTestPool(connectionString)
  const drop = async () => {
    await pool.end()
    await remove()
  }
  return { pool, connectionString, drop }
}

/** Patient, since many tests share a machine. */
export const createTestPool = (connectionString: string): Pool =>
  createPool({
    connectionString,
    applicationName: 'fiducial test',
    maxConnections: 10,
    statementTimeoutMs: 60_000,
    log: silentLog,
  })

const CITUS = process.env.FIDUCIAL_TEST_CITUS

interface Made {
  connectionString: string
  remove(): Promise<void>
}

async function cloned(name: string, options: TestDatabaseOptions): Promise<Made> {
  const url = await testServer()
  const template = options.migrated === false ? 'template1' : await migratedTemplate(url)
  // A copy of files costs a checkpoint: almost free in memory, but more than the usual log of all pages on a disk.
  const strategy = isInMemory ? 'strategy file_copy' : ''
  await administer(url, (client) => client.query(`create database ${name} template ${template} ${strategy}`))
  const remove = () =>
    administer(url, async (client) => {
      await client.query(`drop database if exists ${name} with (force)`)
    })
  return { connectionString: withDatabaseName(url, name), remove }
}

async function divided(urls: readonly string[], name: string): Promise<Made> {
  const connectionString = await makeDividedDatabase(urls, name)
  return { connectionString, remove: () => dropDividedDatabase(urls, name) }
}

/** Runs `fn` with a new database and removes it afterwards. */
export async function withDatabase<T>(fn: (database: TestDatabase) => Promise<T>): Promise<T> {
  const database = await createTestDatabase()
  try {
    return await fn(database)
  } finally {
    await database.drop()
  }
}

/** Made once for each set of migrations; a name that exists is a template that is complete. */
async function migratedTemplate(url: string): Promise<string> {
  const sums = (await readMigrations()).map((migration) => migration.sha256).join()
  const name = `fiducial_template_${createHash('sha256').update(sums).digest('hex').slice(0, 16)}`
  await administer(url, async (client) => {
    const exists = async () =>
      (await client.query('select 1 from pg_database where datname = $1', [name])).rowCount === 1
    if (await exists()) return
    await client.query('select pg_advisory_lock($1)', [TEMPLATE_LOCK])
    if (await exists()) return
    await dropLeftovers(client)
    const unfinished = `${name}_new`
    await client.query(`drop database if exists ${unfinished} with (force)`)
    await client.query(`create database ${unfinished}`)
    await migrate(withDatabaseName(url, unfinished))
    await client.query(`alter database ${unfinished} with allow_connections false`)
    await client.query(`alter database ${unfinished} rename to ${name}`)
  })
  return name
}

/** Killed test processes leave their databases behind on a server that outlives them. */
async function dropLeftovers(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ datname: string }>(
    `select datname from pg_database where datname like 'fiducial\\_test\\_%'`,
  )
  for (const { datname } of rows) {
    const madeAt = Number.parseInt(datname.split('_')[2], 36)
    if (Date.now() - madeAt > OLD_MS)
      await client.query(`drop database if exists ${pg.escapeIdentifier(datname)} with (force)`)
  }
}

async function administer<T>(url: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await fn(client)
  } finally {
    await client.end()
  }
}

function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

async function joinSharedServer(): Promise<string> {
  const root = join(import.meta.dirname, '..')
  const hash = createHash('sha256').update(`${process.getuid?.()} ${root}`).digest('hex').slice(0, 10)
  const folder = join(isInMemory ? SHARED_MEMORY : tmpdir(), `fiducial-test-${hash}`)
  let keeper: ChildProcess | null = null
  for (let attempt = 0; attempt < 600; attempt++) {
    const url = await ask(join(folder, 'keeper.sock'))
    if (url) return url
    // It ends at once when another one is starting or stopping; then we try again.
    if (!keeper || keeper.exitCode !== null) keeper = startKeeper(folder)
    await sleep(50)
  }
  throw new Error(`the shared test server in ${folder} does not start`)
}

function startKeeper(folder: string): ChildProcess {
  const script = join(import.meta.dirname, 'database-server.ts')
  const keeper = spawn(process.execPath, [script, folder], { detached: true, stdio: 'ignore' })
  keeper.unref()
  return keeper
}

/** The connection stays open for as long as this process lives: it is what keeps the server running. */
function ask(socketPath: string): Promise<string | null> {
  return new Promise((resolve) => {
    const socket: Socket = createConnection(socketPath)
    socket.on('error', () => resolve(null))
    socket.on('close', () => resolve(null))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.endsWith('\n')) return
      socket.unref()
      resolve(text.trim())
    })
  })
}
