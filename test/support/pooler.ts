import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { chooseAccount, spawnAs } from '../../src/store/postgres/account.ts'
import { findBinaries } from '../../src/store/postgres/places.ts'
import { createTestDatabase, createTestPool, type TestDatabase } from '../database.ts'
import { until } from './apiClient.ts'
import { freePort } from './freePort.ts'
import { MachineFolder } from './machineFolder.ts'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const PROGRAM = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
/** Why tests that need it are left out. */
export const poolerSkip = !PROGRAM && 'PgBouncer is not installed'

interface Pooler {
  url: string
  stop(): Promise<void>
}

/** PgBouncer in transaction mode before the server, with fewer connections to it than the service holds to the pooler. */
async function startPooler(connectionString: string): Promise<Pooler> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-pooler-'))
  chmodSync(folder, 0o755)
  const { username, hostname, port: directPort, pathname, searchParams } = new URL(connectionString)
  const target = searchParams.get('host') ?? `${hostname} port=${directPort}`
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${username}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
fiducial = user=${username} host=${target} dbname=${pathname.slice(1)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`,
  )
  const child = spawn(PROGRAM ?? '', [join(folder, 'pgbouncer.ini')], {
    ...spawnAs(chooseAccount(join(folder, 'pooler'))),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  const url = `postgresql://${username}@127.0.0.1:${port}/fiducial`
  await until(async () => answers(url, child, () => said))
  const stop = async () => {
    await end(child)
    rmSync(folder, { recursive: true })
  }
  return { url, stop }
}

async function answers(url: string, child: ChildProcess, said: () => string): Promise<boolean> {
  assert.equal(child.exitCode, null, said())
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  child.kill('SIGINT')
  await once(child, 'exit')
}

/** A database behind PgBouncer; `connectionString` and `pool` bypass the pooler. */
export interface PooledDatabase extends TestDatabase {
  poolerUrl: string
}

/** A pooler in front of the cluster in FIDUCIAL_TEST_CITUS, else of a PostgreSQL for its test alone. */
export async function startPooledDatabase(): Promise<PooledDatabase> {
  const database = process.env.FIDUCIAL_TEST_CITUS ? await createTestDatabase() : await startOwnDatabase()
  const { pool, connectionString } = database
  const pooler = await startPooler(connectionString)
  const drop = async () => {
    await pooler.stop()
    await database.drop()
  }
  return { pool, connectionString, poolerUrl: pooler.url, drop }
}

async function startOwnDatabase(): Promise<TestDatabase> {
  const folder = new MachineFolder(findBinaries())
  const { url: connectionString } = await folder.add()
  const pool = createTestPool(connectionString)
  const drop = async () => {
    await pool.end()
    await folder.clear()
  }
  return { pool, connectionString, drop }
}
