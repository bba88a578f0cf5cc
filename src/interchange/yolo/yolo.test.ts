import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setOf } from '../../../test/interchange/exportJob.ts'
import { IMAGE_TAG, imageJobs } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import { sentArchive } from '../../../test/interchange/sentArchive.ts'
import fc from '../../../test/laws.ts'
import type { Loss } from '../core/losses.ts'
import type { ImportedJob } from '../core/reader.ts'
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from './manifest.ts'

const sumOf = (losses: readonly Loss[]) =>
  losses
    .filter(({ kind }) => kind.endsWith('_dropped') && kind !== 'attribute_dropped' && kind !== 'outside_dropped')
    .reduce((sum, { count }) => sum + count, 0)

for (const format of [yoloDetect, yoloSegment, yoloObb]) {
  test(`${format.format}: every record is a line of shares of the image, or counted as lost`, async () => {
    await fc.assert(
      fc.asyncProperty(imageJobs, async (jobs) => {
        const out = await exported(format, setOf({ tag: IMAGE_TAG, jobs }))
        const lines = [...out.entries.keys()]
          .filter((name) => name.startsWith('labels/'))
          .flatMap((name) => textOf(out, name).split('\n').filter(Boolean))
        for (const line of lines) {
          const [index, ...numbers] = line.split(' ').map(Number)
          assert.ok(index >= 0 && index < IMAGE_TAG.classes.length)
          assert.ok(
            numbers.every((value) => value >= 0 && value <= 1),
            line,
          )
          assert.ok(format === yoloSegment ? numbers.length >= 6 && numbers.length % 2 === 0 : true)
          if (format !== yoloSegment) assert.equal(numbers.length, format === yoloDetect ? 4 : 8)
        }
        const records = jobs.flatMap(({ data }) => Object.values((data as { annotations: object }).annotations).flat())
        assert.equal(lines.length + sumOf(out.losses), records.length)
      }),
      { numRuns: 30 },
    )
  })
}

async function partsOf(entries: Readonly<Record<string, string>>): Promise<ImportedJob[]> {
  const fail = (failure: object) => assert.fail(JSON.stringify(failure))
  const parts: ImportedJob[] = []
  const request = { tag: IMAGE_TAG, options: {}, fail }
  for await (const part of yoloDetect.read?.(sentArchive(entries), request) ?? []) parts.push(part)
  return parts
}

const labelsOf = async (entries: Readonly<Record<string, string>>) =>
  Object.fromEntries((await partsOf(entries)).map(({ file, labels }) => [file, [...labels]]))

test('files of several data sets in an archive have the classes of their folders', async () => {
  const line = '1 0.5 0.5 0.25 0.25'
  const sets = {
    'a/data.yaml': 'names: [car, person]',
    'a/labels/1.txt': line,
    'b/data.yaml': 'names: [person, car]',
    'b/labels/2.txt': line,
  }
  assert.deepEqual(await labelsOf(sets), { 'a/labels/1.txt': ['person'], 'b/labels/2.txt': ['car'] })
  const lists = { 'a/classes.txt': 'car\nperson', 'a/1.txt': line, 'b/classes.txt': 'person\ncar', 'b/2.txt': line }
  assert.deepEqual(await labelsOf(lists), { 'a/1.txt': ['person'], 'b/2.txt': ['car'] })
  const apart = { 'meta/data.yaml': 'names: [car, person]', 'labels/1.txt': line }
  assert.deepEqual(await labelsOf(apart), { 'labels/1.txt': ['person'] })
  await assert.rejects(labelsOf({ ...sets, 'labels/3.txt': line }), /name the classes of labels\/3\.txt differently/)
})

test('a label file takes no image of another folder where several have its name', async () => {
  const entries = {
    'data.yaml': 'names: [car]',
    'front/1.txt': '',
    'pictures/front/1.png': '',
    'pictures/rear/1.png': '',
  }
  assert.deepEqual(
    (await partsOf(entries)).map(({ fileNames }) => fileNames),
    [['1.txt'], ['pictures/front/1.png'], ['pictures/rear/1.png']],
  )
})

test('data.yaml names train and val, for any names of the splits', async () => {
  const yaml = async (splits: Record<string, number> | null) =>
    textOf(await exported(yoloDetect, setOf({ tag: IMAGE_TAG, jobs: [], splits })), 'data.yaml')
  assert.match(await yaml(null), /train: "images\/default"\nval: "images\/default"\nnc: 3\nnames:\n {2}0: "car"\n/)
  assert.match(await yaml({ train: 0.8, val: 0.1, test: 0.1 }), /train: "images\/train"\nval: "images\/val"\ntest:/)
  assert.match(await yaml({ learn: 0.5, check: 0.5 }), /train: "images\/learn"\nval: "images\/check"/)
})

for (const format of [yoloDetect, yoloSegment, yoloObb, yoloPose]) {
  test(`${format.format}: an export that is imported and exported again is the same, for any images`, async () => {
    await fc.assert(
      fc.asyncProperty(imageJobs, async (jobs) => {
        // What is cut off at the edge of the image does not come back as the box that it was.
        const { losses } = await exported(format, setOf({ tag: IMAGE_TAG, jobs }))
        fc.pre(losses.every(({ kind }) => kind !== 'outside_dropped'))
        await assertRoundTrip(format, { tag: IMAGE_TAG, jobs })
      }),
      { numRuns: 30 },
    )
  })
}

test('images that data.yaml lists in a text file belong to the data set, wherever they are', async () => {
  const entries = {
    'data.yaml': 'path: .\ntrain: train.txt\nval: lists/val.txt\nnames: [car]\n',
    'train.txt': './images/train/listed.png\n./images/train/empty.png\n',
    'lists/val.txt': '../images/val/other.png\r\nhttps://data.example/far.png\n',
    'labels/train/listed.txt': '0 0.5 0.5 0.25 0.25',
    'labels/val/other.txt': '0 0.5 0.5 0.25 0.25',
  }
  const parts = await partsOf(entries)
  assert.deepEqual(
    parts.map(({ sources, labels }) => [sources[0], labels.size]),
    [
      ['images/train/listed.png', 1],
      ['images/val/other.png', 1],
      ['images/train/empty.png', 0],
      ['https://data.example/far.png', 0],
    ],
  )
  assert.ok(parts[0].fileNames.includes('listed.txt'), 'found by the name of its label file too')
})

test('the lists of an older layout name images next to their labels, and one in the archive counts once', async () => {
  const entries = {
    'obj.names': 'car\n',
    'train.txt': 'data/obj_train_data/1.jpg\ndata/obj_train_data/2.jpg\n',
    'obj_train_data/1.jpg': '',
    'obj_train_data/1.txt': '0 0.5 0.5 0.25 0.25',
    'obj_train_data/2.txt': '0 0.5 0.5 0.25 0.25',
  }
  assert.deepEqual(
    (await partsOf(entries)).map(({ file, sources }) => [file, sources[0]]),
    [
      ['obj_train_data/1.txt', 'obj_train_data/1.jpg'],
      ['obj_train_data/2.txt', 'data/obj_train_data/2.jpg'],
    ],
  )
})
