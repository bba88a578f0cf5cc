import assert from 'node:assert/strict'
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import { tidyUp } from '../../src/pipeline/housekeeping.ts'
import { LocalFiles } from '../../src/store/files/localFiles.ts'
import { type Answer, until } from '../support/apiClient.ts'
import { type OwnStage, setOwnStage } from '../support/ownStage.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { Tenant } from '../support/tenant.ts'

const MAX_UPLOAD_BYTES = 50_000_000
const PYTHON = process.env.FIDUCIAL_PYTHON ?? 'python3'
const withoutTus = spawnSync(PYTHON, ['-c', 'import tusclient']).status === 0 ? false : 'needs Python with tuspy'

let stage: OwnStage
let tenant: Tenant
let neighbour: Tenant

before(async () => {
  stage = await setOwnStage({ MAX_UPLOAD_BYTES: String(MAX_UPLOAD_BYTES) })
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  neighbour = await Tenant.create(stage.admin, {}, {})
})
after(() => stage.clear())

const TUS = { 'tus-resumable': '1.0.0' }
const base64 = (text: string) => Buffer.from(text).toString('base64')

const create = (name: string, length: number, headers: Record<string, string> = {}, body?: Uint8Array) =>
  tenant.api.call('POST', tenant.path('/uploads'), {
    body,
    headers: {
      ...TUS,
      'content-type': body ? 'application/offset+octet-stream' : undefined,
      'upload-length': String(length),
      'upload-metadata': `filename ${base64(name)}`,
      ...headers,
    },
  })

const begin = async (name: string, length: number): Promise<string> => {
  const answer = await create(name, length)
  assert.equal(answer.status, 201, answer.bytes.toString())
  return String(answer.headers.location)
}

const patch = (location: string, offset: number, body: Uint8Array, headers: Record<string, string> = {}, by = tenant) =>
  by.api.call('PATCH', location, {
    body,
    headers: { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
  })

const head = (location: string, by = tenant) => by.api.call('HEAD', location, { headers: TUS })
const offsetOf = (answer: Answer) => Number(answer.headers['upload-offset'])

const contentOf = async (fileId: unknown): Promise<Buffer> =>
  (await tenant.api.call('GET', tenant.path(`/files/${fileId}/content`))).bytes

/** A PATCH that announces all bytes and sends only some; the connection stays open until it is destroyed. */
async function sendHalf(location: string, offset: number, announced: number, bytes: Uint8Array): Promise<Socket> {
  const { host, hostname, port } = new URL(stage.service.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  socket.write(
    [
      `PATCH ${location} HTTP/1.1`,
      `host: ${host}`,
      `x-api-key: ${tenant.key}`,
      'tus-resumable: 1.0.0',
      'content-type: application/offset+octet-stream',
      `upload-offset: ${offset}`,
      `content-length: ${announced}`,
      '\r\n',
    ].join('\r\n'),
  )
  await new Promise((resolve) => socket.write(bytes, resolve))
  return socket
}

const partsOnDisk = (): string[] => {
  const folder = join(stage.service.dataDir, 'files', 'uploads')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('OPTIONS says what is spoken', async () => {
  const { status, headers } = await tenant.api.with(null).call('OPTIONS', tenant.path('/uploads'))
  assert.equal(status, 204)
  assert.equal(headers['tus-version'], '1.0.0')
  assert.equal(headers['tus-max-size'], String(MAX_UPLOAD_BYTES))
  assert.equal(headers['tus-checksum-algorithm'], 'sha1,sha256')
  assert.deepEqual(String(headers['tus-extension']).split(',').sort(), [
    'checksum',
    'creation',
    'creation-with-upload',
    'expiration',
    'termination',
  ])
})

test('a file in pieces becomes a job', async () => {
  const png = await pngOf(30, 20)
  const location = await begin('drive/ü 1.png', png.length)
  assert.match(location, new RegExp(`^${tenant.path('/uploads/')}[0-9a-f-]{36}$`))
  const first = await patch(location, 0, png.subarray(0, 10))
  assert.deepEqual([first.status, offsetOf(first), first.headers['x-file-id']], [204, 10, undefined])
  const expiresMs = Date.parse(String(first.headers['upload-expires'])) - Date.now()
  assert.ok(Math.abs(expiresMs - 7 * 86_400_000) < 60_000)
  const between = await head(location)
  assert.deepEqual([between.status, offsetOf(between), between.headers['upload-length']], [200, 10, String(png.length)])
  const last = await patch(location, 10, png.subarray(10))
  assert.equal(last.status, 204)
  const fileId = last.headers['x-file-id']
  const afterwards = await head(location)
  assert.deepEqual([offsetOf(afterwards), afterwards.headers['x-file-id']], [png.length, fileId])
  const file = await tenant.api.get<{ url: string; name: string; kind: string }>(tenant.path(`/files/${fileId}`))
  assert.deepEqual([file.name, file.kind], ['drive/ü 1.png', 'image'])
  assert.ok((await contentOf(fileId)).equals(png))
  const jobId = await tenant.submit({ reference_id: 'pieces', tag: 'boxes', data: { image_url: file.url } })
  await tenant.reached(jobId, 'queued')
  assert.deepEqual(partsOnDisk(), [])
})

test('creation can bring the bytes, all or the first; relative_path is preferred as the name; a file may be empty', async () => {
  const whole = await create(
    'x',
    5,
    { 'upload-metadata': `filename ${base64('x')},relative_path ${base64('a/b.txt')}` },
    Buffer.from('whole'),
  )
  assert.deepEqual([whole.status, offsetOf(whole)], [201, 5])
  const file = await tenant.api.get<{ name: string }>(tenant.path(`/files/${whole.headers['x-file-id']}`))
  assert.equal(file.name, 'a/b.txt')
  const part = await create('part', 5, {}, Buffer.from('wh'))
  assert.deepEqual([part.status, offsetOf(part), part.headers['x-file-id']], [201, 2, undefined])
  assert.ok((await patch(String(part.headers.location), 2, Buffer.from('ole'))).headers['x-file-id'])
  const empty = await create('empty', 0)
  assert.equal(empty.status, 201)
  assert.equal((await contentOf(empty.headers['x-file-id'])).length, 0)
})

test('refusals are those of tus', async () => {
  const location = await begin('r', 10)
  assert.equal((await patch(location, 5, Buffer.from('12345'))).status, 409)
  assert.equal((await patch(location, 0, Buffer.from('12345678901'))).status, 413)
  const unannounced = { 'transfer-encoding': 'chunked', 'content-length': undefined } as unknown as Record<
    string,
    string
  >
  assert.equal((await patch(location, 0, Buffer.from('12345678901'), unannounced)).status, 413)
  assert.equal((await patch(location, 0, Buffer.from('1'), { 'tus-resumable': '0.2.2' })).status, 412)
  assert.equal((await patch(location, 0, Buffer.from('1'), { 'content-type': 'text/plain' })).status, 415)
  assert.equal((await create('large', MAX_UPLOAD_BYTES + 1)).status, 413)
  assert.equal((await create('negative', -1)).status, 400)
  for (const name of ['', '../a', '/a', 'a\0b', 'x'.repeat(10_000)])
    assert.equal((await create(name, 1)).status, 400, name)
  assert.equal((await create('concat', 1, { 'upload-concat': 'partial' })).status >= 400, true)
  assert.equal((await head(tenant.path(`/uploads/${crypto.randomUUID()}`))).status, 404)
  assert.equal((await head(tenant.path('/uploads/nonsense'))).status, 404)
  assert.equal(offsetOf(await head(location)), 0)
})

test('metadata beside the name may hold any character', async () => {
  const metadata = `filename ${base64('a')},note ${base64('a\0b')}`
  const answer = await create('a', 3, { 'upload-metadata': metadata })
  assert.equal(answer.status, 201, answer.bytes.toString())
  assert.equal((await patch(String(answer.headers.location), 0, Buffer.from('123'))).status, 204)
})

test('bytes that do not fit their checksum are sent again', async () => {
  const bytes = randomBytes(1000)
  const location = await begin('checked', 2000)
  const digest = (algorithm: string, of: Uint8Array) => createHash(algorithm).update(of).digest('base64')
  for (const algorithm of ['sha1', 'sha256']) {
    const wrong = await patch(location, 0, bytes, {
      'upload-checksum': `${algorithm} ${digest(algorithm, randomBytes(3))}`,
    })
    assert.equal(wrong.status, 460)
    assert.equal(offsetOf(await head(location)), 0)
  }
  assert.equal((await patch(location, 0, bytes, { 'upload-checksum': 'md5 AAAA' })).status, 400)
  const first = await patch(location, 0, bytes, { 'upload-checksum': `sha1 ${digest('sha1', bytes)}` })
  assert.deepEqual([first.status, offsetOf(first)], [204, 1000])
  const last = await patch(location, 1000, bytes, { 'upload-checksum': `sha256 ${digest('sha256', bytes)}` })
  assert.ok((await contentOf(last.headers['x-file-id'])).equals(Buffer.concat([bytes, bytes])))
})

test('an upload of a neighbour is not there', async () => {
  const location = await begin('mine', 10)
  const uploadId = location.split('/').at(-1)
  assert.equal((await head(location, neighbour)).status, 403)
  const theirs = neighbour.path(`/uploads/${uploadId}`)
  assert.equal((await head(theirs, neighbour)).status, 404)
  assert.equal((await patch(theirs, 0, Buffer.from('1'), {}, neighbour)).status, 404)
  assert.equal((await neighbour.api.call('DELETE', theirs, { headers: TUS })).status, 404)
  assert.equal(offsetOf(await head(location)), 0)
})

test('an upload that is given up leaves nothing', async () => {
  const location = await begin('given up', 10)
  await patch(location, 0, Buffer.from('12345'))
  assert.deepEqual(partsOnDisk().includes(location.split('/').at(-1) ?? ''), true)
  assert.equal((await tenant.api.call('DELETE', location, { headers: TUS })).status, 204)
  assert.equal(partsOnDisk().includes(location.split('/').at(-1) ?? ''), false)
  assert.equal((await head(location)).status, 404)
})

test('a connection that breaks keeps what came, and the rest follows', async () => {
  const bytes = randomBytes(3_000_000)
  const location = await begin('broken', bytes.length)
  const socket = await sendHalf(location, 0, bytes.length, bytes.subarray(0, 1_000_000))
  await until(async () => (partsOnDisk().includes(location.split('/').at(-1) ?? '') ? true : null))
  socket.destroy()
  const offset = await until(async () => {
    const answer = await patch(location, 0, bytes.subarray(0, 1))
    // Locked while the first call is still read, then the offset has moved.
    if (answer.status === 204) return 1
    return answer.status === 409 ? offsetOf(await head(location)) : null
  })
  assert.ok(offset > 0 && offset <= 1_000_000, String(offset))
  const last = await patch(location, offset, bytes.subarray(offset))
  assert.ok((await contentOf(last.headers['x-file-id'])).equals(bytes))
})

test('a second writer waits, and is locked out while the first sends', async () => {
  const bytes = randomBytes(500_000)
  const location = await begin('two', bytes.length)
  const first = await sendHalf(location, 0, bytes.length, bytes.subarray(0, 100_000))
  await until(async () => (partsOnDisk().includes(location.split('/').at(-1) ?? '') ? true : null))
  assert.equal((await patch(location, 0, bytes)).status, 423)
  first.write(bytes.subarray(100_000))
  await until(async () => (offsetOf(await head(location)) === bytes.length ? true : null))
  const { file_id } = await tenant.api.get<{ file_id: string }>(location)
  assert.ok((await contentOf(file_id)).equals(bytes))
  first.destroy()
  const again = await Promise.all([begin('same', 10), begin('same', 10)])
  assert.notEqual(again[0], again[1])
})

test('what was acknowledged survives a kill of the service, in the middle and at the end', async () => {
  const bytes = randomBytes(2_000_000)
  const location = await begin('survivor', bytes.length)
  assert.equal((await patch(location, 0, bytes.subarray(0, 700_000))).status, 204)
  const socket = await sendHalf(location, 700_000, 1_300_000, bytes.subarray(700_000, 1_000_000))
  await stage.service.kill()
  socket.destroy()
  await stage.service.start()
  const offset = offsetOf(await head(location))
  assert.ok(offset >= 700_000 && offset <= 1_000_000)
  assert.equal((await patch(location, offset, bytes.subarray(offset, 1_500_000))).status, 204)
  const uploadId = location.split('/').at(-1) ?? ''
  // As a process leaves it that dies between the last byte and the row of the file.
  writeFileSync(join(stage.service.dataDir, 'files', 'uploads', uploadId), bytes)
  await stage.database.pool.query('update uploads set received = bytes where id = $1', [uploadId])
  const whole = await head(location)
  assert.deepEqual([offsetOf(whole), whole.headers['x-file-id']], [bytes.length, uploadId])
  assert.ok((await contentOf(uploadId)).equals(bytes))
})

test('an upload that is not finished in time is removed with its bytes', async () => {
  const location = await begin('late', 10)
  const uploadId = location.split('/').at(-1) ?? ''
  await patch(location, 0, Buffer.from('12345'))
  await stage.database.pool.query(
    `update uploads set created_at = now() - interval '8 days', expires_at = now() - interval '1 day' where id = $1`,
    [uploadId],
  )
  assert.equal((await head(location)).status, 410)
  assert.equal((await patch(location, 5, Buffer.from('67890'))).status, 410)
  const files = new LocalFiles(join(stage.service.dataDir, 'files'))
  await tidyUp({ pool: stage.database.pool, files, log: { info() {} } as never })
  assert.equal(partsOnDisk().includes(uploadId), false)
  assert.equal((await head(location)).status, 404)
})

const SEND = `
import sys
from tusclient import client
url, key, path, at = sys.argv[1:5]
tus = client.TusClient(url, headers={"x-api-key": key})
uploader = tus.uploader(path, chunk_size=1 << 20, metadata={"filename": "drive.bin"}, url=at or None, retries=2)
print(uploader.url if at else "", flush=True)
while uploader.offset < uploader.get_file_size():
    uploader.upload_chunk()
    print(uploader.url, uploader.offset, flush=True)
`

test('tuspy goes on where it was killed', { skip: withoutTus }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-tus-'))
  const path = join(folder, 'drive.bin')
  const bytes = randomBytes(12 << 20)
  writeFileSync(path, bytes)
  const send = (at: string): ChildProcess =>
    spawn(PYTHON, ['-c', SEND, stage.service.baseUrl + tenant.path('/uploads'), tenant.key, path, at], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
  try {
    const first = send('')
    let at = ''
    for await (const line of createInterface({ input: first.stdout! })) {
      const [url, offset] = line.split(' ')
      if (Number(offset) >= 3 << 20) {
        at = url
        first.kill('SIGKILL')
        break
      }
    }
    const kept = await until(async () => {
      const answer = await head(new URL(at).pathname)
      return offsetOf(answer) >= 3 << 20 ? offsetOf(answer) : null
    })
    assert.ok(kept < bytes.length)
    const second = send(at)
    let firstOffset = 0
    for await (const line of createInterface({ input: second.stdout! })) firstOffset ||= Number(line.split(' ')[1] ?? 0)
    if (second.exitCode === null) await once(second, 'exit')
    assert.equal(second.exitCode, 0)
    assert.ok(firstOffset > kept)
    const done = await head(new URL(at).pathname)
    assert.ok((await contentOf(done.headers['x-file-id'])).equals(bytes))
  } finally {
    rmSync(folder, { recursive: true })
  }
})
