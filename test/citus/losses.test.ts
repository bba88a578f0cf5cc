import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '../chaos/ledger/chance.ts'
import type { Trouble } from '../chaos/ledger/killer.ts'
import { runLedger } from '../chaos/ledger/run.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { until } from '../support/apiClient.ts'
import { CitusCluster, joinDividedDatabase } from '../support/citus.ts'

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

/** A worker machine loses its power, now this one, now that, and comes back. */
class DeathsOfMachines implements Trouble {
  readonly kills: Record<string, number> = {}
  readonly #chance = new Chance(5)

  get count(): number {
    return Object.values(this.kills).reduce((sum, n) => sum + n, 0)
  }

  async killOnce(): Promise<void> {
    const [, ...workers] = cluster.machines
    const n = this.count % workers.length
    await sleep(this.#chance.between(500, 2500))
    await workers[n].kill()
    await sleep(this.#chance.between(100, 2000))
    await workers[n].start()
    this.kills[`worker ${n + 1}`] = (this.kills[`worker ${n + 1}`] ?? 0) + 1
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

const JOBS = 120
const plan = { jobs: JOBS, layout: 'one' as const, projects: 6, seed: 7 }

test('a worker machine that dies again and again loses and doubles nothing that was acknowledged', {
  skip,
}, async (t) => {
  const troubled = { database, trouble: new DeathsOfMachines() }
  const report = await runLedger({ ...plan, kills: 6, troubled, say: (line) => t.diagnostic(line) })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.completed, JOBS)
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
