import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import type { Examined } from '../../src/operate/doctor/examined.ts'
import { migrate } from '../../src/store/postgres/migrate.ts'
import { CitusCluster, joinDividedDatabase, makeCitusDatabase } from '../support/citus.ts'
import { fiducial } from '../support/commandLine.ts'
import { type Machine, runAt } from '../support/machine.ts'

// Its machines get bad settings, so they are not those that other tests use.
const home = process.env.FIDUCIAL_TEST_CITUS && process.env.CITUS_HOME
const skip = !home && 'npm run citus runs it on a cluster'

let cluster: CitusCluster
let databaseUrl: string
let folder: string
before(async () => {
  if (!home) return
  cluster = await CitusCluster.start(home)
  databaseUrl = await makeCitusDatabase(cluster.urls, 'operated')
  folder = mkdtempSync(join(tmpdir(), 'fiducial-operator-'))
})
after(async () => {
  if (!home) return
  await cluster.stop()
  rmSync(folder, { recursive: true })
})

const environment = () => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: folder,
  STORAGE_URL: `file:${join(folder, 'files')}`,
})

/** What is wrong with the database, as "found → advice". */
async function faults(): Promise<string[]> {
  const { said } = await fiducial(environment(), '--json', 'doctor')
  const { checks } = JSON.parse(said) as { checks: Examined[] }
  return checks
    .filter(({ part, state }) => part === 'database' && state !== 'ok')
    .map(({ found, advice }) => `${found} → ${advice}`)
}

async function setAndRestart(machine: Machine, ...settings: readonly string[]): Promise<void> {
  await machine.run(...settings.map((setting) => `alter system ${setting}`))
  await machine.stop()
  await machine.start()
}

test('the doctor names the tables of a cluster that are not divided, and wrong settings with their machine', {
  skip,
}, async () => {
  await migrate(databaseUrl)
  const [fault, ...others] = await faults()
  assert.match(
    fault,
    /^tables lie on the coordinator of Citus alone: projects, .* and \d+ more → .*database distribute/,
  )
  assert.deepEqual(others, [])
  await distributeDatabase({ DATABASE_URL: databaseUrl }, { dryRun: false })
  assert.deepEqual(await faults(), [])

  const [coordinator, worker] = cluster.machines
  const place = `127.0.0.1:${worker.place.port}`
  await setAndRestart(worker, 'set max_prepared_transactions = 10', 'set wal_level = replica')
  await coordinator.run(`alter system set citus.recover_2pc_interval = '1min'`, 'select pg_reload_conf()')
  assert.deepEqual(await faults(), [
    `citus.recover_2pc_interval is 60 s: rows that a machine was writing when it died wait so long → On the coordinator, as a superuser: alter system set citus.recover_2pc_interval = '5s'; select pg_reload_conf()`,
    `max_prepared_transactions is 10 on ${place}, for 200 connections: writes fail when they are used up → Set max_prepared_transactions = 400 on it and restart it.`,
    `wal_level is replica on ${place}: parts cannot be moved while they are written to → Set wal_level = logical on it and restart it.`,
  ])
  await setAndRestart(worker, 'reset max_prepared_transactions', 'reset wal_level')
  await coordinator.run('alter system reset citus.recover_2pc_interval', 'select pg_reload_conf()')
  assert.deepEqual(await faults(), [])
})

test('a backup of a divided database is refused with what to do instead, and nothing is left', { skip }, async () => {
  const target = join(folder, 'backup')
  const { code, said } = await fiducial(environment(), 'backup', 'create', target)
  assert.equal(code, 1)
  assert.match(said, /divided among the machines of a Citus cluster.*docs\/operations\.md/)
  assert.ok(!existsSync(target) || readdirSync(target).every((name) => name === 'tables'))
})

test('the doctor names a machine that is unreachable, inactive or missing', { skip }, async () => {
  const [, worker, other] = cluster.machines
  const { port } = worker.place
  await worker.kill()
  const [unreached, ...more] = await faults()
  assert.match(unreached, new RegExp(`^127.0.0.1:${port} is not reached from 127.0.0.1:.* → Start it`))
  assert.deepEqual(more, [])
  await worker.start()
  assert.deepEqual(await faults(), [])

  databaseUrl = await makeCitusDatabase(cluster.urls.slice(0, 1), 'lonely')
  assert.match((await faults()).join('\n'), /^Citus has no worker → .*citus_add_node/)
  await joinDividedDatabase(databaseUrl, other.url)
  const place = `'127.0.0.1', ${other.place.port}`
  await runAt(databaseUrl, [`select citus_disable_node(${place}, synchronous => true)`])
  assert.deepEqual(await faults(), [
    `the worker 127.0.0.1:${other.place.port} is not active → On the coordinator: select citus_activate_node(${place})`,
  ])
})
