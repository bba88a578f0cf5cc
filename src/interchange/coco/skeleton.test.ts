import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenJob, setOf, tagOf } from '../../../test/interchange/exportJob.ts'
import { imageData } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import { tagClass } from '../../formats/results/testJobs.ts'
import { datumaro } from '../datumaro/manifest.ts'
import { yoloPose } from '../yolo/manifest.ts'
import { coco } from './manifest.ts'

const tag = tagOf('image2d', {
  classes: [
    tagClass('car'),
    tagClass('person', {
      skeleton: {
        points: ['nose', 'left_eye', 'right_eye'].map((name, i) => ({ name, x: i / 2, y: 0 })),
        edges: [
          [1, 2],
          [1, 3],
        ],
      },
    }),
  ],
})

/** A person of whom no one set the left eye. */
const job: GivenJob = {
  referenceId: '001',
  data: imageData(
    { widthPx: 80, heightPx: 50 },
    [
      {
        type: 'landmark',
        points: [
          { x: 0.5, y: 0.5, label: 1, visible: true },
          { x: 0.25, y: 0.2, label: 3, visible: false },
        ],
      },
    ],
    [{ label: 'person', class_id: 'class-person', attributes: {} }],
  ),
  frames: [],
}

async function withFrame(): Promise<GivenJob> {
  const { knownImage } = await import('../../../test/interchange/knownImage.ts')
  return { ...job, frames: (await knownImage('001')).frames }
}

test('COCO names the points of a skeleton and joins them, in its order; an absent one is 0 0 0', async () => {
  const out = await exported(coco, setOf({ tag, jobs: [await withFrame()] }))
  const { categories, annotations } = JSON.parse(textOf(out, 'annotations/instances_default.json'))
  assert.deepEqual(categories[1].keypoints, ['nose', 'left_eye', 'right_eye'])
  assert.deepEqual(categories[1].skeleton, [
    [1, 2],
    [1, 3],
  ])
  assert.deepEqual(annotations[0].keypoints, [40, 25, 2, 0, 0, 0, 20, 10, 1])
  assert.equal(annotations[0].num_keypoints, 2)
  assert.equal(categories[0].keypoints, undefined)
})

test('YOLO pose has a place for every point of the skeleton and names it', async () => {
  const out = await exported(yoloPose, setOf({ tag, jobs: [await withFrame()] }))
  const yaml = textOf(out, 'data.yaml')
  assert.match(yaml, /kpt_shape: \[3, 3\]/)
  assert.match(yaml, / {2}1: \["nose","left_eye","right_eye"\]/)
  const [, , , , , ...points] = textOf(out, 'labels/default/001.txt').trim().split(' ').map(Number)
  assert.deepEqual(points, [0.5, 0.5, 2, 0, 0, 0, 0.25, 0.2, 1])
})

for (const format of [coco, yoloPose, datumaro])
  test(`${format.format}: a skeleton with an absent point comes back as it was`, async () => {
    await assertRoundTrip(format, { tag, jobs: [await withFrame()] })
  })
