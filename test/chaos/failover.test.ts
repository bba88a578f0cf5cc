import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { findBinaries } from '../../src/store/postgres/places.ts'
import { Api, until } from '../support/apiClient.ts'
import { fiducial } from '../support/commandLine.ts'
import { FileServer } from '../support/fileServer.ts'
import type { Machine } from '../support/machine.ts'
import { MachineFolder } from '../support/machineFolder.ts'
import { queuedImage } from '../support/office.ts'
import { type ProxiedDatabase, startProxiedDatabase } from '../support/proxiedDatabase.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import type { Trouble } from './ledger/killer.ts'
import { runLedger } from './ledger/run.ts'

let machines: MachineFolder
let primary: Machine
let standby: Machine
before(async () => {
  machines = new MachineFolder(findBinaries())
  primary = await machines.add()
  standby = await machines.addStandby(primary)
})
after(() => machines.clear())

/** The standby is away for a while; then the primary dies for good and the standby takes its place. */
class Failover implements Trouble {
  readonly kills: Record<string, number> = {}
  readonly #database: ProxiedDatabase

  constructor(database: ProxiedDatabase) {
    this.#database = database
  }

  get count(): number {
    return Object.keys(this.kills).length
  }

  async killOnce(): Promise<void> {
    // Of the 50 jobs that are sent before each, so that it comes while others are under way.
    await this.#arrived(50 * this.count + 10)
    if (this.count === 0) {
      await standby.kill()
      await until(async () => {
        const waits = await primary.run(`select 1 from pg_stat_activity where wait_event = 'SyncRep'`)
        return waits.length > 0
      })
      await standby.start()
      this.kills.standby = 1
    } else {
      await primary.kill()
      await standby.run('select pg_promote()')
      this.#database.moveTo(standby.url)
      this.kills.primary = 1
    }
  }

  async #arrived(jobs: number): Promise<void> {
    const { pool } = this.#database
    await until(async () => (await pool.query('select 1 from jobs limit $1', [jobs])).rows.length === jobs, 1)
  }

  async settle(): Promise<void> {}
}

/** Another database of the same servers. */
async function startDatabase(name: string): Promise<ProxiedDatabase> {
  await primary.run(`create database ${name}`)
  return startProxiedDatabase(Object.assign(new URL(primary.url), { pathname: `/${name}` }).href)
}

test('without its synchronous standby a write is 503, readiness and the doctor say why, and nothing is half written', async (t) => {
  const { connectionString, drop } = await startDatabase('away')
  const files = await FileServer.start()
  const service = await ServiceProcess.start({ databaseUrl: connectionString })
  try {
    const tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { boxes: tagOf('image2d') })
    const jobId = await queuedImage({ files }, tenant, 'boxes')
    await standby.kill()
    const body = {
      reference_id: 'meanwhile',
      tag: 'boxes',
      data: { image_url: files.put('/2.png', await pngOf(8, 8)) },
    }
    const startMs = performance.now()
    const refused = tenant.api.call('POST', tenant.path('/jobs'), { body })
    // What the service says comes by a pipe, so it may be read after the answer.
    const isSaid = () => service.output.includes('database: commits wait for a synchronous standby')
    await until(async () => (await tenant.api.call('GET', '/readyz')).status === 503 && isSaid())
    t.diagnostic(`not ready after ${Math.round(performance.now() - startMs)} ms`)
    const { code, said } = await fiducial({ DATABASE_URL: connectionString, DATA_DIR: service.dataDir }, 'doctor')
    assert.equal(code, 1)
    assert.match(said, /commits wait for a synchronous standby[\s\S]*Start the standby/)
    assert.equal((await tenant.record(jobId)).stage, 'queued')
    const { status, headers } = await refused
    assert.deepEqual([status, Number(headers['retry-after']) >= 1], [503, true])
    await standby.start()
    await until(async () => (await tenant.api.call('GET', '/readyz')).status === 200)
    const again = await tenant.api.call('POST', tenant.path('/jobs'), { body })
    assert.equal(again.status, 409, 'what waited was committed when the standby was back')
    await tenant.submitResult(jobId, ONE_BOX)
    await tenant.reached(jobId, 'completed')
  } finally {
    await service.remove()
    await files.stop()
    await drop()
  }
})

test('kill -9 of the primary, whose standby takes its place, loses and doubles nothing that was acknowledged', async (t) => {
  const jobs = 100
  const database = await startDatabase('ledger')
  const troubled = { database, trouble: new Failover(database) }
  const report = await runLedger({
    jobs,
    kills: 2,
    layout: 'one',
    seed: 3,
    troubled,
    say: (line) => t.diagnostic(line),
  })
  t.diagnostic(JSON.stringify(report))
  assert.equal(report.completed, jobs)
  assert.ok(report.retries > 0, 'it met work')
})
