import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { watchFor } from '../support/time.ts'
import { hostileJobs, interlacedBomb, largeJob } from './corpus.ts'
import { IS_LONG, TurnsWatch, told, usual, watching } from './watch.ts'

const MIB = 1024 * 1024
/** A server that does nothing answers within this time on a machine that has a core to spare. */
const CALM_MS = 15
const GZIP = { 'content-encoding': 'gzip' }

let stage: OwnStage
let tenant: Tenant
before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(
    stage.admin,
    {},
    { image: tagOf('image2d'), cloud: tagOf('cuboid3d'), points: tagOf('segmentation3d') },
  )
})
after(() => stage.clear())

test('eight small gzip bodies of one key that unpack to a thousand times as much leave the service ready and its memory bounded', async () => {
  const bodies = hostileJobs(IS_LONG ? 50e6 : 20e6)
  const seen = await watching(stage.service, tenant.api, '/readyz', async () => {
    const answers = await Promise.all(
      bodies.map(async ({ name, gzip, good }) => {
        const { status, json } = await tenant.api.call('POST', tenant.path('/jobs'), { body: gzip, headers: GZIP })
        return { name, status, good, failures: json?.error?.meta_data.failures.length ?? 0 }
      }),
    )
    for (const { name, status, good, failures } of answers) {
      assert.ok(good.includes(status), `${name}: ${status}`)
      assert.ok(failures <= 1000, `${name}: ${failures} failures`)
    }
  })
  told('eight gzip bodies that unpack to 50 MB', { seen })
  assert.ok(stage.service.isRunning)
  assert.deepEqual([...seen.answers.keys()], [200])
  // The aim is a second; a loaded machine gets three.
  assert.ok(seen.slowestMs < 10_000, `readyz took ${seen.slowestMs} ms`)
  assert.ok(seen.growthMib < 1024, `memory grew by ${seen.growthMib} MiB`)
})

test('a refusal lists at most a thousand failures, however many there are', async () => {
  const frames = Array.from({ length: 930_000 }, () => '{"frame_id":"a"}').join()
  const body = `{"reference_id":"equal","tag":"cloud","data":{"sensor_data":{"frames":[${frames}]}}}`
  const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body: gzipSync(body), headers: GZIP })
  assert.equal(answer.status, 400)
  assert.equal(answer.json?.error?.code, 'FS_0003')
  const { failures } = answer.json!.error!.meta_data
  assert.ok(failures.length > 0 && failures.length <= 1000)
})

test('nesting deeper than 64 levels is no JSON of ours, in every call that takes a body', async () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  const image = stage.files.put('/deep.png', await pngOf(8, 8))
  const jobId = await tenant.submit({ reference_id: 'deep', tag: 'image', data: { image_url: image } })
  await tenant.reached(jobId, 'queued')
  const calls: [string, string][] = [
    ['POST', '/jobs'],
    ['POST', '/jobs?dry_run=true'],
    ['POST', '/jobs/bulk'],
    ['POST', `/jobs/${jobId}/result`],
    ['PUT', `/jobs/${jobId}/prediction`],
    ['POST', `/jobs/${jobId}/cancel`],
  ]
  for (const [method, path] of calls) {
    for (const body of [`{"x":${nested(64)}}`, `{"x":${nested(10_000)}}`, nested(30_000)]) {
      const answer = await tenant.api.call(method, tenant.path(path), { body })
      assert.deepEqual([answer.status, answer.json?.error?.code], [400, 'GE_0001'], `${method} ${path}`)
    }
  }
  // 64 levels are legal wherever unknown keys are.
  const answer = await tenant.api.call('POST', tenant.path(`/jobs`), { body: `{"x":${nested(63)}}` })
  assert.notEqual(answer.json?.error?.code, 'GE_0001')
})

test('a body that is refused before its end leaves its connection to the next call', async () => {
  const nested = `{"data":${'{"a":'.repeat(400_000)}1${'}'.repeat(400_000)}}`
  const many = `{"data":[${'[],'.repeat(2_600_000)}[]]}`
  for (const text of [nested, many]) {
    for (const [body, headers] of [[text, {}] as const, [gzipSync(text, { level: 0 }), GZIP] as const]) {
      const startMs = performance.now()
      const answer = await tenant.api.call('POST', tenant.path('/jobs'), { body, headers })
      assert.deepEqual([answer.status, answer.json?.error?.code], [400, 'GE_0001'])
      // The client sends them over the same connection.
      for (let n = 0; n < 3; n++) assert.equal((await tenant.api.call('GET', '/healthz')).status, 200)
      const tookMs = performance.now() - startMs
      assert.ok(tookMs < 15_000, `the next calls waited for ${tookMs} ms`)
    }
  }
})

test('while bodies of others fill the memory for bodies, a call is answered 503 with the time of a retry', async () => {
  const small = await setOwnStage({ BODY_MEMORY: String(8 * MIB), MAX_BODY_BYTES: String(64 * MIB) })
  try {
    const first = await Tenant.create(small.admin, {}, { image: tagOf('image2d') })
    const second = await Tenant.create(small.admin, {}, { image: tagOf('image2d') })
    const meta = await first.api.get<{ limits: { max_body_bytes: number } }>('/v1/meta')
    assert.equal(meta.limits.max_body_bytes, 8 * MIB)
    const tooLarge = await first.api.call('POST', first.path('/jobs'), { body: Buffer.alloc(8 * MIB + 1, ' ') })
    assert.equal(tooLarge.status, 413)
    const bodies = Array.from({ length: 8 }, () => Buffer.alloc(3 * MIB, ' '))
    const answers = await Promise.all(bodies.map((body) => first.api.call('POST', first.path('/jobs'), { body })))
    for (const { status, headers } of answers) {
      assert.ok(status === 400 || status === 503, String(status))
      if (status === 503) assert.ok(Number(headers['retry-after']) >= 1)
    }
    // The other key finds room, and afterwards there is room for all.
    const other = await second.api.call('POST', second.path('/jobs'), { body: Buffer.alloc(3 * MIB, ' ') })
    assert.equal(other.status, 400)
    const again = await first.api.call('POST', first.path('/jobs'), { body: Buffer.alloc(7 * MIB, ' ') })
    assert.equal(again.status, 400)
  } finally {
    await small.clear()
  }
})

test('a small picture that takes gigabytes to decode fails its job as too large, and takes none of them', async () => {
  const bomb = interlacedBomb()
  assert.ok(bomb.length < 1000)
  const url = stage.files.put('/bomb.png', bomb)
  const seen = await watching(stage.service, tenant.api, '/readyz', async () => {
    const jobId = await tenant.submit({ reference_id: 'bomb', tag: 'image', data: { image_url: url } })
    const record = await until(async () => {
      const { stage: at, error } = await tenant.record(jobId)
      return at === 'failed' ? error : null
    })
    assert.deepEqual(record?.meta_data?.failures, [{ field: 'data.image_url', type: 'FILE_TOO_LARGE' }])
  })
  assert.ok(seen.growthMib < 300, `memory grew by ${seen.growthMib} MiB`)
})

test('a valid job of 48 MB is accepted and processed while calls and small jobs continue as before', async () => {
  const turns = new TurnsWatch()
  const busy = await setOwnStage(turns.env)
  try {
    const customer = await Tenant.create(busy.admin, {}, { image: tagOf('image2d'), cloud: tagOf('cuboid3d') })
    const body = largeJob('large', 'cloud', 5000, 24, 'http://127.0.0.1:9/nothing.pcd', IS_LONG ? 250 : 220)
    assert.ok(body.length > 47e6 && body.length < 52e6, `${body.length} bytes`)
    const image = busy.files.put('/small.png', await pngOf(8, 8))
    const submitSmall = async (name: string) => {
      const id = await customer.submit({ reference_id: name, tag: 'image', data: { image_url: image } })
      await customer.reached(id, 'queued')
      return id
    }
    // Threads are started and code is compiled.
    await submitSmall('first')
    await customer.api.call('POST', customer.path('/jobs'), { body: largeJob('warm', 'cloud', 400, 6, image) })
    const before = await usual(busy.service, customer.api, '/healthz')
    await turns.read(busy.service)
    const seen = await watching(busy.service, customer.api, '/healthz', async () => {
      const large = customer.api.call('POST', customer.path('/jobs'), { body })
      for (let n = 0; n < 10; n++) await submitSmall(`beside ${n}`)
      const { status, json } = await large
      assert.equal(status, 200, JSON.stringify(json))
      const again = await customer.api.call('POST', customer.path('/jobs'), { body })
      assert.equal(again.status, 409)
      assert.equal(again.json?.error?.meta_data.same_payload, true)
      // Its files are looked for meanwhile, and are not there.
      await watchFor(3000)
    })
    const { delayP99Ms, busyP99Ms, busyMostMs } = await turns.read(busy.service)
    told('a valid job of 48 MB', { before, seen })
    if (IS_LONG) process.stdout.write(`turns: p99 ${delayP99Ms} ms, busy p99 ${busyP99Ms} ms, most ${busyMostMs} ms\n`)
    assert.deepEqual([...seen.answers.keys()], [200])
    // What the service itself holds up is bounded on every machine; by the clock, only one that is not busy otherwise
    // can tell.
    assert.ok(busyP99Ms <= 50, `the service held its event loop: p99 ${busyP99Ms} ms`)
    assert.ok(busyMostMs <= 200, `the service held its event loop for ${busyMostMs} ms`)
    if (Math.max(before.bystanderP99Ms, seen.bystanderP99Ms) <= CALM_MS) {
      assert.ok(delayP99Ms <= 50, `event loop: p99 ${delayP99Ms} ms`)
      assert.ok(
        seen.p99Ms <= Math.max(100, 4 * before.p99Ms),
        `calls: p99 ${seen.p99Ms} ms, usually ${before.p99Ms} ms`,
      )
    }
    const jobId = await submitSmall('after')
    await customer.submitResult(jobId, ONE_BOX)
    await customer.reached(jobId, 'completed')
  } finally {
    await busy.clear()
  }
})
