import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { packBrush, unpackBrush } from './brushRuns.ts'
import { labelStudio } from './manifest.ts'

test('label_studio: an export that is imported and exported again is the same, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertRoundTrip(labelStudio, { tag: IMAGE_TAG, jobs })),
    { numRuns: 40 },
  )
})

test('label_studio: the runs of a brush, unpacked, are the pixels again', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 40_000 }), { minLength: 1, maxLength: 8 }), (runs) => {
      const pixels = runs.flatMap((run, i) => Array(run).fill(i % 2))
      const unpacked = unpackBrush(packBrush(runs), pixels.length)
      assert.deepEqual(Array.from(unpacked ?? []), pixels)
    }),
    { numRuns: 30 },
  )
})
