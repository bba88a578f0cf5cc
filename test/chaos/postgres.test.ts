import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findPostmaster } from '../../src/store/postgres/postmaster.ts'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { checkCounters } from '../journey/checks.ts'
import { Api, dataOf, inParallel, Unanswered, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'

/** Submits without end and writes down what was answered. */
class Load {
  readonly acknowledged = new Map<string, string>()
  readonly strange: string[] = []
  refused = 0
  #running = true
  readonly #done: Promise<unknown>

  constructor(tenant: Tenant, imageUrl: string, width: number) {
    let n = 0
    const work = async () => {
      while (this.#running) await this.#send(tenant, `pg-${n++}`, imageUrl)
    }
    this.#done = Promise.all(Array.from({ length: width }, work))
  }

  /** Until `count` more were acknowledged: the service is back. */
  async more(count: number): Promise<void> {
    const target = this.acknowledged.size + count
    await until(async () => this.acknowledged.size >= target)
  }

  async end(): Promise<void> {
    this.#running = false
    await this.#done
  }

  async #send(tenant: Tenant, reference_id: string, image_url: string): Promise<void> {
    const body = { reference_id, tag: 'image', data: { image_url } }
    const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body })
    if (answer.status === 200) {
      this.acknowledged.set(reference_id, dataOf<{ job_id: string }>(answer).job_id)
      return
    }
    this.refused++
    if (answer.status === 503 && Number(answer.headers['retry-after']) >= 1) await takes(50)
    else this.strange.push(`${answer.status} ${answer.bytes.toString('utf8')}`)
  }
}

test('PostgreSQL may lose its sessions, stop and crash under load: 503, no false 200, and a recovery without help', async () => {
  const files = await FileServer.start()
  const receiver = await CallbackReceiver.start()
  const service = await ServiceProcess.start()
  try {
    const cluster = join(service.dataDir, 'postgres')
    const admin = new Api(service.baseUrl, service.adminKey)
    const tenant = await Tenant.create(admin, { callback: { url: receiver.url } }, { image: tagOf('image2d') })
    const load = new Load(tenant, files.put('/1.png', await pngOf(8, 8)), 4)
    await load.more(10)
    for (let round = 0; round < 3; round++) {
      await terminateSessions(cluster)
      await load.more(5)
    }
    for (const signal of ['SIGINT', 'SIGKILL'] as const) {
      const { pid } = findPostmaster(cluster)!
      const before = load.refused
      process.kill(pid, signal)
      await until(async () => load.refused > before)
      await untilReady(tenant.api)
      await load.more(5)
      assert.notEqual(findPostmaster(cluster)?.pid, pid, 'another server was started')
    }
    await load.end()
    assert.deepEqual(load.strange, [])
    const found = new Map<string, string>()
    await inParallel([...load.acknowledged], 8, async ([referenceId, jobId]) => {
      const record = await tenant.reached(jobId, 'queued')
      found.set(record.reference_id, record.job_id)
      await tenant.submitResult(jobId, ONE_BOX)
      await tenant.reached(jobId, 'completed')
      assert.equal(found.get(referenceId), jobId)
    })
    const stats = await checkCounters(tenant)
    assert.equal(stats.completed_jobs, load.acknowledged.size)
    assert.ok(service.isRunning)
  } finally {
    await service.remove()
    await receiver.stop()
    await files.stop()
  }
})

/** Ends every session but one's own, in the middle of whatever it does. */
async function terminateSessions(cluster: string): Promise<void> {
  const { socketFolder } = findPostmaster(cluster)!
  const client = new pg.Client({ host: socketFolder, user: 'fiducial', database: 'postgres' })
  await client.connect()
  const { rowCount } = await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname is not null and pid <> pg_backend_pid()',
  )
  assert.ok((rowCount ?? 0) > 0)
  await client.end()
}

async function untilReady(api: Api): Promise<void> {
  for (;;) {
    const status = await api
      .call('GET', '/readyz')
      .then((answer) => answer.status)
      .catch((error) => {
        if (error instanceof Unanswered) throw new Error('the service itself went away', { cause: error })
        throw error
      })
    if (status === 200) return
    assert.equal(status, 503)
    await sleep(20)
  }
}
