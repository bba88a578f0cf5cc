import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inFolder } from '../../../test/interchange/roundTrip.ts'
import { ZipArchive } from './zipArchive.ts'

test('the source of an entry is released when the entry is written', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  await inFolder(async (folder) => {
    const archive = new ZipArchive(join(folder, 'made.zip'), folder)
    const jobs: WeakRef<object>[] = []
    function* linesOf(job: { lines: string[] }) {
      yield* job.lines
    }
    for (let i = 0; i < 20; i++) {
      const job = { lines: Array.from({ length: 100 }, (_, line) => `${i} ${line}\n`) }
      jobs.push(new WeakRef(job))
      await archive.add(`${i}.txt`, linesOf(job))
    }
    await archive.add('last.txt', '')
    collect()
    // The last ones may still stand in registers.
    assert.ok(jobs.filter((job) => job.deref()).length <= 3)
    await archive.finish()
  })
})

test('an entry that some file system cannot hold, or that another one would replace there, is refused', async () => {
  await inFolder(async (folder) => {
    const archive = new ZipArchive(join(folder, 'made.zip'), folder)
    await archive.add('labels/train/1.txt', '')
    for (const name of ['../1.txt', 'labels/CON/1.txt', 'nul.txt', 'labels/x./1.txt', 'labels\\2.txt', 'über.txt'])
      await assert.rejects(archive.add(name, ''), /not a name for an entry/, name)
    await assert.rejects(archive.add('labels/Train/2.txt', ''), /only case tells apart/)
    await assert.rejects(archive.add('labels/train/1.TXT', ''), /an entry .* already/)
    await assert.rejects(archive.add('labels/train', ''), /an entry .* already/)
    await archive.add('labels/train/2.txt', '')
    assert.equal((await archive.finish()).entries, 2)
  })
})
