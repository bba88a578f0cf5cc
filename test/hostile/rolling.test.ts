import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestDatabase } from '../database.ts'
import { Api, until } from '../support/apiClient.ts'
import { Balancer } from '../support/balancer.ts'
import { startPair } from '../support/cluster.ts'
import { FileServer } from '../support/fileServer.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { ServiceProcess } from '../support/serviceProcess.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'

const DRAIN_SECONDS = 3
const CALLERS = 6
/** What a busy machine adds: a process that hangs never ends. */
const SLACK_MS = 15_000

test('two services behind a balancer are restarted one after the other, and no call fails', async () => {
  const database = await createTestDatabase()
  const files = await FileServer.start()
  const { first, second, remove } = await startPair(
    database.connectionString,
    { first: 'api,worker', second: 'api,worker' },
    { DRAIN_SECONDS: String(DRAIN_SECONDS) },
  )
  const balancer = await Balancer.start([first.baseUrl, second.baseUrl])
  try {
    const admin = new Api(first.baseUrl, first.adminKey)
    const tenant = await Tenant.create(admin, {}, { image: tagOf('image2d') })
    const image_url = files.put('/1.png', await pngOf(8, 8))
    const api = new Api(balancer.baseUrl, tenant.key)
    const statuses = new Map<string, number>()
    let isOver = false
    let n = 0
    const caller = async () => {
      while (!isOver) {
        const reference_id = `rolling ${n++}`
        const body = { reference_id, tag: 'image', data: { image_url } }
        const sent = await api.call('POST', tenant.path('/jobs'), { body })
        const found = await api.call('GET', tenant.path(`/jobs?reference_id=${encodeURIComponent(reference_id)}`))
        for (const { status } of [sent, found]) statuses.set(String(status), (statuses.get(String(status)) ?? 0) + 1)
        await takes(10)
      }
    }
    const load = Promise.all(Array.from({ length: CALLERS }, caller))
    // Where something else fails first, the balancer stops under the callers: that is what the test has to report.
    load.catch(() => {})
    for (const service of [first, second]) {
      await until(async () => balancer.readyCount() === 2)
      await takes(300)
      const signalledMs = performance.now()
      const stopped = service.stop()
      const readyz = await until(async () => {
        const answer = await fetch(`${service.baseUrl}/readyz`)
        await answer.arrayBuffer()
        return answer.status === 503 ? answer : null
      })
      assert.ok(performance.now() - signalledMs < 5000 + SLACK_MS, 'readyz is 503 at once')
      assert.equal(readyz.headers.get('connection'), 'close')
      const late = await fetch(`${service.baseUrl}/healthz`)
      assert.deepEqual([late.status, late.headers.get('connection')], [200, 'close'], 'calls are taken while it drains')
      assert.equal(await stopped, 0, service.output)
      const tookMs = performance.now() - signalledMs
      assert.ok(tookMs < (DRAIN_SECONDS + 5) * 1000 + SLACK_MS, `it took ${tookMs} ms to end`)
      await service.start()
    }
    await until(async () => balancer.readyCount() === 2)
    isOver = true
    await load
    assert.deepEqual(balancer.failures, [])
    assert.deepEqual([...statuses.keys()], ['200'])
    api.close()
  } finally {
    balancer.stop()
    await remove()
    await files.stop()
    await database.drop()
  }
})

test('a process with a long call at the signal still ends in time', async () => {
  const service = await ServiceProcess.start({ env: { DRAIN_SECONDS: '1' } })
  try {
    const socket = new Api(service.baseUrl, null)
    // Kept open and never answered further: a connection of a client that reads nothing.
    await socket.call('GET', '/healthz')
    const startMs = performance.now()
    assert.equal(await service.stop(), 0)
    assert.ok(performance.now() - startMs < 6000)
    socket.close()
  } finally {
    await service.remove()
  }
})
