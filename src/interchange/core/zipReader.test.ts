import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import yazl from 'yazl'
import { inFolder } from '../../../test/interchange/roundTrip.ts'
import { ImportError } from './reader.ts'
import { type ArchiveLimits, DEFAULT_ARCHIVE_LIMITS, openArchive, type ZipReader } from './zipReader.ts'

const SYMBOLIC_LINK = 0o120_777

interface GivenEntry {
  name: string
  text: string
  mode?: number
}

async function opened<T>(
  entries: readonly GivenEntry[],
  use: (archive: ZipReader) => Promise<T>,
  limits: ArchiveLimits = DEFAULT_ARCHIVE_LIMITS,
): Promise<T> {
  const zip = new yazl.ZipFile()
  for (const { name, text, mode } of entries) zip.addBuffer(Buffer.from(text), name, { mode })
  zip.end()
  const pieces: Buffer[] = []
  zip.outputStream.on('data', (piece: Buffer) => pieces.push(piece))
  await once(zip.outputStream, 'end')
  return inFolder(async (folder) => {
    const path = join(folder, 'sent.zip')
    await writeFile(path, Buffer.concat(pieces))
    const archive = await openArchive(path, limits)
    try {
      return await use(archive)
    } finally {
      archive.close()
    }
  })
}

const failsAs = (type: string, text: RegExp) => (error: unknown) =>
  error instanceof ImportError && error.failure.type === type && text.test(error.message)

test('an archive with two entries of one name is refused: readers would not agree which one counts', async () => {
  const twice = ['first', 'second'].map((text) => ({ name: 'a.json', text }))
  await assert.rejects(
    opened(twice, async () => null),
    failsAs('ARCHIVE_INVALID', /two entries are called a\.json/),
  )
})

test('a link in an archive is never read, and the other entries are', async () => {
  const entries = [
    { name: 'labels.txt', text: 'car' },
    { name: 'image.jpg', text: '/etc/passwd', mode: SYMBOLIC_LINK },
  ]
  await opened(entries, async (archive) => {
    assert.equal(await archive.readText('labels.txt'), 'car')
    await assert.rejects(archive.readText('image.jpg'), failsAs('UNSAFE_PATH', /image\.jpg is a link/))
  })
})

test('more entries than are allowed are refused before any is read', async () => {
  const entries = Array.from({ length: 11 }, (_, index) => ({ name: `${index}.txt`, text: '' }))
  await assert.rejects(
    opened(entries, async () => null, { ...DEFAULT_ARCHIVE_LIMITS, files: 10 }),
    failsAs('ARCHIVE_TOO_LARGE', /11 entries, at most 10/),
  )
})

test('small entries next to large ones are read whole, in any order and at the same time', async () => {
  const large = randomBytes(400_000).toString('hex')
  const small = Array.from({ length: 3000 }, (_, index) => ({ name: `${index}.txt`, text: `entry ${index}` }))
  const entries = [...small.slice(0, 1500), { name: 'large.txt', text: large }, ...small.slice(1500)]
  await opened(entries, async (archive) => {
    assert.deepEqual(
      archive.names,
      entries.map(({ name }) => name),
    )
    const order = [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
    for (const name of ['large.txt', 'large.txt', '1.txt'])
      assert.ok(await archive.readText(name), 'one after the other')
    const texts = await Promise.all(order.map(({ name }) => archive.readText(name)))
    assert.deepEqual(
      texts,
      order.map(({ text }) => text),
    )
  })
})

test('an archive whose end names a directory that is not there is refused', async () => {
  await inFolder(async (folder) => {
    const path = join(folder, 'sent.zip')
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50, 0)
    end.writeUInt16LE(9, 8)
    end.writeUInt16LE(9, 10)
    end.writeUInt32LE(9 * 46, 12)
    await writeFile(path, Buffer.concat([Buffer.alloc(10), end]))
    await assert.rejects(openArchive(path, DEFAULT_ARCHIVE_LIMITS), failsAs('ARCHIVE_INVALID', /cannot be read/))
  })
})
