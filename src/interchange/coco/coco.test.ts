import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import { sentArchive } from '../../../test/interchange/sentArchive.ts'
import { takenRecords } from '../../../test/interchange/takenRecords.ts'
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

test('coco: images of equal names, each next to its labels in a folder, are several images', async () => {
  const set = (width: number) =>
    JSON.stringify({
      images: [{ id: 1, file_name: '1.jpg', width, height: 30 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 4, 3] }],
      categories: [{ id: 1, name: 'car' }],
    })
  const fail = (failure: object) => assert.fail(JSON.stringify(failure))
  const namesOf = async (entries: Readonly<Record<string, string>>) => {
    const found: object[] = []
    const request = { tag: IMAGE_TAG, options: {}, fail }
    for await (const { fileNames, imageSize } of coco.read?.(sentArchive(entries), request) ?? [])
      found.push({ fileNames, width: imageSize?.widthPx })
    return found
  }
  const labels = { 'train/_annotations.coco.json': set(40), 'valid/_annotations.coco.json': set(60) }
  assert.deepEqual(await namesOf({ ...labels, 'train/1.jpg': '', 'valid/1.jpg': '' }), [
    { fileNames: ['train/1.jpg', '1.jpg'], width: 40 },
    { fileNames: ['valid/1.jpg', '1.jpg'], width: 60 },
  ])
  assert.deepEqual(await namesOf(labels), [{ fileNames: ['1.jpg'], width: 40 }])
})

test('coco: an annotation with a bad value is one failure with its place, and its neighbours are accepted', async () => {
  const good: object = { image_id: 1, category_id: 1, bbox: [0, 0, 4, 3] }
  for (const [bad, place] of [
    [{ bbox: ['0', '0', '4', '3'] }, 'bbox[0]'],
    [{ bbox: '0 0 4 3' }, 'bbox'],
    [{ bbox: [0, 0, null, 3] }, 'bbox[2]'],
    [{ segmentation: [0, 0, 4, 0, 4, 3] }, 'segmentation[0]'],
    [{ segmentation: [['0', '0', '4', '0', '4', '3']] }, 'segmentation[0][0]'],
    [{ attributes: [] }, 'attributes'],
  ] as const)
    for (const at of [0, 1, 2]) {
      const annotations = [
        { ...good, id: 1 },
        { ...good, id: 2 },
      ].toSpliced(at, 0, { ...good, id: 3, ...bad })
      const set = {
        images: [{ id: 1, file_name: '1.jpg', width: 40, height: 30 }],
        annotations,
        categories: [{ id: 1, name: 'car' }],
      }
      const failure = { file: 'a.json', field: `annotations[${at}].${place}`, type: 'INVALID_TYPE' }
      assert.deepEqual(await takenRecords(coco, set), { records: 2, failures: [failure] })
    }
})

test('coco: a list of other entries is not called a list of results', async () => {
  const ofScale = [{ task_id: '5', type: 'imageannotation', response: { annotations: [] } }]
  const { refused } = await takenRecords(coco, ofScale)
  assert.match(refused?.message ?? '', /^a\.json is a list, but not one of COCO results/)
  assert.equal(refused?.failure.type, 'NOT_THIS_FORMAT')
  const results = await takenRecords(coco, [{ image_id: 1, category_id: 1, bbox: [0, 0, 4, 3], score: 0.5 }])
  assert.match(results.refused?.message ?? '', /^a\.json is a list of COCO results/)
})
