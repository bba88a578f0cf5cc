import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Api, until } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'
import { IS_LONG, told, watching } from './watch.ts'

const MIB = 1024 * 1024

let stage: OwnStage
let tenant: Tenant
before(async () => {
  stage = await setOwnStage({ LOG_LEVEL: 'info' })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

/** Opens a connection, writes, and is gone after the time. */
function goneAfter(text: string, ms: number): Promise<void> {
  const { hostname, port } = new URL(stage.service.baseUrl)
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(text)
      takes(ms).then(() => socket.resetAndDestroy())
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve())
  })
}

test('clients that go away in the middle of a call are not faults of the service: no log above debug', async () => {
  const start = `POST ${tenant.path('/jobs')} HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.key}\r\nContent-Type: application/json\r\n`
  const readers = `GET ${tenant.path('/jobs?limit=100')} HTTP/1.1\r\nHost: x\r\nx-api-key: ${tenant.key}\r\n\r\n`
  const texts = [
    `${start}Content-Length: 5000000\r\n\r\n{"reference_id":"gone"`,
    `${start}Transfer-Encoding: chunked\r\n\r\n10\r\n{"reference_id":`,
    `${start}Content-Encoding: gzip\r\nContent-Length: 500\r\n\r\n\u001f`,
    readers,
    'GET /healthz HTTP/1.1\r\nHo',
  ]
  await Promise.all(Array.from({ length: 60 }, (_, n) => goneAfter(texts[n % texts.length], (n * 7) % 50)))
  assert.equal((await tenant.api.call('GET', '/v1/nowhere')).status, 404)
  await until(async () => stage.service.output.includes('no such route'))
  assert.doesNotMatch(stage.service.output, /"level":(40|50|60)|at \w+ \(|ECONNRESET|EPIPE/)
})

test('the log names an unknown address that was called, cut and without possible secrets', async () => {
  const place = `/v1/elsewhere/%E2%80%AEtxt/${'x'.repeat(5000)}`
  const { port } = new URL(stage.service.baseUrl)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(`GET ${place}?token=hunter2 HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  socket.resume()
  await once(socket, 'close')
  const line = await until(async () =>
    stage.service.output.split('\n').find((one) => one.includes('/v1/elsewhere') && one.includes('no such route')),
  )
  const { path } = JSON.parse(line)
  assert.match(path, /^\/v1\/elsewhere\/.*txt\/x+$/)
  assert.equal(path.length, 200)
  assert.doesNotMatch(line, /hunter2|[\p{Cc}\u202a-\u202e]/u)
})

test('files of results are read in parts, asked for by HEAD, and not sent again to those who have them', async () => {
  const jobId = await queuedImage(stage, tenant, 'boxes')
  await tenant.submitResult(jobId, ONE_BOX)
  const { result } = await tenant.reached(jobId, 'completed')
  const visitor = new Api(stage.service.baseUrl, null)
  const ask = (method: string, headers: Record<string, string> = {}) =>
    visitor.call(method, String(result), { headers })
  const whole = await ask('GET')
  const etag = String(whole.headers.etag)
  const [head, part, last, outside, known] = [
    await ask('HEAD'),
    await ask('GET', { range: 'bytes=2-5' }),
    await ask('GET', { range: 'bytes=-3' }),
    await ask('GET', { range: `bytes=${whole.bytes.length}-` }),
    await ask('GET', { 'if-none-match': etag }),
  ]
  assert.deepEqual(
    [head.status, head.bytes.length, Number(head.headers['content-length'])],
    [200, 0, whole.bytes.length],
  )
  assert.deepEqual([part.status, part.bytes], [206, whole.bytes.subarray(2, 6)])
  assert.deepEqual([last.status, last.bytes], [206, whole.bytes.subarray(-3)])
  assert.deepEqual([outside.status, outside.json?.error?.code], [416, 'RANGE_NOT_SATISFIABLE'])
  assert.deepEqual([known.status, known.bytes.length], [304, 0])
})

for (const [name, piece] of [
  ['operations of nothing', '{},'],
  ['lists of nothing', '[],'],
  ['operations of other types', '{"type":"x"},'],
]) {
  test(`edits of the workbench that are refused take no more memory than twice their bytes: ${name}`, async () => {
    const person = await Person.join(stage.admin, 'annotator', [tenant.projectId])
    const jobId = await queuedImage(stage, tenant, 'boxes')
    await person.ok('POST', `/api/jobs/${jobId}/claim`, {})
    const head = `{"batchId":"${crypto.randomUUID()}","baseVersion":0,"operations":[`
    const many = Math.floor((IS_LONG ? 60e6 : 20e6) / piece.length)
    const body = Buffer.concat([Buffer.from(head), Buffer.alloc(many * piece.length, piece), Buffer.from('{}]}')])
    const gzip = gzipSync(body, { level: 9 })
    const seen = await watching(stage.service, tenant.api, '/healthz', async () => {
      for (const path of ['operations', 'drafts']) {
        const answer = await person.call('POST', `/api/jobs/${jobId}/${path}`, gzip, { 'content-encoding': 'gzip' })
        assert.ok([400, 413].includes(answer.status), answer.bytes.toString('utf8').slice(0, 300))
        assert.ok((answer.json?.error?.meta_data.failures.length ?? 0) <= 1000)
      }
    })
    told(`edits: ${name}, ${gzip.length} → ${body.length} bytes`, { seen })
    const mostMib = 64 + (2 * body.length) / MIB
    assert.ok(seen.growthMib <= mostMib, `grew by ${seen.growthMib} MiB, ${Math.round(mostMib)} are allowed`)
    assert.ok(stage.service.isRunning)
  })
}
