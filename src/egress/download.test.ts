import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { createServer as createTlsServer } from 'node:https'
import { Readable } from 'node:stream'
import { after, afterEach, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { applyAccessRules } from './accessRules.ts'
import { type DownloadRequest, download } from './download.ts'
import { EgressError } from './errors.ts'
import { TEST_CERTIFICATE, TEST_KEY } from './testing/certificate.ts'
import { clientAllowing, closeServers, listen, serve, serveRaw } from './testing/loopback.ts'

const client = clientAllowing('127.0.0.0/8', { ca: TEST_CERTIFICATE })
after(() => client.close())
afterEach(closeServers)

type More = Partial<DownloadRequest<Buffer>>
const MIB = 1024 * 1024

async function collect(body: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  for await (const piece of body) pieces.push(piece)
  return Buffer.concat(pieces)
}

const get = (url: string, more: More = {}) =>
  download(client, { url, maxBytes: MIB, deadlineMs: 5000, sink: collect, ...more })

async function bytesOf(url: string, more: More = {}): Promise<string> {
  const result = await get(url, more)
  assert.ok(result.status === 'ok')
  assert.equal(result.bytes, result.stored.length)
  return result.stored.toString()
}

async function failure(url: string, more: More = {}): Promise<EgressError> {
  const error = await get(url, more).then(
    () => assert.fail('it went through'),
    (reason: unknown) => reason,
  )
  assert.ok(error instanceof EgressError, String(error))
  return error
}

function endless(piece: () => Buffer): Readable {
  return Readable.from(
    (function* () {
      for (;;) yield piece()
    })(),
  )
}

test('a file arrives whole, with what the server says of it', async () => {
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

test('what has not changed is not sent again', async () => {
  const server = await serve((request, response) => {
    const known = request.headers['if-none-match'] === '"1"' && request.headers['if-modified-since'] === 'yesterday'
    response.writeHead(known ? 304 : 200).end()
  })
  assert.equal((await get(server.url, { etag: '"1"', lastModified: 'yesterday' })).status, 'not_modified')
  assert.equal((await get(server.url, { etag: '"2"', lastModified: 'yesterday' })).status, 'ok')
})

test('a 304 nobody asked for is a refusal', async () => {
  const server = await serve((_, response) => response.writeHead(304).end())
  assert.equal((await failure(server.url)).kind, 'permanent')
})

test('statuses are told apart: worth another attempt or final', async () => {
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
  await get(`${home.url}/start`, { headers: { authorization: 'A', 'x-token': 'T' }, etag: '"e"' })
  assert.deepEqual(seen, ['home/start A T "e"', 'home/again A T "e"', 'other - - "e"', 'home/end - - "e"'])
})

test('from https a redirect to http is refused, to https followed', async () => {
  const plain = await serve((_, response) => response.end('plain'))
  const secure = await listen(
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

test('a certificate nobody vouches for is no server', async () => {
  const secure = await listen(createTlsServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }), '127.0.0.1')
  const strict = clientAllowing('127.0.0.0/8')
  const attempt = download(strict, {
    url: `https://127.0.0.1:${secure.port}/`,
    maxBytes: 1,
    deadlineMs: 2000,
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

test('a server that compresses although asked not to is understood', async () => {
  const text = 'point '.repeat(1000)
  const encodings: Record<string, [string, Buffer]> = {
    gzip: ['gzip', gzipSync(text)],
    xgzip: ['X-GZIP', gzipSync(text)],
    zlib: ['deflate', deflateSync(text)],
    raw: ['deflate', deflateRawSync(text)],
    br: ['br', brotliCompressSync(text)],
    plain: ['identity', Buffer.from(text)],
    chunked: ['aws-chunked', Buffer.from(text)],
  }
  const server = await serve((request, response) => {
    const [encoding, body] = encodings[request.url?.slice(1) ?? '']
    response.writeHead(200, { 'content-encoding': encoding, 'content-length': body.length }).end(body)
  })
  for (const name of Object.keys(encodings)) assert.equal(await bytesOf(`${server.url}/${name}`), text, name)
})

test('a compression bomb is stopped at the limit of what comes out', async () => {
  const zeros = Buffer.alloc(200 * MIB)
  const bombs: Record<string, Buffer> = {
    gzip: gzipSync(zeros),
    br: brotliCompressSync(zeros),
    deflate: deflateSync(zeros),
  }
  const server = await serve((request, response) => {
    const encoding = request.url?.slice(1) ?? ''
    response.writeHead(200, { 'content-encoding': encoding }).end(bombs[encoding])
  })
  for (const encoding of Object.keys(bombs)) {
    let passed = 0
    const error = await failure(`${server.url}/${encoding}`, {
      sink: async (body) => {
        for await (const piece of body) passed += piece.length
        return Buffer.alloc(0)
      },
    })
    assert.equal(error.kind, 'too_large', encoding)
    assert.ok(passed <= MIB, encoding)
  }
})

test('a stream of compressed nothing ends too', async () => {
  const nothing = Buffer.concat(Array.from({ length: 1000 }, () => gzipSync('')))
  const server = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip' })
    endless(() => nothing).pipe(response)
  })
  assert.equal((await failure(server.url, { deadlineMs: 60_000 })).kind, 'too_large')
})

test('compressed data that is cut may be whole next time; broken or unknown encodings are final', async () => {
  const whole = gzipSync(randomBytes(100_000))
  const answers: Record<string, [string, Buffer]> = {
    cut: ['gzip', whole.subarray(0, 50_000)],
    broken: ['gzip', Buffer.from('this is no gzip')],
    unknown: ['zstd', Buffer.from('x')],
    twice: ['gzip, gzip', gzipSync(whole)],
  }
  const server = await serve((request, response) => {
    const [encoding, body] = answers[request.url?.slice(1) ?? '']
    response.writeHead(200, { 'content-encoding': encoding }).end(body)
  })
  assert.equal((await failure(`${server.url}/cut`)).kind, 'temporary')
  for (const name of ['broken', 'unknown', 'twice'])
    assert.equal((await failure(`${server.url}/${name}`)).kind, 'permanent', name)
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
  const attempt = download(impatient, { url: silent.url, maxBytes: MIB, deadlineMs: 60_000, sink: collect })
  await assert.rejects(attempt, (reason) => reason instanceof EgressError && reason.kind === 'temporary')
  await impatient.close()
})

test('the caller can stop a download before and while it runs, and the connection ends', async () => {
  const closed = Promise.withResolvers<void>()
  const server = await serve((_, response) => {
    response.on('close', () => closed.resolve())
    response.write('begun')
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
    response.write('begun')
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

test('why the body failed is told although the sink wraps it in words of its own', async () => {
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
  assert.equal(
    await bytesOf(applyAccessRules('s3://data/a%20b', rules, 0).url, applyAccessRules('s3://data/a%20b', rules, 0)),
    'object',
  )
  await get(bucket.url, applyAccessRules('s3://data/moved', rules, 0))
  assert.deepEqual(seen, [
    '/data/a%20b AWS4-HMAC-SHA256 Credential=AK/ 19700101T000000Z',
    '/data/moved AWS4-HMAC-SHA256 Credential=AK/ 19700101T000000Z',
    undefined,
  ])
})
