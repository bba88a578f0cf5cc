import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase } from '../../src/store/postgres/database.ts'
import { silentLog } from '../../src/store/postgres/log.ts'
import { createPool } from '../../src/store/postgres/pools.ts'
import type { TestDatabase } from '../database.ts'
import { until } from './apiClient.ts'

const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
const PROGRAM = FOLDERS.map((folder) => join(folder, 'pgbouncer')).find((file) => existsSync(file))
/** Why tests that need it are left out. */
export const poolerSkip = !PROGRAM && 'PgBouncer is not installed'

interface Pooler {
  url: string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return typeof address === 'object' && address ? address.port : 0
}

/** PgBouncer in transaction mode before the server, with fewer connections to it than the service holds to the pooler. */
async function startPooler(folder: string, database: Database, account: { uid: number; gid: number }): Promise<Pooler> {
  const direct = new URL(database.connectionString)
  const port = await freePort()
  writeFileSync(join(folder, 'users.txt'), `"${direct.username}" ""\n`)
  writeFileSync(
    join(folder, 'pgbouncer.ini'),
    `[databases]
fiducial = host=${direct.searchParams.get('host')} dbname=fiducial
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 5
max_client_conn = 200
`.replace('fiducial = host=', `fiducial = user=${direct.username} host=`),
  )
  const own = process.getuid?.() === 0 ? account : {}
  const child = spawn(PROGRAM ?? '', [join(folder, 'pgbouncer.ini')], { ...own, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said = (said + chunk).slice(-4000)
  })
  const url = `postgresql://${direct.username}@127.0.0.1:${port}/fiducial`
  await until(async () => answers(url, child, () => said))
  return { url, stop: () => end(child) }
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

/** A PostgreSQL of its test alone behind PgBouncer; `connectionString` and `pool` go past the pooler. */
export interface PooledDatabase extends TestDatabase {
  poolerUrl: string
}

export async function startPooledDatabase(): Promise<PooledDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-pooler-'))
  chmodSync(folder, 0o755)
  const hba = join(folder, 'hba.conf')
  writeFileSync(hba, 'local all all trust\n')
  const dataDir = join(folder, 'data')
  const database = await openDatabase({ databaseUrl: null, dataDir, log: silentLog, settings: { hba_file: hba } })
  const pooler = await startPooler(folder, database, statSync(join(dataDir, 'postgres')))
  const { connectionString } = database
  const pool = createPool({
    connectionString,
    applicationName: 'fiducial test',
    maxConnections: 4,
    statementTimeoutMs: 60_000,
    log: silentLog,
  })
  const drop = async () => {
    await pool.end()
    await pooler.stop()
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { pool, connectionString, poolerUrl: pooler.url, drop }
}
