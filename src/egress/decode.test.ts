import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, afterEach, test } from 'node:test'
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { downloadsBy, endless, MIB } from './testing/downloads.ts'
import { clientAllowing, closeServers, serve } from './testing/loopback.ts'

const client = clientAllowing('127.0.0.0/8')
const { bytesOf, failure } = downloadsBy(client)
after(() => client.close())
afterEach(closeServers)

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
