import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { Chance } from '../chaos/ledger/chance.ts'
import type { Trouble } from '../chaos/ledger/killer.ts'
import { runLedger } from '../chaos/ledger/run.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { CitusCluster, joinDividedDatabase } from '../support/citus.ts'
import { FileServer } from '../support/fileServer.ts'
import type { Machine } from '../support/machine.ts'
import { queuedImage } from '../support/office.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'

// Its machines are killed, so they are not those that other tests use.
const home = process.env.FIDUCIAL_TEST_CITUS && process.env.CITUS_HOME
const skip = !home && 'npm run citus runs it on a cluster'

let cluster: CitusCluster
let database: TestDatabase
before(async () => {
  if (!home) return
  cluster = await CitusCluster.start(home)
  database = await createTestDatabase({ machines: cluster.urls })
})
after(() => cluster?.stop())

/** A machine loses its power, now the coordinator, now a worker, and comes back. */
class DeathsOfMachines implements Trouble {
  readonly kills: Record<string, number> = {}
  readonly #chance = new Chance(5)

  get count(): number {
    return Object.values(this.kills).reduce((sum, n) => sum + n, 0)
  }

  async killOnce(): Promise<void> {
    const n = this.count % cluster.machines.length
    const name = n === 0 ? 'coordinator' : `worker ${n}`
    // With each kill some jobs more may be sent: it has to meet them.
    await takes(this.#chance.between(20, 700))
    await cluster.machines[n].kill()
    await takes(this.#chance.between(100, 2000))
    await cluster.machines[n].start()
    this.kills[name] = (this.kills[name] ?? 0) + 1
  }

  async settle(): Promise<void> {}
}

/** A machine more, to which parts are moved, and then away from it again. */
class Moves implements Trouble {
  readonly kills: Record<string, number> = {}

  get count(): number {
    return Object.keys(this.kills).length
  }

  async killOnce(): Promise<void> {
    if (this.count === 0) {
      const { url } = await cluster.add()
      await joinDividedDatabase(database.connectionString, url)
      this.kills.added = await rebalanced()
    } else {
      await database.pool.query(
        `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false)
         from pg_dist_node order by nodeid desc limit 1`,
      )
      this.kills.emptied = await rebalanced()
    }
  }

  async settle(): Promise<void> {}
}

/** How many parts were moved. */
async function rebalanced(): Promise<number> {
  const { pool } = database
  const placed = async () => {
    const { rows } = await pool.query<{ at: string }>(
      `select shardid || ' ' || nodeport as at from citus_shards where table_name = 'projects'::regclass`,
    )
    return new Set(rows.map(({ at }) => at))
  }
  const before = await placed()
  await pool.query('select citus_rebalance_start()')
  await until(async () => {
    const { rows } = await pool.query<{ state: string; details: unknown }>(
      'select state, details from citus_rebalance_status()',
    )
    const [{ state, details }] = rows
    assert.ok(!['failed', 'failing', 'cancelled'].includes(state), JSON.stringify(details))
    return state === 'finished'
  }, 200)
  return [...(await placed())].filter((at) => !before.has(at)).length
}

const JOBS = 180
const plan = { jobs: JOBS, layout: 'one' as const, projects: 6, seed: 7 }

test('machines that die again and again lose and double nothing that was acknowledged', { skip }, async (t) => {
  const troubled = { database, trouble: new DeathsOfMachines() }
  const report = await runLedger({ ...plan, kills: 9, troubled, say: (line) => t.diagnostic(line) })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.completed, JOBS)
  assert.ok(report.retries > 0, 'some deaths met work')
})

test('a machine is added, filled and emptied under load, and nothing is lost or doubled', { skip }, async (t) => {
  database = await createTestDatabase({ machines: cluster.urls })
  const trouble = new Moves()
  const report = await runLedger({
    ...plan,
    kills: 2,
    troubled: { database, trouble },
    say: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.completed, JOBS)
  assert.ok(trouble.kills.added > 0 && trouble.kills.emptied > 0, JSON.stringify(trouble.kills))
})

/** The worker that holds the project. */
async function machineOf({ projectId }: Tenant): Promise<Machine> {
  const { rows } = await database.pool.query<{ port: number }>(
    `select nodeport as port from citus_shards
     where table_name = 'projects'::regclass and shardid = get_shard_id_for_distribution_column('projects', $1::uuid)`,
    [projectId],
  )
  const machine = cluster.machines.find(({ url }) => new URL(url).port === String(rows[0].port))
  assert.ok(machine)
  return machine
}

/** Hands in a result until it is taken. */
async function completedNow(tenant: Tenant, jobId: string): Promise<void> {
  const result = { body: { data: ONE_BOX } }
  await until(async () => {
    const { status } = await tenant.api.call('POST', tenant.path(`/jobs/${jobId}/result`), result)
    assert.ok(status === 200 || status === 503, String(status))
    return status === 200
  })
  await tenant.reached(jobId, 'completed')
}

test('while a machine is down its projects are answered 503, those of the others are read, and all is back with it', {
  skip,
}, async (t) => {
  database = await createTestDatabase({ machines: cluster.urls })
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString })
  try {
    const admin = new Api(service.baseUrl, service.adminKey)
    const make = () => Tenant.create(admin, { callback: { url: receiver.url } }, { boxes: tagOf('image2d') })
    const down = await make()
    const machine = await machineOf(down)
    let up = await make()
    while ((await machineOf(up)) === machine) up = await make()
    const jobs = [await queuedImage({ files }, down, 'boxes'), await queuedImage({ files }, up, 'boxes')]
    await machine.kill()
    const refused = await down.api.call('GET', down.path(`/jobs/${jobs[0]}`))
    assert.deepEqual([refused.status, Number(refused.headers['retry-after']) >= 1], [503, true])
    await up.record(jobs[1])
    await machine.start()
    const backMs = performance.now()
    for (const [n, tenant] of [down, up].entries()) await completedNow(tenant, jobs[n])
    await receiver.requests(2)
    t.diagnostic(`completed and called back ${Math.round(performance.now() - backMs)} ms after the machine was back`)
  } finally {
    await service.remove()
    await receiver.stop()
    await files.stop()
  }
})

test('while the coordinator restarts every call is answered 503, and all continues afterwards', {
  skip,
}, async (t) => {
  database = await createTestDatabase({ machines: cluster.urls })
  const [files, receiver] = [await FileServer.start(), await CallbackReceiver.start()]
  const service = await ServiceProcess.start({ databaseUrl: database.connectionString })
  try {
    const admin = new Api(service.baseUrl, service.adminKey)
    const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, { boxes: tagOf('image2d') })
    const job = await queuedImage({ files }, tenant, 'boxes')
    const [coordinator] = cluster.machines
    await coordinator.stop()
    for (const path of [tenant.path(`/jobs/${job}`), '/readyz']) {
      const { status, headers } = await tenant.api.call('GET', path)
      assert.deepEqual([path, status, Number(headers['retry-after']) >= 1], [path, 503, true])
    }
    await coordinator.start()
    const backMs = performance.now()
    await completedNow(tenant, job)
    await receiver.requests(1)
    t.diagnostic(
      `completed and called back ${Math.round(performance.now() - backMs)} ms after the coordinator was back`,
    )
  } finally {
    await service.remove()
    await receiver.stop()
    await files.stop()
  }
})
