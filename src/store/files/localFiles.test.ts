import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { FileMissingError, StorageError, StorageFullError } from './fileStore.ts'
import { LocalFiles } from './localFiles.ts'

let root: string
let files: LocalFiles

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fiducial-files-'))
  files = new LocalFiles(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex')
const unknown = sha256('never stored')
const regularFiles = () => readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())

async function* pieces(...texts: string[]) {
  for (const text of texts) yield Buffer.from(text)
}

test('bytes come back as they were put, from memory or a stream', async () => {
  const big = randomBytes(3_000_000)
  async function* stream() {
    for (let at = 0; at < big.length; at += 7001) yield big.subarray(at, at + 7001)
  }
  assert.deepEqual(await files.put(stream()), { sha256: sha256(big), bytes: big.length })
  assert.deepEqual(await files.readAll(sha256(big)), big)
  assert.deepEqual(Buffer.concat(await (await files.open(sha256(big))).toArray()), big)
  assert.deepEqual(readFileSync(await files.localPath(sha256(big))), big)
  assert.deepEqual(await files.stat(sha256(big)), { bytes: big.length })
  assert.deepEqual(await files.put(Buffer.from('')), { sha256: sha256(''), bytes: 0 })
  assert.equal((await files.readAll(sha256(''))).length, 0)
})

test('a range has both its ends', async () => {
  await files.put(Buffer.from('0123456789'))
  const read = async (range: { start?: number; end?: number }) =>
    Buffer.concat(await (await files.open(sha256('0123456789'), range)).toArray()).toString()
  assert.equal(await read({ start: 2, end: 4 }), '234')
  assert.equal(await read({ start: 7 }), '789')
  assert.equal(await read({ end: 0 }), '0')
})

test('the same bytes are stored once, also when put many times at once', async () => {
  await Promise.all(Array.from({ length: 20 }, () => files.put(pieces('same ', 'bytes'))))
  await files.put(Buffer.from('same bytes'))
  assert.deepEqual(
    regularFiles().map((entry) => entry.name),
    [sha256('same bytes')],
  )
})

test('files are spread over folders', async () => {
  const { sha256: name } = await files.put(Buffer.from('x'))
  assert.equal(await files.localPath(name), join(root, name.slice(0, 2), name.slice(2, 4), name))
})

test('a source that fails leaves nothing behind, and its error passes through', async () => {
  const broken = new Error('connection lost')
  async function* failing() {
    yield Buffer.alloc(1_000_000)
    throw broken
  }
  await assert.rejects(files.put(failing()), (error) => error === broken)
  assert.deepEqual(regularFiles(), [])
})

test('a damaged file of another length is replaced by the right bytes', async () => {
  const { sha256: name } = await files.put(Buffer.from('whole'))
  writeFileSync(await files.localPath(name), 'who')
  await files.put(Buffer.from('whole'))
  assert.equal((await files.readAll(name)).toString(), 'whole')
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
})

test('a name that is not a hash never becomes a path', async () => {
  for (const name of ['', '../../etc/passwd', unknown.toUpperCase(), `${unknown}/..`, `${unknown}\n`]) {
    await assert.rejects(files.readAll(name), TypeError, name)
  }
})

test('only leftovers of a crash are swept, once they are old', async () => {
  const { sha256: name } = await files.put(Buffer.from('x'))
  const temporary = join(root, 'temporary')
  for (const leftOver of ['old', 'new']) writeFileSync(join(temporary, leftOver), 'half')
  utimesSync(join(temporary, 'old'), new Date(0), new Date(0))
  utimesSync(await files.localPath(name), new Date(0), new Date(0))
  assert.equal(await files.sweepTemporary(3_600_000), 1)
  assert.deepEqual(readdirSync(temporary), ['new'])
  assert.deepEqual(await files.stat(name), { bytes: 1 })
  assert.equal(await new LocalFiles(join(root, 'nowhere')).sweepTemporary(0), 0)
})

test('being ready means that the storage takes a file', async () => {
  await files.ready()
  assert.deepEqual(regularFiles(), [])
  writeFileSync(join(root, 'in-the-way'), '')
  await assert.rejects(new LocalFiles(join(root, 'in-the-way')).ready(), StorageError)
})

test('stored files are for the service alone', async () => {
  const { sha256: name } = await files.put(Buffer.from('x'))
  assert.equal(statSync(await files.localPath(name)).mode & 0o077, 0)
})

test('a full disk is reported as full, loses nothing and leaves nothing half-written', async (t) => {
  const disk = join(root, 'disk')
  mkdirSync(disk)
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', disk], { stdio: 'ignore' })
  } catch {
    return t.skip('a small disk can be mounted by root alone')
  }
  try {
    chmodSync(disk, 0o700)
    const small = new LocalFiles(disk)
    const { sha256: kept } = await small.put(Buffer.alloc(400_000, 1))
    assert.deepEqual([await small.hasRoom(200_000), await small.hasRoom(620_000)], [true, false])
    async function* tooMuch() {
      for (let piece = 0; piece < 100; piece++) yield Buffer.alloc(100_000, piece)
    }
    await assert.rejects(small.put(tooMuch()), StorageFullError)
    await assert.rejects(small.put(Buffer.alloc(2_000_000)), StorageFullError)
    assert.deepEqual(readdirSync(join(disk, 'temporary')), [])
    assert.equal((await small.readAll(kept)).length, 400_000)
    await small.put(Buffer.alloc(400_000, 2))
    writeFileSync(join(disk, 'filler'), Buffer.alloc(120_000))
    await assert.rejects(small.put(Buffer.alloc(400_000, 3)), StorageFullError)
    await small.remove(kept)
    await small.put(Buffer.alloc(400_000, 3))
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})
