import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Trouble } from '../chaos/ledger/killer.ts'
import { runLedger } from '../chaos/ledger/run.ts'
import { createTestDatabase } from '../database.ts'
import { CitusCluster } from '../support/citus.ts'
import { type Machine, runAt } from '../support/machine.ts'
import { type ProxiedDatabase, startProxiedDatabase } from '../support/proxiedDatabase.ts'
import { takes } from '../support/time.ts'

// Its machines are killed, so they are not those that other tests use.
const home = process.env.FIDUCIAL_TEST_CITUS && process.env.CITUS_HOME
const skip = !home && 'npm run citus runs it on a cluster'

let cluster: CitusCluster
before(async () => {
  if (home) cluster = await CitusCluster.start(home)
})
after(() => cluster?.stop())

/** A worker dies for good, then the coordinator; their standbys take their places. */
class Failovers implements Trouble {
  readonly kills: Record<string, number> = {}
  readonly #database: ProxiedDatabase
  readonly #standbys: readonly [coordinator: Machine, worker: Machine]

  constructor(database: ProxiedDatabase, standbys: readonly [Machine, Machine]) {
    this.#database = database
    this.#standbys = standbys
  }

  get count(): number {
    return Object.keys(this.kills).length
  }

  async killOnce(): Promise<void> {
    const n = this.count === 0 ? 1 : 0
    const [machine, standby] = [cluster.machines[n], this.#standbys[n]]
    // The jobs that this kill allows are being sent meanwhile.
    await takes(2000)
    await machine.kill()
    await takes(1000)
    await standby.run('select pg_promote()')
    const { connectionString } = this.#database
    const { port } = standby.place
    if (n === 0) {
      this.#database.moveTo(standby.url)
      await runAt(connectionString, [`select citus_set_coordinator_host('127.0.0.1', ${port})`])
      this.kills.coordinator = 1
    } else {
      await runAt(connectionString, [
        `select citus_update_node(nodeid, '127.0.0.1', ${port}) from pg_dist_node where nodeport = ${machine.place.port}`,
      ])
      this.kills.worker = 1
    }
  }

  async settle(): Promise<void> {}
}

test('standbys that take the places of a worker and of the coordinator lose and double nothing', {
  skip,
}, async (t) => {
  const { connectionString, pool } = await createTestDatabase({ machines: cluster.urls })
  await pool.end()
  const [coordinator, worker] = cluster.machines
  const standbys = [await cluster.addStandby(coordinator), await cluster.addStandby(worker)] as const
  const database = await startProxiedDatabase(connectionString)
  const trouble = new Failovers(database, standbys)
  const jobs = 120
  const report = await runLedger({
    jobs,
    kills: 2,
    layout: 'one',
    projects: 6,
    seed: 9,
    troubled: { database, trouble },
    say: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.completed, jobs)
  assert.ok(report.retries > 0, 'they met work')
})
