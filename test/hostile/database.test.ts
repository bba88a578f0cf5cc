import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../database.ts'
import { type Answer, Api, until } from '../support/apiClient.ts'
import { FileServer } from '../support/fileServer.ts'
import { targetOf, throughProxy } from '../support/proxiedDatabase.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { TcpProxy } from '../support/tcpProxy.ts'
import { Tenant } from '../support/tenant.ts'

let database: TestDatabase
let proxy: TcpProxy
let service: ServiceProcess
let files: FileServer
let tenant: Tenant
let image_url: string
let n = 0
before(async () => {
  database = await createTestDatabase()
  proxy = await TcpProxy.start(targetOf(database.connectionString))
  service = await ServiceProcess.start({ databaseUrl: throughProxy(database.connectionString, proxy) })
  files = await FileServer.start()
  image_url = files.put('/1.png', await pngOf(8, 8))
  tenant = await Tenant.create(new Api(service.baseUrl, service.adminKey), {}, { image: tagOf('image2d') })
})
after(async () => {
  await service.remove()
  proxy.stop()
  await files.stop()
  await database.drop()
})

async function timed(call: () => Promise<Answer>): Promise<{ status: number; retryAfter: string; ms: number }> {
  const startMs = performance.now()
  const { status, headers } = await call()
  return { status, retryAfter: String(headers['retry-after']), ms: performance.now() - startMs }
}

const submit = (reference_id: string) =>
  tenant.api.call('POST', tenant.path('/jobs'), { body: { reference_id, tag: 'image', data: { image_url } } })

/** One job from its submission to its result. */
async function wholeJob(): Promise<void> {
  const jobId = await tenant.submit({ reference_id: `whole ${n++}`, tag: 'image', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
}

test('a database that falls silent: every call is 503 in time, and work continues when it is back', async () => {
  await wholeJob()
  proxy.freeze()
  const startMs = performance.now()
  const calls = Array.from({ length: 18 }, (_, index) =>
    timed(() =>
      index % 3 === 0 ? submit(`frozen ${index}`) : tenant.api.call('GET', tenant.path(`/jobs?reference_id=${index}`)),
    ),
  )
  await until(async () => (await tenant.api.call('GET', '/readyz')).status === 503)
  assert.ok(performance.now() - startMs < 10_000, 'readyz notices within 10 s')
  for (const { status, retryAfter, ms } of await Promise.all(calls)) {
    assert.equal(status, 503)
    assert.ok(Number(retryAfter) >= 1)
    assert.ok(ms < 16_500, `answered after ${Math.round(ms)} ms`)
  }
  proxy.thaw()
  const backMs = performance.now()
  await until(async () => (await tenant.api.call('GET', '/readyz')).status === 200)
  await until(async () => (await submit(`back ${n++}`)).status === 200)
  assert.ok(performance.now() - backMs < 10_000, `work went on after ${Math.round(performance.now() - backMs)} ms`)
  await wholeJob()
})

test('open connections that are dead while new ones pass are noticed and replaced', async () => {
  await wholeJob()
  proxy.killOpen()
  const startMs = performance.now()
  await until(async () => (await submit(`dead ${n++}`)).status === 200)
  assert.ok(performance.now() - startMs < 16_500, `noticed after ${Math.round(performance.now() - startMs)} ms`)
  await wholeJob()
  assert.ok(performance.now() - startMs < 40_000, `workers went on after ${Math.round(performance.now() - startMs)} ms`)
})

test('a lock that is held, a deadlock and a lost session are 503 with Retry-After, never 500', async () => {
  const client = new pg.Client({ connectionString: database.connectionString })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select 1 from batches for update')
    const { status, retryAfter, ms } = await timed(() => submit('behind a lock'))
    assert.equal(status, 503)
    assert.ok(Number(retryAfter) >= 1)
    assert.ok(ms < 16_000, `answered after ${Math.round(ms)} ms`)
    await client.query('rollback')
    await until(async () => (await submit('behind a lock')).status === 200)
  } finally {
    await client.end()
  }
  // One line a minute, and no stacks: an operator who reads the log at night wants to know what and how often.
  const lines = service.output.split('\n').filter((line) => line.includes('answered 503'))
  assert.ok(lines.length <= 3, `${lines.length} lines`)
  assert.doesNotMatch(service.output, /"stack":.*pg-pool/)
})
