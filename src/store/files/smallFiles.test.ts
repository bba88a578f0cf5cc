import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import { StorageError } from './fileStore.ts'
import { LocalFiles } from './localFiles.ts'

let root: string
let files: LocalFiles

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'fiducial-files-'))
  files = new LocalFiles(root)
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const nameOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const contents = (count: number) => Array.from({ length: count }, (_, n) => Buffer.from(`content ${n}`.repeat(n)))

test('many small files that are put at once come back each as it was, and nothing half-written stays', async () => {
  const all = contents(300)
  const stored = await Promise.all(all.map((bytes) => files.put(bytes)))
  for (const [n, { sha256, bytes }] of stored.entries()) {
    assert.equal(sha256, nameOf(all[n]))
    assert.equal(bytes, all[n].length)
    assert.deepEqual(await files.readAll(sha256), all[n])
  }
  assert.deepEqual(readdirSync(join(root, 'temporary')), [])
})

test('a file of many that cannot be written fails alone', async () => {
  const all = contents(40)
  // A file stands where the folder of one of them has to be.
  const blocked = nameOf(all[7])
  writeFileSync(join(root, blocked.slice(0, 2)), 'in the way')
  const outcomes = await Promise.allSettled(all.map((bytes) => files.put(bytes)))
  const failed = outcomes.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []))
  const sameFolder = all.flatMap((bytes, n) => (nameOf(bytes).slice(0, 2) === blocked.slice(0, 2) ? [n] : []))
  assert.deepEqual(failed, sameFolder)
  const [first] = failed
  assert.ok(outcomes[first].status === 'rejected' && outcomes[first].reason instanceof StorageError)
  assert.deepEqual(readdirSync(join(root, 'temporary')), [])
})

test('on a full disk, the files that fit are stored and the others are reported', async (t) => {
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
    const all = Array.from({ length: 40 }, (_, n) => Buffer.alloc(60_000, n))
    const outcomes = await Promise.allSettled(all.map((bytes) => small.put(bytes)))
    const stored = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    assert.ok(stored.length > 5 && stored.length < 20, `${stored.length} were stored`)
    for (const { sha256 } of stored) assert.equal((await small.readAll(sha256)).length, 60_000)
    assert.deepEqual(readdirSync(join(disk, 'temporary')), [])
  } finally {
    execFileSync('umount', ['-l', disk])
  }
})
