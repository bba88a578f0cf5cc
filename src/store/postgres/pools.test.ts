import assert from 'node:assert/strict'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts'
import { openDatabase } from './database.ts'
import { isConnectionError, isResourceError } from './errors.ts'
import { silentLog } from './log.ts'
import { createPool, createPools } from './pools.ts'
import { RolledBackError, withTransaction } from './transactions.ts'

let db: TestDatabase
before(async () => {
  db = await createTestDatabase({ migrated: false })
  await db.pool.query('create table notes (n int primary key)')
})
after(() => db.drop())

const failure = (work: Promise<unknown>) =>
  work.then(
    () => assert.fail('expected to fail'),
    (error: unknown) => error,
  )
const notes = async () =>
  (await db.pool.query<{ n: number }>('select n from notes order by n')).rows.map((row) => row.n)

test('bigint comes as number, or as an error where a number would round it; times as Date, days as text', async () => {
  const { rows } = await db.pool.query(
    `select 9007199254740991::bigint as big, timestamptz '2026-01-01T00:00Z' as at, date '2026-01-01' as day`,
  )
  assert.deepEqual(rows, [{ big: Number.MAX_SAFE_INTEGER, at: new Date('2026-01-01T00:00:00Z'), day: '2026-01-01' }])
  await assert.rejects(db.pool.query('select 9007199254740993::bigint'), /does not fit a number/)
  assert.equal((await db.pool.query<{ n: number }>('select 1 as n')).rows[0].n, 1)
})

test('a transaction whose work throws changes nothing, and its connection is used again', async () => {
  const before = db.pool.totalCount
  await assert.rejects(
    withTransaction(db.pool, async (client) => {
      await client.query('insert into notes values (1)')
      throw new Error('changed my mind')
    }),
    /changed my mind/,
  )
  assert.deepEqual(await notes(), [])
  assert.ok(db.pool.totalCount <= Math.max(before, 1))
})

test('a transaction that swallowed an error is not reported as committed', async () => {
  const swallowed = withTransaction(db.pool, async (client) => {
    await client.query('insert into notes values (2)')
    await client.query('select 1/0').catch(() => {})
  })
  await assert.rejects(swallowed, RolledBackError)
  assert.deepEqual(await notes(), [])
})

test('a connection that breaks in the middle is distinguished from a mistake in a statement', async () => {
  const lost = await failure(
    withTransaction(db.pool, async (client) => {
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await db.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
      await client.query('insert into notes values (3)')
    }),
  )
  assert.equal(isConnectionError(lost), true)
  assert.equal(isConnectionError(await failure(db.pool.query('select nonsense'))), false)
  assert.equal(isConnectionError(await failure(db.pool.query('insert into notes values (4), (4)'))), false)
  assert.equal(isResourceError(Object.assign(new Error('No space left on device'), { code: '53100' })), true)
  assert.equal(isConnectionError(Object.assign(new Error(), { code: 'ENOENT', syscall: 'open' })), false)
  assert.deepEqual(await notes(), [])
})

test('connections that die while idle or lent out do not end the process', async () => {
  const client = await db.pool.connect()
  await db.pool.query('select 1')
  await db.pool.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  )
  await assert.rejects(client.query('select 1'), isConnectionError)
  client.release(true)
  assert.equal((await db.pool.query<{ n: number }>('select 1 as n')).rows[0].n, 1)
})

test('a statement that takes too long is ended', async (t) => {
  const pool = createPool({
    connectionString: db.connectionString,
    applicationName: 'impatient',
    maxConnections: 1,
    statementTimeoutMs: 50,
    log: silentLog,
  })
  t.after(() => pool.end())
  await assert.rejects(pool.query('select pg_sleep(10)'), /statement timeout/)
  const { rows } =
    await pool.query(`select application_name as name, current_setting('idle_in_transaction_session_timeout') as idle
    from pg_stat_activity where pid = pg_backend_pid()`)
  assert.deepEqual(rows, [{ name: 'impatient', idle: '30s' }])
})

test('pools outlive a stop of the server, which they report as a lost connection', async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'fiducial-pools-'))
  chmodSync(dataDir, 0o755)
  t.after(() => rmSync(dataDir, { recursive: true }))
  const open = () => openDatabase({ databaseUrl: null, dataDir, log: silentLog })
  const first = await open()
  const pools = createPools({ connectionString: first.connectionString, log: silentLog })
  await Promise.all([pools.api.query('select 1'), pools.workers.query('select 1')])
  await first.stop()
  for (const pool of [pools.api, pools.workers]) {
    assert.equal(isConnectionError(await failure(pool.query('select 1'))), true)
  }
  const second = await open()
  for (const pool of [pools.api, pools.workers])
    assert.equal((await pool.query<{ n: number }>('select 7 as n')).rows[0].n, 7)
  await pools.end()
  await second.stop()
})
