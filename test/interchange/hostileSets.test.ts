import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coco } from '../../src/interchange/coco/manifest.ts'
import type { Format } from '../../src/interchange/core/format.ts'
import { ImportError, type ImportFailure, type SentArchive } from '../../src/interchange/core/reader.ts'
import { cvatImages, cvatVideo } from '../../src/interchange/cvat/manifest.ts'
import { datumaro } from '../../src/interchange/datumaro/manifest.ts'
import { labelStudio } from '../../src/interchange/labelStudio/manifest.ts'
import { mot } from '../../src/interchange/mot/manifest.ts'
import { voc } from '../../src/interchange/voc/manifest.ts'
import { yoloDetect, yoloObb, yoloPose, yoloSegment } from '../../src/interchange/yolo/manifest.ts'
import fc from '../laws.ts'
import { type GivenSet, setOf } from './exportJob.ts'
import { IMAGE_TAG, imageJobs } from './hardImages.ts'
import { VIDEO_TAG, videoJobs } from './hardVideos.ts'
import { exported } from './roundTrip.ts'
import { sentFiles } from './sentFiles.ts'

/** Data sets that are broken, of another format, or made to break the reader. */

const IMAGES = [coco, yoloDetect, yoloSegment, yoloObb, yoloPose, voc, cvatImages, labelStudio, datumaro]
const VIDEOS = [mot, cvatVideo]
const ALL = [...IMAGES, ...VIDEOS]
const SIZE = { widthPx: 64, heightPx: 48 }

interface Outcome {
  failures: ImportFailure[]
  /** Of the archive as a whole; null when it could be read. */
  refused: ImportFailure | null
  parts: number
}

/** Reads all of it, as the importer does. Any error but an ImportError is a fault of the reader. */
async function readAll(format: Format, archive: SentArchive): Promise<Outcome> {
  const outcome: Outcome = { failures: [], refused: null, parts: 0 }
  const tag = VIDEOS.includes(format) ? VIDEO_TAG : IMAGE_TAG
  const fail = (failure: ImportFailure) => outcome.failures.push(failure)
  const file = { sensorId: '', url: 'https://data.example/1.jpg', size: SIZE, pointCount: null, commonFromSensor: null }
  const target = {
    frames: ['', 'second'].map((frameId) => ({ frameId, worldFromEgo: null, files: [file] })),
    sensors: [],
    pointCloudFrame: null,
  }
  try {
    for await (const part of format.read?.(archive, { tag, options: {}, fail }) ?? []) {
      outcome.parts++
      await part.build(target, (label) => label)
    }
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    outcome.refused = error.failure
  }
  return outcome
}

const exportOf = async (format: Format, given: GivenSet) =>
  Object.fromEntries((await exported(format, setOf(given))).entries)

const sampleOf = (format: Format): GivenSet =>
  VIDEOS.includes(format)
    ? { tag: VIDEO_TAG, jobs: fc.sample(videoJobs, { numRuns: 20, seed: 7 }).find((jobs) => jobs.length > 1) ?? [] }
    : { tag: IMAGE_TAG, jobs: fc.sample(imageJobs, { numRuns: 20, seed: 7 }).find((jobs) => jobs.length > 1) ?? [] }

test('a data set whose files are cut, overwritten or of another encoding is refused or reported, never a crash', async () => {
  for (const format of ALL) {
    const files = await exportOf(format, sampleOf(format))
    const names = Object.keys(files)
    const damage = fc.record({
      name: fc.constantFrom(...names),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      bytes: fc.uint8Array({ minLength: 1, maxLength: 8 }),
      isCut: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ name, at, bytes, isCut }) => {
        const whole = files[name]
        const place = Math.floor(at * whole.length)
        const damaged = isCut ? whole.slice(0, place) : whole.slice()
        if (!isCut) damaged.set(bytes.subarray(0, whole.length - place), place)
        await readAll(format, sentFiles({ ...files, [name]: damaged }))
      }),
      { numRuns: 10 },
    )
  }
})

test('an archive without any file of the format is not this format', async () => {
  for (const format of ALL) {
    const { refused } = await readAll(format, sentFiles({ 'notes.md': 'hello', 'a/b.bin': Uint8Array.of(0, 1, 2) }))
    assert.equal(refused?.type, 'NOT_THIS_FORMAT', format.format)
  }
})

test('text of another encoding names the file', async () => {
  const latin1 = Uint8Array.of(...new TextEncoder().encode('<annotation><object><name>'), 0xe4)
  const sets: [Format, Record<string, string | Uint8Array>, string][] = [
    [voc, { 'Annotations/1.xml': latin1 }, 'Annotations/1.xml'],
    [cvatImages, { 'annotations.xml': latin1 }, 'annotations.xml'],
    [yoloDetect, { 'data.yaml': 'names: [car]', 'labels/1.txt': Uint8Array.of(0x30, 0xff) }, 'labels/1.txt'],
    [mot, { 'a/gt/gt.txt': Uint8Array.of(0xff) }, 'a/gt/gt.txt'],
    [coco, { 'a.json': Uint8Array.of(0x22, 0xff, 0x22) }, 'a.json'],
    [labelStudio, { 'tasks.json': '[{"data": {}' }, 'tasks.json'],
  ]
  for (const [format, files, file] of sets) {
    const { refused } = await readAll(format, sentFiles(files))
    assert.deepEqual([format.format, refused?.file, refused?.type], [format.format, file, wrongOf(format)])
  }
})

/** The cut XML of another root is another format before its encoding is seen. */
const wrongOf = (format: Format): string => (format === cvatImages ? 'NOT_THIS_FORMAT' : 'ENCODING')

test('lines that say nothing are reported with their number, and the others are taken', async () => {
  const labels = ['0 0.5 0.5 0.2 0.2', '0 nonsense 1 1 1', '7 0.5 0.5 0.2 0.2', '', '0 0.5 0.5 0 0', '0 0.5'].join('\n')
  const { failures, parts } = await readAll(
    yoloDetect,
    sentFiles({ 'data.yaml': 'names: [car]', 'labels/1.txt': labels }),
  )
  assert.equal(parts, 1)
  assert.deepEqual(
    failures.map(({ line, type }) => [line, type]),
    [
      [2, 'INVALID_TYPE'],
      [3, 'UNKNOWN'],
      [5, 'INVALID_VALUE'],
      [6, 'INVALID_VALUE'],
    ],
  )
})

test('a PNG that says it is larger than its image is never unpacked', async () => {
  const png = new Uint8Array(40)
  png.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  new DataView(png.buffer).setUint32(16, 100_000)
  new DataView(png.buffer).setUint32(20, 100_000)
  const xml = '<annotation><object><name>car</name></object></annotation>'
  const { failures } = await readAll(voc, sentFiles({ 'Annotations/1.xml': xml, 'SegmentationObject/1.png': png }))
  assert.deepEqual(failures[0], { file: 'SegmentationObject/1.png', field: 'size', type: 'INVALID_VALUE' })
})

test('aliases of YAML that multiply are refused', async () => {
  const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`)
  const bomb = ['a0: &a0 [x, x]', ...levels, 'names: *a12'].join('\n')
  const { refused } = await readAll(yoloDetect, sentFiles({ 'data.yaml': bomb, 'labels/1.txt': '' }))
  assert.deepEqual(refused, { file: 'data.yaml', type: 'INVALID_VALUE' })
})

const IMAGE_ROW = '{"id": 1, "file_name": "1.jpg", "width": 64, "height": 48}'
const cocoText = (images: string, categories: string, annotations: string) =>
  `{"images": [${images}],\n"categories": [${categories}],\n"annotations": [${annotations}]}`
const CAR = '{"id": 1, "name": "car"}'

test('JSON that parsers take with other members, numbers or ids than it has is refused with its line', async () => {
  const box = '{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3, 4]}'
  const task = '{"data": {"image": "1.jpg"}, "annotations": [{"result": [{"value": {"width":\n1e999}}]}]}'
  const sets: [Format, Record<string, string>, object][] = [
    [
      coco,
      { 'a.json': cocoText(IMAGE_ROW, CAR, box).replace(/}$/, ',\n"annotations": []}') },
      { file: 'a.json', line: 4, type: 'DUPLICATE' },
    ],
    [
      coco,
      { 'a.json': cocoText(IMAGE_ROW, CAR, '{"image_id": 1, "category_id": 1, "bbox": [1, 2, 3,]}') },
      { file: 'a.json', line: 3, type: 'ENCODING' },
    ],
    [
      coco,
      { 'a.json': cocoText(IMAGE_ROW, `${CAR}, {"id": 1, "name": "person of interest"}`, box) },
      { file: 'a.json', field: 'categories[1].id', type: 'DUPLICATE' },
    ],
    [labelStudio, { 'tasks.json': `[${task}]` }, { file: 'tasks.json', line: 2, type: 'INVALID_VALUE' }],
  ]
  for (const [format, files, refused] of sets)
    assert.deepEqual((await readAll(format, sentFiles(files))).refused, refused)
})

test('coco: ids that are equal as numbers stay with their own images and classes', async () => {
  const [first, second] = ['9007199254740992', '9007199254740993']
  const image = (id: string, name: string) => `{"id": ${id}, "file_name": "${name}", "width": 64, "height": 48}`
  const text = cocoText(
    `${image(first, '1.jpg')}, ${image(second, '2.jpg')}`,
    `{"id": ${first}, "name": "car"}, {"id": ${second}, "name": "行人"}`,
    `{"id": ${second}, "image_id": ${second}, "category_id": ${first}, "bbox": [1, 2, 3, 4]}`,
  )
  const labels: string[][] = []
  const fail = (failure: ImportFailure) => assert.fail(JSON.stringify(failure))
  for await (const part of coco.read?.(sentFiles({ 'a.json': text }), { tag: IMAGE_TAG, options: {}, fail }) ?? [])
    labels.push([...part.fileNames, ...part.labels])
  assert.deepEqual(labels, [['1.jpg'], ['2.jpg', 'car']])
})

test('boxes of XML that reach beyond all numbers are reported with their line', async () => {
  const box = '<bndbox><xmin>1</xmin><ymin>1</ymin><xmax>1e999</xmax><ymax>9</ymax></bndbox>'
  const shape = '<box label="car" xtl="1" ytl="1" xbr="1e999" ybr="9"/>'
  for (const [format, files] of [
    [voc, { 'Annotations/1.xml': `<annotation>\n<object><name>car</name>${box}</object></annotation>` }],
    [cvatImages, { 'annotations.xml': `<annotations>\n<image name="1.jpg">${shape}</image></annotations>` }],
  ] as const) {
    const { failures } = await readAll(format, sentFiles(files))
    assert.deepEqual(
      failures.map(({ line, type }) => [line, type]),
      [[2, 'INVALID_VALUE']],
      format.format,
    )
  }
})
