import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { inFolder } from '../../../test/interchange/roundTrip.ts'
import { ZipArchive } from './zipArchive.ts'

test('what an entry was made of is let go when the entry is written', async () => {
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
