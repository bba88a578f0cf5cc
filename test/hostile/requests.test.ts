import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'
import { takes } from '../support/time.ts'
import { IS_LONG, residentMib } from './watch.ts'

const MIB = 1024 * 1024

let stage: OwnStage
let tenant: Tenant
before(async () => {
  stage = await setOwnStage({ BODY_MEMORY: String(96 * MIB) })
  tenant = await Tenant.create(stage.admin, {}, { image: tagOf('image2d') })
})
after(() => stage.clear())

function open(): Socket {
  const { hostname, port } = new URL(stage.service.baseUrl)
  return connect(Number(port), hostname)
}

/** The first answer to bytes that are sent as they are; '' where the connection is closed without one. */
function untilAnswered(bytes: string | Buffer): Promise<string> {
  return new Promise((resolve) => {
    const socket = open()
    let text = ''
    const end = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(text)
    }
    const timer = setTimeout(end, 20_000)
    socket.on('data', (piece) => {
      text += piece.toString('latin1')
      if (text.includes('"success":')) end()
    })
    socket.on('close', end)
    socket.on('error', end)
    socket.write(bytes)
  })
}

const headers = () => `Host: x\r\nx-api-key: ${tenant.key}\r\nContent-Type: application/json\r\n`
const post = () => `POST ${tenant.path('/jobs')} HTTP/1.1\r\n${headers()}`
const jobs = (query: string) => `GET ${tenant.path('/jobs')}?${query} HTTP/1.1\r\n${headers()}\r\n`
const utf16 = Buffer.from('\ufeff{"a":1}', 'utf16le')

/** Bytes of which no program that means well would make a request, and the status that tells so. */
const ODD: Readonly<Record<string, [number, () => string | Buffer]>> = {
  'a header of 64 KiB': [431, () => `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(65_536)}\r\n\r\n`],
  '5,000 headers': [431, () => `GET /healthz HTTP/1.1\r\nHost: x\r\n${'a:bcdef\r\n'.repeat(5000)}\r\n`],
  'no Host': [400, () => 'GET /healthz HTTP/1.1\r\n\r\n'],
  'two Hosts': [400, () => 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
  'an Expect of its own': [417, () => `${post()}Expect: 200-maybe\r\nContent-Length: 2\r\n\r\n{}`],
  'a length and chunks': [400, () => `${post()}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  'two lengths': [400, () => `${post()}Content-Length: 5\r\nContent-Length: 6\r\n\r\n{"a":1`],
  'a length below zero': [400, () => `${post()}Content-Length: -5\r\n\r\n{}`],
  'a length beyond numbers': [400, () => `${post()}Content-Length: 99999999999999999999\r\n\r\n{}`],
  'a chunk beyond numbers': [400, () => `${post()}Transfer-Encoding: chunked\r\n\r\nfffffffffffffffff\r\n{}`],
  'an extension of 100 KB': [413, () => `${post()}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\n{`],
  'UTF-16': [400, () => Buffer.concat([Buffer.from(`${post()}Content-Length: ${utf16.length}\r\n\r\n`), utf16])],
  'gzip twice': [415, () => `${post()}Content-Encoding: gzip, gzip\r\nContent-Length: 2\r\n\r\n{}`],
  'a broken escape': [400, () => `GET /v1/projects/%zz/jobs HTTP/1.1\r\n${headers()}\r\n`],
  'NUL in a filter': [400, () => jobs('tag=%00')],
  'a parameter twice': [400, () => jobs('limit=1&limit=2')],
  '__proto__ as a filter': [400, () => jobs('stage=__proto__')],
  'a forged page': [400, () => jobs(`page_token=${Buffer.from('{"__proto__":1}').toString('base64url')}`)],
  'a time before time': [400, () => jobs('created_from=-271821-04-20T00:00:00Z')],
  'a folded header': [400, () => 'GET /healthz HTTP/1.1\r\nHost: x\r\nA: b\r\n c\r\n\r\n'],
  'HTTP/2 without a word': [400, () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
  'the start of TLS': [400, () => Buffer.from('16030100a5010000a10303', 'hex')],
}

for (const [name, [status, bytes]] of Object.entries(ODD)) {
  test(`a request with ${name} is refused in the shape of every refusal`, async () => {
    const answer = await untilAnswered(bytes())
    assert.match(answer, new RegExp(`^HTTP/1\\.1 ${status} `))
    assert.match(answer, /"success":false,"error":\{"code":"\w+"/)
    assert.match(answer, /"request_id":"[0-9a-f-]{36}"/)
  })
}

test('readers who do not take their large answer do not fill the memory or block others, and are cut off', async () => {
  const image_url = stage.files.put('/1.png', await pngOf(64, 64))
  const jobId = await tenant.submit({ reference_id: 'large', tag: 'image', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  const [box] = ONE_BOX.annotations.rectangles
  const data = { annotations: { rectangles: Array(25_000).fill(box) } }
  await tenant.api.ok('PUT', tenant.path(`/jobs/${jobId}/prediction`), { data })
  const path = tenant.path(`/jobs/${jobId}/prediction`)
  // What the threads take to read it is theirs from now on.
  for (let n = 0; n < 3; n++) await Promise.all([1, 2, 3, 4].map(() => tenant.api.call('GET', path)))
  const whole = await tenant.api.call('GET', path)
  assert.equal(whole.status, 200)
  assert.ok(whole.bytes.length > 5 * MIB, `${whole.bytes.length} bytes`)
  const startMib = residentMib(stage.service.pid)
  const sockets: Socket[] = []
  try {
    for (let n = 0; n < 100; n++) {
      const socket = open()
      socket.on('error', () => {})
      // Nothing is read: what the service writes stays with it.
      socket.pause()
      socket.write(`GET ${path} HTTP/1.1\r\n${headers()}\r\n`)
      sockets.push(socket)
    }
    const startMs = performance.now()
    let mostMib = 0
    while (performance.now() - startMs < (IS_LONG ? 20_000 : 6000)) {
      assert.equal((await tenant.api.call('GET', '/readyz')).status, 200)
      mostMib = Math.max(mostMib, residentMib(stage.service.pid) - startMib)
      await takes(100)
    }
    assert.ok(mostMib < 400, `memory grew by ${Math.round(mostMib)} MiB`)
    // Those who came too late were told so, and room is back when the others are cut off, after half a minute.
    if (!IS_LONG) return
    const again = await until200(path)
    assert.equal(again.bytes.length, whole.bytes.length)
  } finally {
    for (const socket of sockets) socket.destroy()
  }
})

async function until200(path: string) {
  for (const startMs = performance.now(); ; await sleep(500)) {
    const answer = await tenant.api.call('GET', path)
    if (answer.status === 200) return answer
    assert.equal(answer.status, 503)
    assert.ok(Number(answer.headers['retry-after']) > 0)
    assert.ok(performance.now() - startMs < 60_000, 'the stalled readers are still there')
  }
}
