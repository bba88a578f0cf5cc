import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import type { Api } from '../support/apiClient.ts'
import { until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { IS_LONG, told, watching } from './watch.ts'

const MIB = 1024 * 1024
/** An answer may have 64 MiB. */
const BYTES = IS_LONG ? 64 * MIB - 1024 : 24e6

let stage: OwnStage
let tenant: Tenant
let machine: Api
let jobId: string
let server: Server
/** What the server answers, as gzip. */
let gzip: Buffer
before(async () => {
  stage = await setOwnStage()
  tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'gpu', scopes: ['assist'] })
  machine = stage.admin.with(key)
  const image_url = stage.files.put('/1.png', await pngOf(64, 64))
  jobId = await tenant.submit({ reference_id: 'image', tag: 'image', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  server = createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(gzip)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await stage.admin.put(tenant.path('/assistants/server'), { carrier: 'http', url, verbs: ['predict'] })
  await stage.admin.put(tenant.path('/assistants/queue'), { carrier: 'queue', verbs: ['predict'] })
  // Threads are started and warm.
  gzip = gzipSync(Buffer.alloc(MIB, ' '))
  for (let n = 0; n < 4; n++) await answered()
})
after(async () => {
  server.closeAllConnections()
  server.close()
  await stage.clear()
})

const ask = (assistant: string) =>
  tenant.api.post<{ run_id: string }>(tenant.path(`/jobs/${jobId}/assist`), { assistant, verb: 'predict' })

/** A run that the server answered. */
async function answered(): Promise<{ status: string; error: { code: string } | null }> {
  const { run_id: runId } = await ask('server')
  return until(async () => {
    const run = await tenant.api.get<{ status: string; error: { code: string } | null }>(
      tenant.path(`/jobs/${jobId}/assist/${runId}`),
    )
    return ['queued', 'running'].includes(run.status) ? null : run
  })
}

const filled = (start: string, piece: string, end: string) =>
  Buffer.concat([
    Buffer.from(start),
    Buffer.alloc(Math.floor((BYTES - 200) / piece.length) * piece.length, piece),
    Buffer.from(end),
  ])

const BODIES: [string, string, string, string][] = [
  ['objects of nothing', '{"data":{"annotations":{"rectangles":[{}', ',{}', ']}}}'],
  ['texts', '{"data":{"annotations":{"rectangles":[""', ',"x"', ']}}}'],
]

for (const [name, start, piece, end] of BODIES) {
  test(`an answer of an assistant that is refused takes no more memory than twice its bytes: ${name}`, async () => {
    gzip = gzipSync(filled(start, piece, end), { level: 1 })
    const seen = await watching(stage.service, tenant.api, '/healthz', async () => {
      const run = await answered()
      assert.deepEqual([run.status, run.error?.code], ['failed', 'INVALID_ANSWER'])
    })
    told(`${name} as an answer`, { seen })
    assert.ok(seen.growthMib <= 64 + (2 * BYTES) / MIB, `grew by ${seen.growthMib} MiB`)
  })

  test(`an output of a task that is refused takes no more memory than twice its bytes: ${name}`, async () => {
    await ask('queue')
    const path = (rest: string) => tenant.path(`/assistants/queue${rest}`)
    const { task } = await machine.post<{ task: { task_id: string; lease_id: string } }>(path('/claim'), {
      lease_seconds: 600,
    })
    const body = gzipSync(filled(`{"lease_id":"${task.lease_id}","output":${start}`, piece, `${end}}`), { level: 1 })
    const seen = await watching(stage.service, tenant.api, '/healthz', async () => {
      const headers = { 'content-encoding': 'gzip' }
      const answer = await machine.call('POST', path(`/tasks/${task.task_id}/complete`), { body, headers })
      assert.deepEqual([answer.status, answer.json?.error?.code], [400, 'GE_0001'])
    })
    told(`${name} as the output of a task`, { seen })
    assert.ok(seen.growthMib <= 64 + (2 * BYTES) / MIB, `grew by ${seen.growthMib} MiB`)
  })
}
