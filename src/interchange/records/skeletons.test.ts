import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type GivenJob, setOf, tagOf } from '../../../test/interchange/exportJob.ts'
import { imageData } from '../../../test/interchange/hardImages.ts'
import { assertRoundTrip, exported, textOf } from '../../../test/interchange/roundTrip.ts'
import { sentFiles } from '../../../test/interchange/sentFiles.ts'
import { tagClass } from '../../formats/results/testJobs.ts'
import { coco } from '../coco/manifest.ts'
import type { Format } from '../core/format.ts'
import type { ImportFailure } from '../core/reader.ts'
import { cvatImages, cvatVideo } from '../cvat/manifest.ts'
import { datumaro } from '../datumaro/manifest.ts'
import { yoloPose } from '../yolo/manifest.ts'

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

for (const format of [coco, yoloPose, datumaro, cvatImages])
  test(`${format.format}: a skeleton with an absent point comes back as it was`, async () => {
    await assertRoundTrip(format, { tag, jobs: [await withFrame()] })
  })

test('CVAT has every point of the skeleton by its name, an absent one outside, and the skeleton in its labels', async () => {
  const xml = textOf(await exported(cvatImages, setOf({ tag, jobs: [await withFrame()] })), 'annotations.xml')
  const points = [...xml.matchAll(/<points label="(\w+)" outside="(\d)" occluded="(\d)"/g)].map((found) =>
    found.slice(1),
  )
  assert.deepEqual(points, [
    ['nose', '0', '0'],
    ['left_eye', '1', '0'],
    ['right_eye', '0', '1'],
  ])
  assert.match(
    xml,
    /<name>person<\/name>\n<color>.*\n<type>skeleton<\/type>\n.*\n<svg>.*data-label-name=&quot;left_eye&quot;/,
  )
  assert.equal(xml.match(/<parent>person<\/parent>/g)?.length, 3)
})

/** The nose at 8, 6 and the right eye at 16, 9, by files that list the points in another order. */
const OTHER_ORDERS: readonly (readonly [Format, Readonly<Record<string, string>>])[] = [
  [
    coco,
    {
      'a.json': JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
        categories: [{ id: 1, name: 'person', keypoints: ['right_eye', 'tail', 'left_eye', 'nose'] }],
        annotations: [{ id: 5, image_id: 1, category_id: 1, keypoints: [16, 9, 1, 4, 4, 2, 0, 0, 0, 8, 6, 2] }],
      }),
    },
  ],
  [
    datumaro,
    {
      'annotations/default.json': JSON.stringify({
        categories: {
          label: { labels: [{ name: 'person', parent: '' }] },
          points: { items: [{ label_id: 0, labels: ['right_eye', 'tail', 'left_eye', 'nose'] }] },
        },
        items: [
          {
            id: '1',
            image: { path: '1.jpg', size: [48, 64] },
            annotations: [
              { id: 5, type: 'points', label_id: 0, points: [16, 9, 4, 4, 0, 0, 8, 6], visibility: [1, 2, 0, 2] },
            ],
          },
        ],
      }),
    },
  ],
  [
    yoloPose,
    {
      'data.yaml': 'names: [person]\nkpt_shape: [4, 3]\nkpt_names:\n  0: [right_eye, tail, left_eye, nose]\n',
      'labels/1.txt': '0 0.5 0.5 0.5 0.5 0.25 0.1875 1 0.0625 0.1 2 0 0 0 0.125 0.125 2\n',
    },
  ],
  [
    cvatImages,
    {
      'annotations.xml': `<annotations><image id="0" name="1.jpg" width="64" height="48">
        <skeleton label="person"><points label="right_eye" outside="0" occluded="1" points="16,9"/>
        <points label="tail" outside="0" occluded="0" points="4,4"/>
        <points label="left_eye" outside="1" occluded="0" points="3,3"/>
        <points label="nose" outside="0" occluded="0" points="8,6"/></skeleton></image></annotations>`,
    },
  ],
  [
    cvatVideo,
    {
      'annotations.xml': `<annotations><track id="0" label="person"><skeleton frame="0" outside="0" keyframe="1">
        <points label="right_eye" outside="0" occluded="1" points="16,9"/>
        <points label="tail" outside="0" occluded="0" points="4,4"/>
        <points label="nose" outside="0" occluded="0" points="8,6"/></skeleton></track></annotations>`,
    },
  ],
]

for (const [format, files] of OTHER_ORDERS)
  test(`${format.format}: points are found by their names in the skeleton, and one that it lacks is reported`, async () => {
    const failures: ImportFailure[] = []
    const request = { tag, options: {}, fail: (failure: ImportFailure) => failures.push(failure) }
    const size = { widthPx: 64, heightPx: 48 }
    const file = { sensorId: '', url: 'https://data.example/1.jpg', size, pointCount: null, commonFromSensor: null }
    const target = { frames: [{ frameId: '', worldFromEgo: null, files: [file] }], sensors: [], pointCloudFrame: null }
    const built: string[] = []
    for await (const part of format.read?.(sentFiles(files), request) ?? [])
      built.push(JSON.stringify(await part.build(target, (label) => label)))
    const points = [...built.join('').matchAll(/"x":([\d.]+),"y":([\d.]+),"label":(\d),"visible":(\w+)/g)]
    assert.deepEqual(
      points.map((found) => found.slice(1)),
      [
        ['0.25', '0.1875', '3', 'false'],
        ['0.125', '0.125', '1', 'true'],
      ],
      built.join(''),
    )
    assert.deepEqual(
      failures.map(({ field, type, lost }) => [field?.endsWith('keypoints.tail'), type, lost]),
      [[true, 'UNKNOWN', 'tail']],
    )
  })

/** A person whose key points span 20..60 × 10..30 of 64 × 48 pixels, by both formats that have a box next to them. */
function personWithBox(format: Format, [left, top, right, bottom]: readonly number[]): Record<string, string> {
  if (format === coco) {
    const keypoints = [20, 10, 2, 60, 30, 1, 40, 20, 2]
    const bbox = [left, top, right - left, bottom - top]
    return {
      'a.json': JSON.stringify({
        images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
        categories: [{ id: 1, name: 'person', keypoints: ['nose', 'left_eye', 'right_eye'] }],
        annotations: [{ id: 5, image_id: 1, category_id: 1, bbox, segmentation: [], keypoints }],
      }),
    }
  }
  const shares = (values: readonly number[]) => values.map((px, i) => (px / (i % 2 === 0 ? 64 : 48)).toFixed(6))
  const box = shares([(left + right) / 2, (top + bottom) / 2, right - left, bottom - top])
  const points = ['20 10 2', '60 30 1', '40 20 2'].map((point) => {
    const [x, y, v] = point.split(' ').map(Number)
    return [...shares([x, y]), v].join(' ')
  })
  return {
    'data.yaml': 'names: [person]\nkpt_shape: [3, 3]\nkpt_names:\n  0: [nose, left_eye, right_eye]\n',
    'labels/1.txt': `0 ${box.join(' ')} ${points.join(' ')}\n`,
  }
}

async function takenOf(format: Format, files: Record<string, string>, ofTag = tag) {
  const failures: ImportFailure[] = []
  const request = { tag: ofTag, options: {}, fail: (failure: ImportFailure) => failures.push(failure) }
  const size = { widthPx: 64, heightPx: 48 }
  const file = { sensorId: '', url: 'https://data.example/1.jpg', size, pointCount: null, commonFromSensor: null }
  const target = { frames: [{ frameId: '', worldFromEgo: null, files: [file] }], sensors: [], pointCloudFrame: null }
  const built: { annotations: Record<string, object[]> }[] = []
  for await (const part of format.read?.(sentFiles(files), request) ?? [])
    built.push((await part.build(target, (label) => label)) as { annotations: Record<string, object[]> })
  return { annotations: built[0].annotations, failures }
}

for (const format of [coco, yoloPose]) {
  test(`${format.format}: a box drawn around a person with key points is a separate rectangle`, async () => {
    const { annotations, failures } = await takenOf(format, personWithBox(format, [12, 4, 62, 46]))
    assert.deepEqual(
      Object.entries(annotations).map(([group, list]) => [group, list.length]),
      [
        ['landmarks', 1],
        ['rectangles', 1],
      ],
    )
    assert.deepEqual(failures, [])
  })

  test(`${format.format}: a box that equals the bounds of the key points is not a separate object`, async () => {
    const { annotations } = await takenOf(format, personWithBox(format, [20, 10, 60, 30]))
    assert.deepEqual(Object.keys(annotations), ['landmarks'])
  })

  test(`${format.format}: a box next to key points is reported where the class takes no rectangles`, async () => {
    const [car, person] = tag.classes
    const pointsOnly = { ...tag, classes: [car, { ...person, geometries: ['landmark' as const] }] }
    const { annotations, failures } = await takenOf(format, personWithBox(format, [12, 4, 62, 46]), pointsOnly)
    assert.deepEqual(Object.keys(annotations), ['landmarks'])
    assert.deepEqual(
      failures.map(({ type, lost }) => [type, lost]),
      [['NOT_ALLOWED', 'bbox']],
    )
  })
}
