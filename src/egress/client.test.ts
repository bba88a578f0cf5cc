import assert from 'node:assert/strict'
import type { LookupAddress } from 'node:dns'
import { createServer } from 'node:http'
import { connect, isIP } from 'node:net'
import type { NetworkInterfaceInfo } from 'node:os'
import { afterEach, beforeEach, test } from 'node:test'
import { buildConnector } from 'undici'
import type { EgressClient } from './client.ts'
import type { Lookup } from './connector.ts'
import { download } from './download.ts'
import { EgressError } from './errors.ts'
import { ownAddresses } from './ownAddresses.ts'
import { post } from './post.ts'
import {
  clientAllowing,
  closeServers,
  listenOnLoopback,
  readUrlFixtures,
  serve,
  serveRaw,
  type TestServer,
} from './testing/loopback.ts'

// The canaries stand on forbidden ground: 127.0.0.1 and, on the same port, ::1. Only 127.0.0.2 is ever allowed.
let canaries: TestServer[]
let clients: EgressClient[]

beforeEach(async () => {
  clients = []
  const canary = () => createServer((_, response) => response.end('canary'))
  const first = await listenOnLoopback(canary(), '127.0.0.1')
  canaries = [first]
  // Where IPv6 is disabled that address is unreachable too.
  await listenOnLoopback(canary(), '::1', first.port).then(
    (second) => canaries.push(second),
    () => {},
  )
})

afterEach(async () => {
  for (const client of clients) await client.close()
  await closeServers()
})

const PLAIN = { lane: 'test', secrets: [] }

const canaryHits = () => canaries.reduce((sum, canary) => sum + canary.connections(), 0)

function client(networks: string, options: Parameters<typeof clientAllowing>[1] = {}): EgressClient {
  const made = clientAllowing(networks, options)
  clients.push(made)
  return made
}

const get = (from: EgressClient, url: string) =>
  download(from, { url, maxBytes: 1000, deadlineMs: 5000, lane: 'test', sink: async (body) => text(body) })

async function text(body: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

async function failure(attempt: Promise<unknown>): Promise<EgressError> {
  const error = await attempt.then(
    () => assert.fail('it went through'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof EgressError, String(error))
  return error
}

/** Answers each question with the next of these lists, then the last one again. */
function answering(...answers: string[][]): Lookup {
  let asked = 0
  return (_hostname, _options, callback) => {
    const found = answers[Math.min(asked++, answers.length - 1)]
    callback(
      null,
      found.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

test('the canaries can be reached where loopback is allowed, or the tests below would prove nothing', async () => {
  const open = client('127.0.0.1, ::1')
  for (const canary of canaries) assert.equal((await get(open, canary.url)).status, 'ok')
  assert.equal(canaryHits(), canaries.length)
})

const fixtures = readUrlFixtures()

test('no known spelling reaches loopback, as download or callback', {
  skip: !fixtures && 'no fixtures here',
}, async () => {
  // Every name resolves to loopback.
  const guarded = client('', { lookup: answering(['127.0.0.1', '::1']) })
  for (const { url } of fixtures ?? []) {
    const spellings = [url]
    if (URL.canParse(url)) {
      const parsed = new URL(url)
      parsed.port = String(canaries[0].port)
      spellings.push(parsed.href)
    }
    for (const spelling of spellings) {
      const kinds = ['forbidden', 'permanent']
      assert.ok(kinds.includes((await failure(get(guarded, spelling))).kind), spelling)
      const posted = post(guarded, { url: spelling, headers: {}, body: '{}', timeoutMs: 2000, ...PLAIN })
      assert.ok(kinds.includes((await failure(posted)).kind), spelling)
    }
  }
  assert.equal(canaryHits(), 0)
})

test('a literal is refused by the connector itself, which no lookup sees', async () => {
  const guarded = client('')
  for (const url of canaries.map((canary) => canary.url)) {
    // Around the check of the text, as a faulty caller would.
    const deadline = { signal: new AbortController().signal, endedBy: () => null, clear: () => {} }
    const sent = guarded.send({ method: 'GET', url: new URL(url), headers: {}, lane: 'test', deadline })
    assert.equal((await failure(sent)).kind, 'forbidden')
  }
  assert.equal(canaryHits(), 0)
})

test('a name that resolves to a forbidden address is refused, on http and https', async () => {
  for (const address of ['127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0', '169.254.169.254']) {
    const guarded = client('', { lookup: answering([address]) })
    for (const scheme of ['http', 'https']) {
      const error = await failure(get(guarded, `${scheme}://data.example:${canaries[0].port}/`))
      assert.equal(error.kind, 'forbidden', address)
      assert.equal(error.message, 'The address is not allowed.')
    }
  }
  assert.equal(canaryHits(), 0)
})

test('only the allowed ones of several addresses are tried', async () => {
  const server = await serve((_, response) => response.end('allowed'), '127.0.0.2')
  const guarded = client('127.0.0.2', { lookup: answering(['127.0.0.1', '::1', '127.0.0.2', '10.0.0.1']) })
  const result = await get(guarded, `http://data.example:${server.port}/`)
  assert.equal(result.status === 'ok' && result.stored, 'allowed')
  assert.equal(canaryHits(), 0)
})

test('a name that is rebound to loopback after the first request is refused', async () => {
  const server = await serve((_, response) => response.setHeader('connection', 'close').end('first'), '127.0.0.2')
  const guarded = client('127.0.0.2', { lookup: answering(['127.0.0.2'], ['127.0.0.1']) })
  const url = `http://rebind.example:${server.port}/`
  assert.equal((await get(guarded, url)).status, 'ok')
  assert.equal((await failure(get(guarded, url))).kind, 'forbidden')
  assert.equal(server.connections(), 1)
  assert.equal(canaryHits(), 0)
})

test('a socket that ends up elsewhere than asked is closed before a byte is sent', async () => {
  let received = 0
  const trap = await serveRaw((socket) => socket.on('data', (chunk) => (received += chunk.length)))
  const guarded = client('127.0.0.2', {
    dial: (_target, callback) => {
      const socket = connect(trap.port, '127.0.0.1', () => callback(null, socket))
    },
  })
  assert.equal((await failure(get(guarded, `http://127.0.0.2:${trap.port}/`))).kind, 'forbidden')
  assert.equal(received, 0)
})

test('a redirect to a forbidden address is refused', async () => {
  const { port } = canaries[0]
  const targets = [
    `http://127.0.0.1:${port}/`,
    `http://[::1]:${port}/`,
    `//127.0.0.1:${port}/`,
    `http://2130706433:${port}/`,
    `http://localhost:${port}/`,
    `http://internal.example:${port}/`,
    `http://user@127.0.0.1:${port}/`,
  ]
  const server = await serve(
    (request, response) => response.writeHead(302, { location: targets[Number(request.url?.slice(1))] }).end(),
    '127.0.0.2',
  )
  const guarded = client('127.0.0.2', { lookup: answering(['127.0.0.1']) })
  for (const index of targets.keys()) {
    assert.equal((await failure(get(guarded, `${server.url}/${index}`))).kind, 'forbidden', targets[index])
  }
  assert.equal(canaryHits(), 0)
})

test('proxies of the environment are ignored', async () => {
  const names = ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']
  const before = names.map((name) => process.env[name])
  for (const name of names) process.env[name] = name === 'NODE_USE_ENV_PROXY' ? '1' : canaries[0].url
  const server = await serve((_, response) => response.end('direct'), '127.0.0.2')
  try {
    const result = await get(client('127.0.0.2'), server.url)
    assert.equal(result.status === 'ok' && result.stored, 'direct')
    assert.equal(canaryHits(), 0)
  } finally {
    for (const [index, name] of names.entries()) {
      if (before[index] === undefined) delete process.env[name]
      else process.env[name] = before[index]
    }
  }
})

/** Servers that fail in one way each, and the word of the operator's log for it. */
async function failingServers(): Promise<[url: string, reason: string][]> {
  const gone = await serve(() => {})
  await gone.close()
  const silent = await serveRaw(() => {})
  const rude = await serveRaw((socket) => socket.end('220 mail ready\r\n'))
  const abrupt = await serveRaw((socket) => socket.end())
  const reset = await serveRaw((socket) => socket.resetAndDestroy())
  return [
    [gone.url, 'The server refused the connection.'],
    [silent.url, 'The server did not answer in time.'],
    [rude.url, 'The server does not answer by HTTP.'],
    [rude.url.replace('http:', 'https:'), 'The server does not speak TLS as https needs it.'],
    [abrupt.url, 'The server closed the connection without an answer.'],
    [reset.url, 'The server closed the connection without an answer.'],
  ]
}

test('the reason for a failed request is named, for downloads and callbacks alike, without an address', async () => {
  const reasons = await failingServers()
  const unknown: Lookup = (_hostname, _options, callback) =>
    callback(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }), [])
  // Public addresses, whose connections end at the servers of the test.
  const connectNow = buildConnector({ allowH2: false })
  const dial: buildConnector.connector = (target, callback) =>
    isIP(target.hostname) ? connectNow({ ...target, hostname: '127.0.0.1' }, callback) : unknownName(callback)
  const unknownName = (callback: buildConnector.Callback) =>
    unknown('', { all: true }, (error) => callback(error ?? new Error('found'), null))
  const impatient = client('127.0.0.0/8', { dial, lookup: unknown, idleTimeoutMs: 200 })
  const publicUrl = (url: string) => url.replace('127.0.0.1', '8.8.8.8')
  const urls = reasons.map(([url, reason]) => [publicUrl(url), reason])
  for (const [url, reason] of [...urls, ['http://unknown.example/', 'The name of the server could not be resolved.']]) {
    const error = await failure(get(impatient, url))
    assert.deepEqual([error.kind, error.message], ['temporary', reason])
    const posted = await failure(post(impatient, { url, headers: {}, body: '', timeoutMs: 1000, ...PLAIN }))
    assert.deepEqual([posted.kind, posted.message], ['temporary', reason])
  }
  const patient = client('127.0.0.0/8', { dial })
  const silent = publicUrl(reasons[1][0])
  const late = await failure(post(patient, { url: silent, headers: {}, body: '', timeoutMs: 200, ...PLAIN }))
  assert.equal(late.message, 'The server did not answer in time.')
})

test('inside an allowed network open and closed ports fail alike, by address and by name, and the log has the reason', async () => {
  const reasons = await failingServers()
  const told: [host: string, reason: string][] = []
  const lookup: Lookup = (_hostname, _options, callback) => callback(null, [{ address: '127.0.0.1', family: 4 }])
  const onConcealed = (host: string, reason: string) => told.push([host, reason])
  const inside = client('127.0.0.0/8', { lookup, onConcealed, idleTimeoutMs: 200 })
  for (const [url, reason] of reasons) {
    for (const host of ['127.0.0.1', 'inside.example']) {
      const there = url.replace('127.0.0.1', host)
      const failures = [
        await failure(get(inside, there)),
        await failure(post(inside, { url: there, headers: {}, body: '', timeoutMs: 1000, ...PLAIN })),
        await failure(post(inside, { url: there, headers: {}, body: '', timeoutMs: 150, ...PLAIN })),
      ]
      for (const { kind, message } of failures)
        assert.deepEqual([kind, message], ['temporary', 'The server could not be reached.'])
      assert.deepEqual(told.at(-2), [host, reason])
      told.length = 0
    }
  }
})

test('the machine’s own public addresses are forbidden like loopback, unless a network of theirs is allowed', async () => {
  const own = ownAddresses(() => ({
    eth0: [
      { address: '203.0.114.7', family: 'IPv4' },
      { address: '2600:1234::1', family: 'IPv6' },
      { address: 'fe80::1%eth0', family: 'IPv6' },
    ] as NetworkInterfaceInfo[],
  }))
  const dialled: string[] = []
  const dial: buildConnector.connector = ({ hostname }, callback) => {
    dialled.push(hostname)
    callback(new Error('far enough'), null)
  }
  const urls = ['http://203.0.114.7/', 'http://[2600:1234::1]/', 'http://[2600:1234:0:0::0001]/']
  const guarded = client('', { ownAddresses: own, dial })
  for (const url of urls) assert.equal((await failure(get(guarded, url))).kind, 'forbidden', url)
  const byName = client('', { ownAddresses: own, lookup: answering(['203.0.114.7', '2600:1234::1']) })
  assert.equal((await failure(get(byName, 'http://me.example/'))).kind, 'forbidden')
  assert.deepEqual(dialled, [])
  const allowing = client('203.0.114.7', { ownAddresses: own, dial })
  assert.equal((await failure(get(allowing, urls[0]))).kind, 'temporary')
  assert.deepEqual(dialled, ['203.0.114.7'])
})
