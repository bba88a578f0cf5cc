import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import fc from '../../../test/laws.ts'
import { coco } from './manifest.ts'

const NUMBER_OF_RUNS = 40

test('coco: an export that is imported and exported again is the same, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertRoundTrip(coco, { tag: IMAGE_TAG, jobs })),
    { numRuns: NUMBER_OF_RUNS },
  )
})

test('coco: every record is in the file or counted as lost', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, async (jobs) => {
      const out = await exported(coco, setOf({ tag: IMAGE_TAG, jobs }))
      const { annotations } = JSON.parse(textOf(out, 'annotations/instances_default.json'))
      const dropped = out.losses.filter(({ kind }) =>
        ['line_dropped', 'cuboid_dropped', 'ellipse_dropped'].includes(kind),
      )
      const records = jobs.flatMap(({ data }) => Object.values((data as { annotations: object }).annotations).flat())
      assert.equal(annotations.length + dropped.reduce((sum, { count }) => sum + count, 0), records.length)
    }),
    { numRuns: NUMBER_OF_RUNS },
  )
})

test('coco: the same set gives the same bytes', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, async (jobs) => {
      const [first, second] = [
        await exported(coco, setOf({ tag: IMAGE_TAG, jobs })),
        await exported(coco, setOf({ tag: IMAGE_TAG, jobs: [...jobs].reverse() })),
      ]
      assert.equal(first.sha256, second.sha256)
      assert.equal(first.contentSha256, second.contentSha256)
    }),
    { numRuns: 10 },
  )
})
