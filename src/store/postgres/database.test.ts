import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { withDatabase } from '../../../test/database.ts'
import { shellsOf } from '../../../test/support/shellsOf.ts'
import { watchFor } from '../../../test/support/time.ts'
import { listOutsideClusters, removeOutsideCluster } from './abandoned.ts'
import { openDatabase } from './database.ts'
import { silentLog } from './log.ts'
import { isServerOf } from './postmaster.ts'

const isRoot = process.getuid?.() === 0
const OTHER_UID = 65_534
const base = mkdtempSync(join(tmpdir(), 'fiducial-open-'))
chmodSync(base, 0o755)
after(() => rmSync(base, { recursive: true, force: true }))

function folder(name: string): string {
  const path = join(base, name)
  mkdirSync(path, { recursive: true })
  return path
}

const open = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir, log: silentLog })

async function query(connectionString: string, sql: string, values: unknown[] = []): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql, values)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

/** A service in a separate process, which opens the database and then waits. */
async function openElsewhere(dataDir: string, account: object = {}): Promise<{ child: ChildProcess; said: string }> {
  const code = `
    import { openDatabase } from ${JSON.stringify(join(import.meta.dirname, 'database.ts'))}
    import { silentLog } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}
    try {
      const database = await openDatabase({ databaseUrl: null, dataDir: ${JSON.stringify(dataDir)}, log: silentLog })
      console.log(JSON.stringify([database.connectionString, database.serverPid()]))
      process.on('SIGTERM', () => database.stop().then(() => process.exit(0)))
      process.on('SIGINT', () => {})
      setInterval(() => {}, 1000)
    } catch (error) {
      console.log('refused: ' + error.message)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
    ...account,
  })
  const [chunk] = await once(child.stdout!, 'data')
  return { child, said: String(chunk).trim() }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}

test('a database opened under a path of 200 characters keeps its data over a restart', async () => {
  const long = folder('x'.repeat(90))
  const dataDir = folder(join('x'.repeat(90), 'y'.repeat(200 - long.length - 1)))
  assert.ok(dataDir.length >= 200)
  const first = await open(dataDir)
  await query(first.connectionString, 'create table kept as select 7 as n')
  await first.stop()
  assert.equal(isServerOf(join(dataDir, 'postgres'), first.serverPid()!), false)
  const second = await open(dataDir)
  assert.deepEqual(await query(second.connectionString, 'select n from kept'), [{ n: 7 }])
  await second.stop()
})

test('the server has no TCP port, syncs, and lets no other account in', async () => {
  const database = await open(folder('settings'))
  const [row] = await query(
    database.administratorConnectionString!,
    `select current_setting('listen_addresses') as tcp, current_setting('fsync') as fsync,
       current_setting('synchronous_commit') as commit, current_setting('unix_socket_directories') as sockets`,
  )
  const { tcp, fsync, commit, sockets } = row
  assert.deepEqual({ tcp, fsync, commit }, { tcp: '', fsync: 'on', commit: 'on' })
  assert.equal(statSync(sockets).mode & 0o777, 0o700)
  await database.stop()
})

test('a second service on the same folder is refused and told why, until the first has stopped', async () => {
  const dataDir = folder('twice')
  const [first, second] = await Promise.all([openElsewhere(dataDir), openElsewhere(dataDir)])
  const refused = [first, second].filter((one) => one.said.startsWith('refused'))
  assert.equal(refused.length, 1)
  assert.match(refused[0].said, /another Fiducial .* is running on .*DATABASE_URL/)
  await assert.rejects(open(dataDir), /another Fiducial/)
  const winner = first === refused[0] ? second : first
  winner.child.kill('SIGTERM')
  await ended(winner.child)
  await (await open(dataDir)).stop()
})

test('after kill -9 of the service its server ends by itself, and the next one has all committed data', async () => {
  const dataDir = folder('killed')
  const { child, said } = await openElsewhere(dataDir)
  const [url, pid] = JSON.parse(said)
  await query(url, 'create table kept as select 7 as n')
  child.kill('SIGKILL')
  await ended(child)
  await until(async () => !isServerOf(join(dataDir, 'postgres'), pid))
  const database = await open(dataDir)
  assert.notEqual(database.serverPid(), pid)
  assert.deepEqual(await query(database.connectionString, 'select n from kept'), [{ n: 7 }])
  await database.stop()
})

test('a service that starts right after kill -9 of another keeps its own server', async () => {
  const dataDir = folder('killedAndStarted')
  const { child, said } = await openElsewhere(dataDir)
  const [url] = JSON.parse(said)
  await query(url, 'create table kept as select 7 as n')
  child.kill('SIGKILL')
  await ended(child)
  const database = await open(dataDir)
  const pid = database.serverPid()
  // Longer than what ends the first server waits.
  await watchFor(7000)
  assert.equal(database.serverPid(), pid)
  assert.deepEqual(await query(database.connectionString, 'select n from kept'), [{ n: 7 }])
  await database.stop()
})

test('a fault that ends the server with its service restarts it where it ended alone', {
  skip: process.platform !== 'linux' && 'looks into /proc',
}, async () => {
  const dataDir = folder('watcher')
  const { child, said } = await openElsewhere(dataDir)
  const [, pid] = JSON.parse(said)
  const [watcher] = shellsOf(child.pid!)
  process.kill(watcher, 'SIGKILL')
  await until(async () => shellsOf(child.pid!).some((one) => one !== watcher))
  child.kill('SIGKILL')
  await until(async () => !isServerOf(join(dataDir, 'postgres'), pid))
})

test('a signal to the whole process group does not end the server before the service', async () => {
  const dataDir = folder('group')
  const { child, said } = await openElsewhere(dataDir)
  const [url] = JSON.parse(said)
  process.kill(-child.pid!, 'SIGINT')
  await watchFor(200)
  assert.deepEqual(await query(url, 'select 7 as n'), [{ n: 7 }])
  child.kill('SIGTERM')
  await ended(child)
})

test('pid files that name another living process do not keep the server from starting', async () => {
  const dataDir = folder('stale')
  const first = await open(dataDir)
  const [{ sockets }] = await query(
    first.administratorConnectionString!,
    `select current_setting('unix_socket_directories') as sockets`,
  )
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  await first.stop()
  lines[0] = String(process.pid)
  writeFileSync(pidFile, lines.join('\n'))
  const database = await open(dataDir)
  assert.deepEqual(await query(database.connectionString, 'select 7 as n'), [{ n: 7 }])
  await database.stop()
  assert.equal(existsSync(join(sockets, '.s.PGSQL.5432')), false)
})

test('a server that was killed during a query recovers by itself, with all committed data', async () => {
  const dataDir = folder('crash')
  const database = await open(dataDir)
  await query(database.connectionString, 'create table kept as select 7 as n')
  const running = query(database.connectionString, 'select pg_sleep(60)').catch(() => {})
  const before = database.serverPid()!
  process.kill(before, 'SIGKILL')
  await until(async () => (await query(database.connectionString, 'select n from kept'))[0].n === 7)
  await running
  assert.notEqual(database.serverPid(), before)
  await database.stop()
})

test('the log of the server holds no values', async () => {
  const dataDir = folder('log')
  const database = await open(dataDir)
  await query(database.connectionString, 'create table secrets (secret text primary key)')
  const insert = () => query(database.connectionString, 'insert into secrets values ($1)', ['hunter2'])
  await insert()
  await assert.rejects(insert(), /duplicate key/)
  await assert.rejects(query(database.connectionString, `select 'hunter2'::int`), /invalid input/)
  await database.stop()
  const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  assert.match(log, /ready to accept connections/)
  assert.doesNotMatch(log, /hunter2/)
})

test('under the home of root the data is put where the server can read it, and is found again', {
  skip: !isRoot && 'needs root',
}, async () => {
  const dataDir = mkdtempSync(join(homedir(), '.fiducial-test-'))
  try {
    const first = await open(dataDir)
    await query(first.connectionString, 'create table kept as select 7 as n')
    await first.stop()
    const { cluster } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8'))
    try {
      const second = await open(dataDir)
      assert.deepEqual(await query(second.connectionString, 'select n from kept'), [{ n: 7 }])
      await second.stop()
    } finally {
      rmSync(dirname(cluster), { recursive: true })
    }
    await assert.rejects(open(dataDir), /says that the database is in/)
  } finally {
    rmSync(dataDir, { recursive: true })
  }
})

test('an ordinary user runs the server as itself', {
  skip: !isRoot && 'needs root to become another user',
}, async () => {
  const dataDir = folder('ordinary')
  chownSync(dataDir, OTHER_UID, OTHER_UID)
  const { child, said } = await openElsewhere(dataDir, { uid: OTHER_UID, gid: OTHER_UID, env: {} })
  const [url] = JSON.parse(said)
  assert.equal(await connectAs({ uid: OTHER_UID, gid: OTHER_UID }, url), 'let in')
  child.kill('SIGTERM')
  await ended(child)
})

/** Whether a process of another account gets in, and why not. */
async function connectAs(account: object, url: string): Promise<string> {
  const code = `
    import pg from ${JSON.stringify(import.meta.resolve('pg'))}
    const client = new pg.Client({ connectionString: ${JSON.stringify(url)} })
    await client.connect().then(() => console.log('let in'), (error) => console.log(error.message))
    await client.end()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { ...account, env: {} })
  const [chunk] = await once(child.stdout, 'data')
  return String(chunk).trim()
}

test('the account that the server runs as gets into it only when it is the service: others may share it', {
  skip: !isRoot && 'needs root to become another user',
}, async () => {
  const dataDir = folder('peer')
  const database = await open(dataDir)
  const { uid, gid } = statSync(join(dataDir, 'postgres'))
  assert.notEqual(uid, 0)
  assert.match(await connectAs({ uid, gid }, database.connectionString), /[Pp]eer authentication failed/)
  assert.match(await connectAs({ uid, gid }, database.administratorConnectionString!), /[Pp]eer authentication failed/)
  await database.stop()
})

test('the service works without rights over the server, also on what an earlier version made as superuser', async () => {
  const dataDir = folder('roles')
  const first = await open(dataDir)
  const administrator = first.administratorConnectionString!
  await query(
    administrator,
    `create table earlier (id int generated always as identity, kept text);
     create function twice(n int) returns int language sql as 'select 2 * n';
     create type colour as enum ('red'); create view seen as select kept from earlier`,
  )
  await first.stop()
  const second = await open(dataDir)
  const ask = (sql: string) => query(second.connectionString, sql)
  const [role] = await ask(
    'select rolsuper or rolcreatedb or rolcreaterole as mighty from pg_roles where rolname = current_user',
  )
  assert.deepEqual(role, { mighty: false })
  await ask('alter table earlier add column more int')
  await ask(`create or replace function twice(n int) returns int language sql as 'select n + n'`)
  await ask(`alter type colour add value 'blue'; drop view seen; drop table earlier`)
  await assert.rejects(ask(`copy (select 1) to program 'true'`), /permission denied/)
  await second.stop()
})

test('servers that a crash left behind without their data folder are stopped by the next start', {
  skip: !isRoot && 'needs root',
}, async () => {
  const outside = mkdtempSync(join(homedir(), '.fiducial-test-'))
  const inside = folder('deleted')
  const lost = await Promise.all([openElsewhere(outside), openElsewhere(inside)])
  for (const { child } of lost) {
    for (const watcher of shellsOf(child.pid!)) process.kill(watcher, 'SIGKILL')
    child.kill('SIGKILL')
  }
  const { cluster } = JSON.parse(readFileSync(join(outside, 'postgres.json'), 'utf8'))
  const pids = lost.map(({ said }) => JSON.parse(said)[1])
  const isRunning = (pid: number) => existsSync(`/proc/${pid}/exe`)
  for (const dataDir of [outside, inside]) rmSync(dataDir, { recursive: true })
  assert.deepEqual(pids.map(isRunning), [true, true])
  try {
    const next = await open(folder('next'))
    await until(async () => !pids.some(isRunning))
    const found = listOutsideClusters().find((one) => one.cluster === cluster)!
    assert.equal(found.isAbandoned, true)
    await removeOutsideCluster(found)
    assert.equal(existsSync(dirname(cluster)), false)
    await next.stop()
  } finally {
    rmSync(dirname(cluster), { recursive: true, force: true })
  }
})

test('an outside database that may forget what it acknowledged is refused', async () => {
  await withDatabase(async ({ pool, connectionString }) => {
    const outside = () => openDatabase({ databaseUrl: connectionString, dataDir: base, log: silentLog })
    await (await outside()).stop()
    await pool.query(
      `do $$ begin execute format('alter database %I set synchronous_commit = off', current_database()); end $$`,
    )
    await assert.rejects(outside(), /set to lose data: synchronous_commit is off/)
  })
})

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt++) {
    if (await holds().catch(() => false)) return
    await sleep(20)
  }
  assert.fail('it did not come to hold')
}
