import assert from 'node:assert/strict'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { FileMissingError, type FileStore, type KeptPart, StorageError, StorageFullError } from './fileStore.ts'
import { makeFileStore } from './makeFileStore.ts'
import { type S3Server, startS3Server } from './testing/s3Server.ts'

let server: S3Server
let cacheDir: string
let files: FileStore

beforeEach(async () => {
  server = await startS3Server()
  cacheDir = mkdtempSync(join(tmpdir(), 'fiducial-cache-'))
  files = makeFileStore('s3://bucket/some/prefix/', { s3: server, cacheDir })
})
afterEach(async () => {
  await server.close()
  rmSync(cacheDir, { recursive: true, force: true })
})

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const keyOf = (name: string) => `/bucket/some/prefix/${name.slice(0, 2)}/${name}`
const unknown = sha256('never stored')
const emptyCache = () => rmSync(cacheDir, { recursive: true, force: true })
const read = async (name: string, range = {}) => Buffer.concat(await (await files.open(name, range)).toArray())

async function* stream(bytes: Buffer) {
  for (let at = 0; at < bytes.length; at += 7001) yield bytes.subarray(at, at + 7001)
}

test('bytes come back as they were put, from memory or a stream', async () => {
  const big = randomBytes(3_000_000)
  assert.deepEqual(await files.put(stream(big)), { sha256: sha256(big), bytes: big.length })
  assert.deepEqual(await files.readAll(sha256(big)), big)
  assert.deepEqual(await read(sha256(big)), big)
  assert.deepEqual(await files.stat(sha256(big)), { bytes: big.length })
  await files.put(Buffer.from(''))
  assert.equal((await files.readAll(sha256(''))).length, 0)
  assert.deepEqual([...server.objects.keys()].sort(), [keyOf(sha256(big)), keyOf(sha256(''))].sort())
})

test('a range has both its ends', async () => {
  await files.put(Buffer.from('0123456789'))
  const name = sha256('0123456789')
  assert.equal((await read(name, { start: 2, end: 4 })).toString(), '234')
  assert.equal((await read(name, { start: 7 })).toString(), '789')
  assert.equal((await read(name, { end: 0 })).toString(), '0')
})

test('the same bytes are sent once', async () => {
  await files.put(Buffer.from('same'))
  await files.put(stream(Buffer.from('same')))
  assert.equal(server.requests.filter((line) => line.startsWith('PUT')).length, 1)
})

test('a file of 64 MiB is uploaded from disk, with its length announced', async () => {
  const piece = randomBytes(1024 * 1024)
  async function* large() {
    for (let n = 0; n < 64; n++) yield piece
  }
  const { sha256: name, bytes } = await files.put(large())
  assert.deepEqual(server.objects.get(keyOf(name)), { bytes: null, length: bytes, sha256: name, meta: {} })
})

test('a path is given from the cache, or the file is fetched once for all callers', async () => {
  const { sha256: name } = await files.put(Buffer.from('cached'))
  const before = server.requests.length
  assert.equal(readFileSync(await files.localPath(name), 'utf8'), 'cached')
  assert.equal(server.requests.length, before)
  emptyCache()
  const paths = await Promise.all(Array.from({ length: 10 }, () => files.localPath(name)))
  assert.equal(new Set(paths).size, 1)
  assert.equal(readFileSync(paths[0], 'utf8'), 'cached')
  assert.equal(server.requests.length, before + 1)
})

test('bytes that are not the file are never given out', async () => {
  const { sha256: name } = await files.put(Buffer.from('right'))
  emptyCache()
  server.objects.set(keyOf(name), { bytes: Buffer.from('wrong'), length: 5, sha256: '', meta: {} })
  await assert.rejects(files.localPath(name), StorageError)
  await assert.rejects(files.readAll(name), StorageError)
  assert.deepEqual(readdirSync(join(cacheDir, 'temporary')), [])
})

test('a file that does not exist is reported as missing, and removed without an error', async () => {
  await assert.rejects(files.open(unknown), FileMissingError)
  await assert.rejects(files.readAll(unknown), FileMissingError)
  await assert.rejects(files.localPath(unknown), FileMissingError)
  assert.equal(await files.stat(unknown), null)
  await files.remove(unknown)
  const { sha256: name } = await files.put(Buffer.from('x'))
  await files.remove(name)
  assert.equal(await files.stat(name), null)
  await assert.rejects(files.localPath(name), FileMissingError)
  await assert.rejects(files.stat('../x'), TypeError)
})

test('an overloaded storage is asked again, and a lasting overload is an error', async () => {
  server.failures.push(503, 500)
  await files.put(Buffer.from('x'))
  assert.equal(server.objects.size, 1)
  server.failures.push(503, 503, 503)
  await assert.rejects(files.put(Buffer.from('y')), StorageError)
  assert.deepEqual(readdirSync(join(cacheDir, 'temporary')), [])
})

test('a connection that breaks before or after a request does not fail it', async () => {
  server.failures.push('reset', null, 'lost')
  const { sha256: name } = await files.put(Buffer.from('x'))
  assert.deepEqual(await read(name), Buffer.from('x'))
})

test('a file that breaks off or falls silent is an error of the storage, and nothing half-read is kept', async () => {
  const bytes = randomBytes(100_000)
  const { sha256: name } = await files.put(bytes)
  emptyCache()
  for (const failure of ['cut', 'silent'] as const) {
    server.failures.push(failure, failure, failure)
    const reads = [files.readAll(name), files.localPath(name), read(name)]
    for (const answer of await Promise.allSettled(reads)) {
      assert.equal(answer.status, 'rejected')
      assert.ok(answer.reason instanceof StorageError, `${failure}: ${answer.reason}`)
    }
  }
  assert.deepEqual(readdirSync(join(cacheDir, 'temporary')), [])
  assert.deepEqual(readFileSync(await files.localPath(name)), bytes)
})

test('a full storage is reported as full', async () => {
  server.failures.push(404, 507)
  await assert.rejects(files.put(Buffer.from('x')), StorageFullError)
})

test('a wrong key is an error at once, told without the key', async () => {
  const s3 = { ...server, secretAccessKey: 'another' }
  const refused = makeFileStore('s3://bucket', { s3, cacheDir })
  await assert.rejects(
    refused.ready(),
    (error) => error instanceof StorageError && error.message === 'The storage failed with HTTP 403.',
  )
  assert.equal(server.requests.length, 1)
})

test('being ready means that the storage takes a file', async () => {
  await assert.rejects(files.ready(), StorageError)
  await files.prepare()
  await files.ready()
  assert.deepEqual([...server.objects.keys()], ['/bucket/some/prefix/ready'])
  await server.close()
  await assert.rejects(files.ready(), StorageError)
})

test('a source that fails leaves nothing behind, and its error passes through', async () => {
  const broken = new Error('connection lost')
  async function* failing() {
    yield Buffer.alloc(1_000_000)
    throw broken
  }
  await assert.rejects(files.put(failing()), (error) => error === broken)
  assert.equal(server.objects.size, 0)
  assert.deepEqual(readdirSync(join(cacheDir, 'temporary')), [])
})

test('an upload in pieces is kept in the bucket, also where its source fails, and becomes a file', async () => {
  const kept: KeptPart[] = []
  const note = async (now: KeptPart) => void kept.push(now)
  async function* failing() {
    yield Buffer.from('abc')
    throw new Error('connection lost')
  }
  async function* rest() {
    yield Buffer.from('defg')
  }
  const { partialUploads } = files
  const start = { uploadId: randomUUID(), bytes: 0, pieces: 0 }
  await assert.rejects(partialUploads.append(start, failing(), note), /connection lost/)
  assert.deepEqual(kept, [{ ...start, bytes: 3, pieces: 1 }])
  const whole = await partialUploads.append(kept[0], rest(), note)
  const stored = await partialUploads.finish(whole, async () => {})
  assert.deepEqual(stored, { bytes: 7, sha256: createHash('sha256').update('abcdefg').digest('hex') })
  assert.equal((await files.readAll(stored.sha256)).toString(), 'abcdefg')
  // A piece that was written, and whose note was lost.
  await partialUploads.append(whole, rest(), note)
  await partialUploads.remove(whole)
  assert.deepEqual(
    [...server.objects.keys()].filter((key) => key.includes('uploads/')),
    [],
  )
})
