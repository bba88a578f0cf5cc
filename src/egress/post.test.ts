import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { EgressError } from './errors.ts'
import { post } from './post.ts'
import { clientAllowing, closeServers, serve } from './testing/loopback.ts'

const client = clientAllowing('127.0.0.0/8')
after(() => client.close())
afterEach(closeServers)

const send = (url: string, more: { timeoutMs?: number; signal?: AbortSignal } = {}) =>
  post(client, {
    url,
    headers: { 'content-type': 'application/json', 'x-service-key': 'k' },
    body: '{"ü":1}',
    timeoutMs: 3000,
    lane: 'test',
    secrets: [],
    ...more,
  })

test('headers and body arrive as given, the answer comes back with its head', async () => {
  let seen: unknown
  const server = await serve(async (request, response) => {
    const body = (await request.toArray()).join('')
    seen = [request.method, request.url, request.headers['x-service-key'], request.headers['content-type'], body]
    response.writeHead(201).end('thanks')
  })
  const result = await send(`${server.url}/a%20b?c=%2F`)
  assert.deepEqual(seen, ['POST', '/a%20b?c=%2F', 'k', 'application/json', '{"ü":1}'])
  assert.equal(result.httpStatus, 201)
  assert.equal(result.responseHead, 'thanks')
  assert.ok(result.durationMs >= 0)
  assert.ok(!('retryAfterMs' in result))
})

test('a redirect is an answer and never followed', async () => {
  let requests = 0
  const server = await serve((_, response) => {
    requests++
    response.writeHead(307, { location: '/elsewhere' }).end()
  })
  assert.equal((await send(server.url)).httpStatus, 307)
  assert.equal(requests, 1)
})

test('any status is a result, with the wait the server asks for', async () => {
  const server = await serve((request, response) => {
    const status = Number(request.url?.slice(1))
    response
      .writeHead(status, { 'retry-after': status === 429 ? '120' : new Date(Date.now() + 3_600_000).toUTCString() })
      .end()
  })
  for (const status of [200, 204, 400, 404, 410, 500])
    assert.equal((await send(`${server.url}/${status}`)).httpStatus, status)
  assert.equal((await send(`${server.url}/429`)).retryAfterMs, 120_000)
  const wait = (await send(`${server.url}/503`)).retryAfterMs ?? 0
  assert.ok(wait > 3_500_000 && wait <= 3_600_000)
})

test('the first 4 KiB of a long answer are kept, without characters that a database cannot store', async () => {
  const server = await serve((_, response) => response.end(`\u0000${'x'.repeat(10_000_000)}`))
  const { responseHead } = await send(server.url)
  assert.equal(responseHead, `\uFFFD${'x'.repeat(4095)}`)
})

test('a received status counts although the body breaks off or never ends', async () => {
  const server = await serve((request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('partial')
    if (request.url === '/cut') response.socket?.destroySoon()
  })
  for (const path of ['/cut', '/endless']) {
    const result = await send(server.url + path, { timeoutMs: 500 })
    assert.equal(result.httpStatus, 200)
    assert.equal(result.responseHead, 'partial')
  }
})

test('no answer in time is temporary, the caller giving up is stopped', async () => {
  const server = await serve(() => {})
  const kindOf = (attempt: Promise<unknown>) =>
    attempt.then(
      () => 'none',
      (error) => error instanceof EgressError && error.kind,
    )
  assert.equal(await kindOf(send(server.url, { timeoutMs: 100 })), 'temporary')
  const controller = new AbortController()
  const attempt = kindOf(send(server.url, { signal: controller.signal }))
  controller.abort()
  assert.equal(await attempt, 'stopped')
  assert.equal(await kindOf(send(server.url, { signal: AbortSignal.abort() })), 'stopped')
})

test('an impossible header is permanent, not worth another attempt', async () => {
  const attempt = post(client, {
    url: 'http://127.0.0.1:9/',
    headers: { a: 'b\r\nc: d' },
    body: '',
    timeoutMs: 1000,
    lane: 'test',
    secrets: [],
  })
  await assert.rejects(attempt, (error) => error instanceof EgressError && error.kind === 'permanent')
})

test('connections are kept for the next message, also after errors and redirects', async () => {
  const server = await serve((request, response) => {
    response.writeHead(Number(request.url?.slice(1)), { location: '/' }).end('x'.repeat(5000))
  })
  for (let round = 0; round < 10; round++) {
    for (const status of [200, 302, 500, 404]) await send(`${server.url}/${status}`)
  }
  // Not always one: the next message may be sent before the connection of the last has noticed that it is free.
  assert.ok(server.connections() <= 3, `${server.connections()} connections`)
})
