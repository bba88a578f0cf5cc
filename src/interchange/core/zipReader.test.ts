import assert from 'node:assert/strict'
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
