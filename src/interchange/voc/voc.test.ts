import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, imported } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { numberOfColor, vocColor } from './colors.ts'
import { voc } from './manifest.ts'

test('voc: boxes and the pixels of masks come back as they were, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, async (jobs) => {
      // Polygons come back as the pixels that they cover: from then on nothing changes any more.
      const once = { tag: IMAGE_TAG, jobs: (await imported(voc, { tag: IMAGE_TAG, jobs })).jobs }
      const { losses } = await exported(voc, setOf(once))
      assert.ok(losses.every(({ kind }) => kind === 'mask_as_box' || kind === 'attribute_dropped'))
      await assertRoundTrip(voc, once)
    }),
    { numRuns: 30 },
  )
})

test('voc: colours are those of the devkit, and each number has one', () => {
  assert.deepEqual([0, 1, 2, 3, 20, 255].map(vocColor), [
    [0, 0, 0],
    [128, 0, 0],
    [0, 128, 0],
    [128, 128, 0],
    [0, 64, 128],
    [224, 224, 192],
  ])
  for (const number of [1, 254, 256, 300, 65_535, 1_000_000]) {
    const [r, g, b] = vocColor(number)
    assert.equal(numberOfColor((r << 16) | (g << 8) | b), number)
  }
})
