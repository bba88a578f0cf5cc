import assert from 'node:assert/strict'
import { test } from 'node:test'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip } from '../../../test/interchange/roundTrip.ts'
import { takenRecords } from '../../../test/interchange/takenRecords.ts'
import fc from '../../../test/laws.ts'
import { datumaro } from './manifest.ts'

test('datumaro: an export that is imported and exported again is the same, for any images', async () => {
  await fc.assert(
    fc.asyncProperty(imageJobs, (jobs) => assertRoundTrip(datumaro, { tag: IMAGE_TAG, jobs })),
    { numRuns: 40 },
  )
})

test('datumaro: an annotation with a bad value is one failure with its place, and those of its image are taken', async () => {
  const good: object = { type: 'bbox', label_id: 0, bbox: [0, 0, 4, 3] }
  for (const [bad, place] of [
    [{ bbox: ['0', '0', '4', '3'] }, 'bbox[0]'],
    [{ type: 'polygon', points: '0 0 4 0 4 3' }, 'points'],
    [{ attributes: [] }, 'attributes'],
  ] as const)
    for (const at of [0, 1, 2]) {
      const annotations = [
        { ...good, id: 1 },
        { ...good, id: 2 },
      ].toSpliced(at, 0, { ...good, id: 3, ...bad })
      const set = {
        categories: { label: { labels: [{ name: 'car' }] } },
        items: [{ id: '1', annotations, image: { path: '1.jpg', size: [30, 40] } }],
      }
      const failure = { file: 'a.json', field: `items[0].annotations[${at}].${place}`, type: 'INVALID_TYPE' }
      assert.deepEqual(await takenRecords(datumaro, set), { records: 2, failures: [failure] })
    }
})
