import assert from 'node:assert/strict'
import { createServer as createTlsServer } from 'node:https'
import { after, afterEach, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { download } from './download.ts'
import { EgressError } from './errors.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './testing/certificate.ts'
import { collect, downloadsBy, endless, MIB } from './testing/downloads.ts'
import { clientAllowing, closeServers, listenOnLoopback, serve, serveRaw } from './testing/loopback.ts'

const client = clientAllowing('127.0.0.0/8', { ca: TEST_CERTIFICATE })
const { get, bytesOf, failure } = downloadsBy(client)
after(() => client.close())
afterEach(closeServers)

test("a file arrives whole, with the server's headers", async () => {
  const server = await serve((request, response) => {
    assert.equal(request.headers['accept-encoding'], 'identity')
    response.writeHead(200, { 'content-type': 'image/png', etag: '"1"', 'last-modified': 'yesterday' }).end(request.url)
  })
  assert.deepEqual(await get(`${server.url}/a%2Fb%20c?d=%41#e`), {
    status: 'ok',
    bytes: 16,
    contentType: 'image/png',
    etag: '"1"',
    lastModified: 'yesterday',
    finalUrl: `${server.url}/a%2Fb%20c?d=%41#e`,
    stored: Buffer.from('/a%2Fb%20c?d=%41'),
  } satisfies Awaited<ReturnType<typeof get>>)
})

test('an unchanged file is not sent again', async () => {
  const server = await serve((request, response) => {
    const known = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'yesterday'
    response.writeHead(known ? 304 : 200).end()
  })
  assert.equal((await get(server.url, { etag: '"1"', lastModified: 'yesterday' })).status, 'not_modified')
  assert.equal((await get(server.url, { etag: '"2"', lastModified: 'yesterday' })).status, 'ok')
})

test('an unexpected 304 is a refusal', async () => {
  const server = await serve((_, response) => response.writeHead(304).end())
  assert.equal((await failure(server.url)).kind, 'permanent')
})

test('statuses are classified: worth another attempt or final', async () => {
  const server = await serve((request, response) =>
    response.writeHead(Number(request.url?.slice(1)), { 'retry-after': '7' }).end('secret text of the server'),
  )
  for (const status of [408, 425, 429, 500, 502, 503, 504, 599]) {
    const { kind, httpStatus, retryAfterMs } = await failure(`${server.url}/${status}`)
    assert.deepEqual([kind, httpStatus, retryAfterMs], ['temporary', status, 7000])
  }
  for (const status of [204, 206, 300, 400, 401, 403, 404, 410]) {
    const error = await failure(`${server.url}/${status}`)
    assert.deepEqual([error.kind, error.httpStatus, error.retryAfterMs], ['permanent', status, undefined])
    assert.equal(error.message, `The server answered with HTTP ${status}.`)
  }
})

test('five redirects are followed, relative ones too, a sixth is not', async () => {
  const server = await serve((request, response) => {
    const left = Number(request.url?.slice(1))
    const status = [301, 302, 303, 307, 308][left % 5]
    if (left === 0) response.end('arrived')
    else response.writeHead(status, { location: left % 2 ? `${server.url}/${left - 1}` : `./${left - 1}` }).end('moved')
  })
  const result = await get(`${server.url}/5`)
  assert.ok(result.status === 'ok')
  assert.equal(result.finalUrl, `${server.url}/0`)
  assert.equal((await failure(`${server.url}/6`)).kind, 'permanent')
})

test('a redirect to nowhere, to another scheme or to user info is final', async () => {
  const targets = [undefined, 'http://', 'file:///etc/passwd', 's3://bucket/key', 'data:,x', 'http://user@127.0.0.1/']
  const server = await serve((request, response) => {
    const location = targets[Number(request.url?.slice(1))]
    response.writeHead(302, location === undefined ? {} : { location }).end()
  })
  for (const index of targets.keys()) assert.equal((await failure(`${server.url}/${index}`)).kind, 'permanent')
})

test('secrets of an access rule stay with their host: a redirect elsewhere, even one that comes back, loses them', async () => {
  const seen: string[] = []
  const record = (name: string, headers: NodeJS.Dict<string | string[]>) =>
    seen.push(`${name} ${headers.authorization ?? '-'} ${headers['x-token'] ?? '-'} ${headers['if-none-match'] ?? '-'}`)
  const other = await serve((request, response) => {
    record('other', request.headers)
    response.writeHead(302, { location: `${home.url}/end` }).end()
  })
  const home = await serve((request, response) => {
    record(`home${request.url}`, request.headers)
    if (request.url === '/start') response.writeHead(302, { location: '/again' }).end()
    else if (request.url === '/again') response.writeHead(302, { location: other.url }).end()
    else response.end('x')
  })
  await get(`${home.url}/start`, {
    rules: [{ match: `${home.url}/`, headers: { authorization: 'A', 'x-token': 'T' } }],
    etag: '"e"',
  })
  assert.deepEqual(seen, ['home/start A T "e"', 'home/again A T "e"', 'other - - "e"', 'home/end - - "e"'])
})

test('a redirect to a path that the rule does not name goes without its secrets', async () => {
  const seen: string[] = []
  const server = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? '-'}`)
    const next = { '/private/out': '/other/image', '/private/in': '/private/image', '/other/image': '/private/image' }
    const location = next[request.url as keyof typeof next]
    if (location) response.writeHead(302, { location }).end()
    else response.end('x')
  })
  const rules = [{ match: `${server.url}/private/`, headers: { authorization: 'PRIVATE' } }]
  await get(`${server.url}/private/in`, { rules })
  await get(`${server.url}/private/out`, { rules })
  assert.deepEqual(seen, [
    '/private/in PRIVATE',
    '/private/image PRIVATE',
    '/private/out PRIVATE',
    '/other/image -',
    '/private/image PRIVATE',
  ])
})

test('from https a redirect to http is refused, to https followed', async () => {
  const plain = await serve((_, response) => response.end('plain'))
  const secure = await listenOnLoopback(
    createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (request, response) => {
      if (request.url === '/end') response.end('secure')
      else response.writeHead(302, { location: request.url === '/down' ? plain.url : '/end' }).end()
    }),
    '127.0.0.1',
  )
  const url = `https://127.0.0.1:${secure.port}`
  assert.equal(await bytesOf(`${url}/same`), 'secure')
  assert.equal((await failure(`${url}/down`)).kind, 'permanent')
  assert.equal(plain.connections(), 0)
})

test('a server with an untrusted certificate is unreachable', async () => {
  const secure = await listenOnLoopback(createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }), '127.0.0.1')
  const strict = clientAllowing('127.0.0.0/8')
  const attempt = download(strict, {
    url: `https://127.0.0.1:${secure.port}/`,
    maxBytes: 1,
    deadlineMs: 2000,
    lane: 'test',
    sink: collect,
  })
  await assert.rejects(attempt, (error) => error instanceof EgressError && error.kind === 'temporary')
  await strict.close()
})

test('a file over the limit is refused: by its declared length, or as soon as it has grown too long', async () => {
  let sent = 0
  const server = await serve((request, response) => {
    if (request.url === '/declared') return void response.writeHead(200, { 'content-length': MIB + 1 }).write('x')
    if (request.url === '/exact') return void response.end(Buffer.alloc(MIB))
    endless(() => {
      sent += 65_536
      return Buffer.alloc(65_536)
    }).pipe(response)
  })
  let sinkRan = false
  const refusedAtOnce = await failure(`${server.url}/declared`, {
    sink: (body) => {
      sinkRan = true
      return collect(body)
    },
  })
  assert.equal(refusedAtOnce.kind, 'too_large')
  assert.equal(sinkRan, false)
  assert.equal((await failure(`${server.url}/endless`)).kind, 'too_large')
  assert.ok(sent < 64 * MIB)
  assert.equal((await bytesOf(`${server.url}/exact`)).length, MIB)
})

test('a body shorter than its Content-Length, or a chunked one without its end, is temporary', async () => {
  for (const head of ['content-length: 100\r\n\r\nshort', 'transfer-encoding: chunked\r\n\r\n5\r\nshort\r\n']) {
    const server = await serveRaw((socket) => socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${head}`)))
    const error = await failure(server.url)
    assert.equal(error.kind, 'temporary')
    assert.equal(error.message, 'The answer broke off before its end.')
  }
})

test('a body that drips is ended by the total deadline, a silent one by the idle timer', async () => {
  const drip = await serve((_, response) => {
    const timer = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(timer))
  })
  const error = await failure(drip.url, { deadlineMs: 300 })
  assert.deepEqual([error.kind, error.message], ['temporary', 'The download took too long.'])
  const silent = await serve((_, response) => void response.write('x'))
  const impatient = clientAllowing('127.0.0.0/8', { idleTimeoutMs: 200 })
  const attempt = download(impatient, {
    url: silent.url,
    maxBytes: MIB,
    deadlineMs: 60_000,
    lane: 'test',
    sink: collect,
  })
  await assert.rejects(attempt, (reason) => reason instanceof EgressError && reason.kind === 'temporary')
  await impatient.close()
})

test('the caller can stop a download before and while it runs, and the connection ends', async () => {
  const closed = Promise.withResolvers<void>()
  const server = await serve((_, response) => {
    response.on('close', () => closed.resolve())
    response.write('partial')
  })
  assert.equal((await failure(server.url, { signal: AbortSignal.abort() })).kind, 'stopped')
  assert.equal(server.connections(), 0)
  const controller = new AbortController()
  const error = await failure(server.url, {
    signal: controller.signal,
    sink: async (body) => {
      for await (const _ of body) controller.abort()
      return Buffer.alloc(0)
    },
  })
  assert.equal(error.kind, 'stopped')
  await closed.promise
})

test("the sink's own failure passes through and ends the connection", async () => {
  const closed = Promise.withResolvers<void>()
  const server = await serve((_, response) => {
    response.on('close', () => closed.resolve())
    response.write('partial')
  })
  const full = new Error('disk full')
  const before = get(server.url, { sink: async () => Promise.reject(full) })
  await assert.rejects(before, (error) => error === full)
  await closed.promise
  const during = get(server.url, {
    sink: async (body) => {
      for await (const _ of body) throw full
      return Buffer.alloc(0)
    },
  })
  await assert.rejects(during, (error) => error === full)
})

test('the reason why the body failed is kept although the sink wraps the error', async () => {
  const server = await serve((_, response) => response.end(Buffer.alloc(MIB + 1)))
  const sink = (body: AsyncIterable<Uint8Array>) =>
    collect(body).catch((cause) => {
      throw new Error('the store could not read', { cause })
    })
  assert.equal((await failure(server.url, { sink })).kind, 'too_large')
})

test('a sink that swallows a broken body, or leaves it unread, does not make it a success', async () => {
  const short = await serveRaw((socket) =>
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx')),
  )
  assert.equal(
    (await failure(short.url, { sink: (body) => collect(body).catch(() => Buffer.alloc(0)) })).kind,
    'temporary',
  )
  const server = await serve((_, response) => response.end('x'))
  await assert.rejects(get(server.url, { sink: async () => Buffer.alloc(0) }), /unread/)
})

test('a file in a bucket is fetched by a signed request, and a redirect away loses the signature', async () => {
  const seen: (string | undefined)[] = []
  const away = await serve((request, response) => {
    seen.push(request.headers.authorization)
    response.end('x')
  })
  const bucket = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization?.slice(0, 31)} ${request.headers['x-amz-date']}`)
    if (request.url?.endsWith('moved')) response.writeHead(307, { location: away.url }).end()
    else response.end('object')
  })
  const rules = [
    { match: 's3://data/', endpoint: bucket.url, region: 'r', access_key_id: 'AK', secret_access_key: 'SK' },
  ]
  assert.equal(await bytesOf('s3://data/a%20b', { rules }), 'object')
  await get('s3://data/moved', { rules })
  assert.deepEqual(
    seen.map((line) => line?.replace(/\d/g, '0')),
    [
      '/data/a%00b AWS0-HMAC-SHA000 Credential=AK/ 00000000T000000Z',
      '/data/moved AWS0-HMAC-SHA000 Credential=AK/ 00000000T000000Z',
      undefined,
    ],
  )
})

test('one project has at most six downloads from a host at a time, and other projects do not wait for them', async () => {
  const open: (() => void)[] = []
  const server = await serve((request, response) => {
    if (request.url === '/quick') return void response.end('quick')
    open.push(() => response.end('slow'))
  })
  const slow = Array.from({ length: 9 }, () => get(`${server.url}/slow`, { lane: 'one' }))
  await get(`${server.url}/quick`, { lane: 'another' })
  while (open.length < 6) await nextTurn()
  await get(`${server.url}/quick`, { lane: 'another' })
  assert.equal(open.length, 6)
  for (let ended = 0; ended < 9; ended++) {
    while (open.length <= ended) await nextTurn()
    open[ended]()
  }
  assert.equal((await Promise.all(slow)).length, 9)
})

test('who waits for a turn at a host can be stopped', async () => {
  const answers: (() => void)[] = []
  const server = await serve((_, response) => answers.push(() => response.end()))
  const running = Array.from({ length: 6 }, () => get(server.url, { lane: 'full' }))
  const controller = new AbortController()
  const waiting = failure(server.url, { lane: 'full', signal: controller.signal })
  controller.abort()
  assert.equal((await waiting).kind, 'stopped')
  while (answers.length < 6) await nextTurn()
  for (const answer of answers) answer()
  await Promise.all(running)
  assert.equal(answers.length, 6)
})

test('a connection that was reset is tried twice more, after a short wait', async () => {
  let connections = 0
  const server = await serveRaw((socket) => {
    if (++connections < 3) socket.resetAndDestroy()
    else socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ngood'))
  })
  assert.equal(String(await bytesOf(server.url)), 'good')
  assert.equal(connections, 3)
  const down = await serveRaw((socket) => socket.resetAndDestroy())
  assert.equal((await failure(down.url)).kind, 'temporary')
  assert.equal(down.connections(), 3)
})
