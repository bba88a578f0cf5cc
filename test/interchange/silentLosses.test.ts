import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attribute, tagClass } from '../../src/formats/results/testJobs.ts'
import { DEFAULT_INTRINSICS } from '../../src/geometry/intrinsics.ts'
import { identityPose } from '../../src/geometry/pose.ts'
import { coco } from '../../src/interchange/coco/manifest.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import type { ImportFailure, ImportTarget } from '../../src/interchange/core/reader.ts'
import { cvatImages } from '../../src/interchange/cvat/manifest.ts'
import { datumaro } from '../../src/interchange/datumaro/manifest.ts'
import { kittiObject, kittiTracking } from '../../src/interchange/kitti/manifest.ts'
import { labelStudio } from '../../src/interchange/labelStudio/manifest.ts'
import { mot } from '../../src/interchange/mot/manifest.ts'
import { voc } from '../../src/interchange/voc/manifest.ts'
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from '../../src/interchange/yolo/manifest.ts'
import type { Tag } from '../../src/model/tag.ts'
import { tagOf } from './exportJob.ts'
import { sentFiles } from './sentFiles.ts'

/** What data sets note of their objects is a value of the class's attribute of that name, or reported. */

const PLAIN = tagOf('image2d', { classes: [tagClass('car')] })
const flag = (name: string) => attribute({ name, per: 'object', type: 'boolean' })
const NOTING = tagOf('image2d', {
  classes: [
    tagClass('car', {
      attributes: [
        ...['iscrowd', 'is_crowd', 'difficult', 'occluded', 'rotation'].map(flag),
        attribute({ name: 'confidence', per: 'object', type: 'number' }),
      ],
    }),
  ],
})

const TARGET = {
  frames: [
    {
      frameId: '',
      worldFromEgo: null,
      files: [
        {
          sensorId: '',
          url: 'https://data.example/1.jpg',
          size: { widthPx: 64, heightPx: 48 },
          pointCount: null,
          commonFromSensor: null,
        },
      ],
    },
  ],
  sensors: [],
  pointCloudFrame: null,
}

async function read(format: Format, tag: Tag, files: Readonly<Record<string, string>>, target: ImportTarget = TARGET) {
  const failures: ImportFailure[] = []
  const data: object[] = []
  const request = { tag, options: {}, fail: (failure: ImportFailure) => failures.push(failure) }
  for await (const part of format.read?.(sentFiles(files), request) ?? [])
    data.push(await part.build(target, (label) => label))
  return { text: JSON.stringify(data), failures: failures.map(({ field, type }) => `${field ?? ''} ${type}`) }
}

const cocoFile = (annotation: object) => ({
  'a.json': JSON.stringify({
    images: [{ id: 1, file_name: '1.jpg', width: 64, height: 48 }],
    categories: [{ id: 1, name: 'car' }],
    annotations: [{ id: 5, image_id: 1, category_id: 1, bbox: [4, 6, 12, 9], ...annotation }],
  }),
})

test('coco: a crowd is a value of the attribute iscrowd, or reported where the class has none', async () => {
  const crowd = cocoFile({ iscrowd: 1 })
  assert.deepEqual((await read(coco, PLAIN, crowd)).failures, ['annotation 5.attributes.iscrowd UNKNOWN'])
  const noted = await read(coco, NOTING, crowd)
  assert.deepEqual(noted.failures, [])
  assert.match(noted.text, /"iscrowd":\{"value":true\}/)
  assert.deepEqual((await read(coco, PLAIN, cocoFile({ iscrowd: 0, attributes: { is_crowd: false } }))).failures, [])
})

test('coco: rings that are not an outline are reported, the others are accepted', async () => {
  const rings = cocoFile({
    segmentation: [
      [1, 1, 9, 1, 9, 9],
      [2, 2, 3],
    ],
  })
  const { failures, text } = await read(coco, PLAIN, rings)
  assert.deepEqual(failures, ['annotation 5.segmentation[1] INVALID_VALUE'])
  assert.match(text, /"polygons":\[\{/)
})

test('coco: members that tools add are a value or reported, and null or empty ones are not', async () => {
  const sent = cocoFile({ score: 0.5, ignore: 0, metadata: {}, bbox: [4, 6, 12, 9], keypoints: null, attributes: null })
  const { failures, text } = await read(coco, PLAIN, sent)
  assert.deepEqual(failures, ['annotation 5.attributes.score UNKNOWN'])
  assert.match(text, /"rectangles":\[\{/)
})

test('coco: an invalid annotation and a second image of one id are reported, the others are accepted', async () => {
  const [good, ...bad] = [{}, { id: 6, bbox: 'none' }, { id: 7, image_id: 9 }, { id: 8, category_id: 3 }]
  const base = { id: 5, image_id: 1, category_id: 1, bbox: [4, 6, 12, 9] }
  const { failures, text } = await read(coco, PLAIN, {
    'a.json': `\ufeff${JSON.stringify({
      images: [1, 1].map((id, index) => ({ id, file_name: `${index}.jpg`, width: 64, height: 48 })),
      categories: [{ id: 1, name: 'car' }],
      annotations: [good, ...bad].map((one) => ({ ...base, ...one })),
    })}`,
  })
  assert.deepEqual(failures, [
    'images[1].id DUPLICATE',
    'annotations[1].bbox INVALID_TYPE',
    'annotations[2].image_id UNKNOWN',
    'annotations[3].category_id UNKNOWN',
  ])
  assert.equal(text.match(/"label"/g)?.length, 1)
})

test('datumaro: notes on objects are a value or reported, and false ones are not', async () => {
  const item = (attributes: object) => ({
    'annotations/default.json': JSON.stringify({
      categories: { label: { labels: [{ name: 'car', parent: '' }] } },
      items: [
        {
          id: '1',
          image: { path: '1.jpg', size: [48, 64] },
          annotations: [{ id: 3, type: 'bbox', label_id: 0, bbox: [1, 2, 9, 8], attributes }],
        },
      ],
    }),
  })
  const sent = item({ is_crowd: true, occluded: false })
  assert.deepEqual((await read(datumaro, PLAIN, sent)).failures, ['1 annotation 3.attributes.is_crowd UNKNOWN'])
  const noted = await read(datumaro, NOTING, sent)
  assert.deepEqual(noted.failures, [])
  assert.match(noted.text, /"is_crowd":\{"value":true\}/)
})

test('voc and cvat_images: difficult and occluded objects are noted by the class or reported', async () => {
  const box = '<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'
  const object = `<object><name>car</name><difficult>1</difficult><occluded>0</occluded>${box}</object>`
  const image = { 'Annotations/1.xml': `<annotation><filename>1.jpg</filename>${object}</annotation>` }
  assert.deepEqual((await read(voc, PLAIN, image)).failures, ['attributes.difficult UNKNOWN'])
  assert.match((await read(voc, NOTING, image)).text, /"difficult":\{"value":true\}/)
  const shape = '<box label="car" occluded="1" xtl="1" ytl="1" xbr="9" ybr="9" z_order="0"></box>'
  const xml = { 'annotations.xml': `<annotations><image id="0" name="1.jpg">${shape}</image></annotations>` }
  assert.deepEqual((await read(cvatImages, PLAIN, xml)).failures, ['box.attributes.occluded UNKNOWN'])
  assert.match((await read(cvatImages, NOTING, xml)).text, /"occluded":\{"value":true\}/)
})

test('yolo: how sure a detector is goes to the attribute confidence, or is reported', async () => {
  const lines = [
    [yoloDetect, '0 0.5 0.5 0.2 0.2 0.875'],
    [yoloSegment, '0 0.1 0.1 0.5 0.1 0.5 0.5 0.875'],
    [yoloObb, '0 0.1 0.1 0.5 0.1 0.5 0.5 0.1 0.5 0.875'],
    [yoloPose, '0 0.5 0.5 0.2 0.2 0.4 0.4 2 0.875'],
  ] as const
  for (const [format, line] of lines) {
    const files = { 'data.yaml': 'names: [car]\nkpt_shape: [1, 3]\n', 'labels/1.txt': `${line}\r\n` }
    assert.deepEqual((await read(format, PLAIN, files)).failures, ['attributes.confidence UNKNOWN'], format.format)
    const noted = await read(format, NOTING, files)
    assert.deepEqual(noted.failures, [])
    assert.match(noted.text, /"confidence":\{"value":0\.875\}/)
  }
})

test('kitti_object and kitti_tracking: what is noted of boxes is a value of the class, or reported', async () => {
  const numbers = '0.25 1 -1.5 10 10 30 30 -1 -1 -1 -1000 -1000 -1000 -10 0.5'
  const video = { ...PLAIN, annotationType: 'video2d' as const }
  const tracking = { 'label_02/0000.txt': `0 7 car ${numbers}\n` }
  const noted = ['truncated', 'occluded', 'alpha', 'score'].map((name) => `attributes.${name} UNKNOWN`)
  assert.deepEqual((await read(kittiTracking, video, tracking)).failures, noted)
  const { failures, text } = await read(kittiTracking, { ...NOTING, annotationType: 'video2d' }, tracking)
  assert.deepEqual(failures, [noted[0], noted[2], noted[3]])
  assert.match(text, /"occluded":\{"value":true\}/)
  const space = '0.25 1 -1.5 10 10 30 30 1.5 1.6 4.0 0.5 1.5 20 0.1'
  const intrinsics = { ...DEFAULT_INTRINSICS, fx: 700, fy: 700, cx: 32, cy: 24 }
  const camera = { id: 'front', modality: 'camera' as const, primaryView: false, isEditable: true, intrinsics }
  const frames = TARGET.frames.map((frame) => ({
    ...frame,
    files: frame.files.map((file) => ({ ...file, sensorId: 'front', commonFromSensor: identityPose })),
  }))
  const target = { frames, sensors: [camera], pointCloudFrame: 'sensor' as const }
  const object = { 'training/label_2/000000.txt': `car ${space}\n` }
  assert.deepEqual((await read(kittiObject, { ...PLAIN, annotationType: 'cuboid3d' }, object, target)).failures, [
    'bbox NOT_ALLOWED',
    ...noted.slice(0, 2),
  ])
})

test('mot: rows left out of account, and how much of an object is seen, are reported', async () => {
  const rows = '1,1,2,2,9,9,0,1,1\r\n1,2,2,2,9,9,1,1,0.5\r\n1,3,2,2,9,9,1,1,0\r\n'
  const files = { 'walk/gt/gt.txt': rows, 'walk/gt/labels.txt': 'car\r\n' }
  const { failures, text } = await read(mot, { ...PLAIN, annotationType: 'video2d' }, files)
  assert.deepEqual(failures, ['confidence NOT_ALLOWED', 'attributes.visibility UNKNOWN'])
  assert.equal(text.match(/"track_id"/g)?.length, 2)
})

test('voc: parts and the side from which an object is seen are reported, unless unspecified', async () => {
  const box = '<bndbox><xmin>2</xmin><ymin>2</ymin><xmax>9</xmax><ymax>9</ymax></bndbox>'
  const object = (pose: string, more: string) => `<object><name>car</name><pose>${pose}</pose>${more}${box}</object>`
  const name = 'C:\\photos\\1.jpg'
  const sent = (objects: string) => ({
    'Annotations/1.xml': `<annotation><filename>${name}</filename>${objects}</annotation>`,
  })
  const told = await read(voc, PLAIN, sent(object('Left', `<part><name>wheel</name>${box}</part>`)))
  assert.deepEqual(told.failures, ['part NOT_ALLOWED', 'attributes.pose UNKNOWN'])
  assert.deepEqual((await read(voc, PLAIN, sent(object('Unspecified', '')))).failures, [])
})

test('coco: labels of an image of another size than the job has are taken, and told', async () => {
  const sized = (width: number, height: number) => ({
    'a.json': cocoFile({})['a.json'].replace('"width":64,"height":48', `"width":${width},"height":${height}`),
  })
  assert.deepEqual((await read(coco, PLAIN, sized(48, 64))).failures, ['1.jpg.size INVALID_VALUE'])
  for (const told of [sized(64, 48), sized(0, 0)]) assert.deepEqual((await read(coco, PLAIN, told)).failures, [])
})

test('label_studio: score and model of a prediction are values of the image where the tag has them', async () => {
  const value = { x: 10, y: 10, width: 20, height: 20, rectanglelabels: ['car'] }
  const result = [{ id: 'a', type: 'rectanglelabels', original_width: 64, original_height: 48, value }]
  const prediction = { id: 4, task: 1, created_ago: '2 days', model_version: 'v7', score: 0.25, result }
  const files = {
    'tasks.json': JSON.stringify([{ data: { image: '1.jpg' }, annotations: [], predictions: [prediction] }]),
  }
  const attributes = [
    attribute({ name: 'score', per: 'job', type: 'number' }),
    attribute({ name: 'model_version', per: 'job', type: 'text' }),
  ]
  const { failures, text } = await read(labelStudio, { ...PLAIN, attributes }, files)
  assert.deepEqual(failures, [])
  assert.match(text, /"image_attributes":\{"model_version":\{"value":"v7"\},"score":\{"value":0.25\}\}/)
})

test('label_studio: second labels, answers of further people and relations are reported', async () => {
  const region = (id: string, labels: readonly string[]) => ({
    id,
    type: 'rectanglelabels',
    from_name: 'label',
    original_width: 64,
    original_height: 48,
    value: { x: 10, y: 10, width: 20, height: 20, rectanglelabels: labels },
  })
  const weather = { id: 'w', type: 'choices', from_name: 'weather', value: { choices: ['rain'] } }
  const relation = { type: 'relation', from_id: 'a', to_id: 'b' }
  const tasks = [
    {
      data: { image: '1.jpg' },
      annotations: [
        { result: [region('a', ['car', 'person']), weather, relation] },
        { result: [region('b', ['car'])] },
      ],
    },
  ]
  const { failures } = await read(labelStudio, PLAIN, { 'tasks.json': JSON.stringify(tasks) })
  assert.deepEqual(failures.sort(), [
    '[0] annotation 1 NOT_ALLOWED',
    '[0] region a.labels.person NOT_ALLOWED',
    '[0] relation NOT_ALLOWED',
    '[0].attributes.weather UNKNOWN',
  ])
})
