import assert from 'node:assert/strict'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import { runCli } from '../../src/cli/run.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive } from '../../src/interchange/core/zipReader.ts'
import { cocoOf, zipOf } from '../imports/archives.ts'
import { pngOf } from '../support/samples.ts'
import { inFolder } from './roundTrip.ts'

/** Runs the command in a folder with these files: its exit code, what it said, and the entries of `out.zip`. */
const converted = (files: Readonly<Record<string, object | Buffer>>, args: readonly string[]) =>
  inFolder(async (cwd) => {
    for (const [name, content] of Object.entries(files)) {
      await mkdir(dirname(join(cwd, name)), { recursive: true })
      await writeFile(join(cwd, name), Buffer.isBuffer(content) ? content : JSON.stringify(content))
    }
    let said = ''
    const say = (text: string) => {
      said += text
    }
    async function* read(file: string) {
      yield await readFile(join(cwd, file.startsWith(cwd) ? file.slice(cwd.length) : file))
    }
    const code = await runCli(['convert', ...args, '-o', 'out.zip'], { env: {}, cwd, out: say, err: say, read })
    const entries = new Map<string, string>()
    const bytes = new Map<string, Uint8Array>()
    if (code === 2) return { code, said, entries, bytes }
    try {
      const archive = await openArchive(join(cwd, 'out.zip'), DEFAULT_ARCHIVE_LIMITS)
      for (const name of archive.names) {
        bytes.set(name, await archive.read(name))
        entries.set(name, Buffer.from(bytes.get(name) ?? []).toString())
      }
      archive.close()
    } catch {
      // Nothing was written.
    }
    return { code, said, entries, bytes }
  })

const corners = (left: number, top: number, right: number, bottom: number) => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

const record = (label: string, geometry: object) => ({
  _id: `${label}-1`,
  type: 'rectangle',
  label,
  class_id: `class ${label}`,
  source: 'manual',
  attributes: { parked: { value: true } },
  ...geometry,
})

const imageResult = (reference_id: string, groups: object) => ({
  type: 'image2d',
  schema_version: '1.0',
  job_id: `job ${reference_id}`,
  reference_id,
  tag: 'boxes',
  result_version: 1,
  data: {
    image_url: `https://data.example/${reference_id}.jpg`,
    image: { width: 200, height: 100, exif_orientation: 1 },
    coordinate_system: { units: 'normalized', origin: 'top_left', x: 'right', y: 'down' },
    annotations: { rectangles: [], polygons: [], lines: [], cuboids: [], landmarks: [], ...groups },
  },
})

const BOX = record('car', { coordinates: corners(0.1, 0.2, 0.3, 0.5) })
const LINE = {
  ...record('lane', { points: { a: { x: 0, y: 0 }, b: { x: 1, y: 1 } }, edges: { ab: ['a', 'b'] } }),
  type: 'line',
}

test('results become COCO without a service, and losses are reported', async () => {
  const files = { 'b.json': imageResult('b', { rectangles: [BOX], lines: [LINE] }), 'a.json': imageResult('a', {}) }
  const { code, said, entries } = await converted(files, ['a.json', 'b.json', '--to', 'coco'])
  assert.equal(code, 0, said)
  assert.match(said, /lost: line_dropped \(1\), such as in b/)
  const coco = JSON.parse(entries.get('annotations/instances_default.json') ?? '')
  assert.deepEqual(
    coco.images.map(({ file_name, width }: { file_name: string; width: number }) => [file_name, width]),
    [
      ['a.jpg', 200],
      ['b.jpg', 200],
    ],
  )
  assert.deepEqual(coco.annotations[0].bbox, [20, 20, 40, 30])
  assert.deepEqual(coco.annotations[0].attributes, { parked: true })
})

test('the same results give the same archive, in whatever order they are named', async () => {
  const files = { 'b.json': imageResult('b', { rectangles: [BOX] }), 'a.json': imageResult('a', {}) }
  const [first, second] = [
    await converted(files, ['a.json', 'b.json', '--to', 'datumaro']),
    await converted(files, ['b.json', 'a.json', '--to', 'datumaro']),
  ]
  assert.deepEqual(first.entries, second.entries)
})

test('a data set becomes another: COCO to YOLO, and back through VOC', async () => {
  const coco = await zipOf({
    'annotations/instances_train.json': cocoOf([
      { image: 'streets/1.png', label: 'person', bbox: [4, 6, 12, 9] },
      { image: 'parks/1.png', label: 'car', bbox: [0, 0, 40, 30] },
    ]),
  })
  const yolo = await converted({ 'coco.zip': coco }, ['coco.zip', '--from', 'coco', '--to', 'yolo_detect'])
  assert.equal(yolo.code, 0, yolo.said)
  const labels = [...yolo.entries].filter(([name]) => name.startsWith('labels/')).map(([, text]) => text.trim())
  assert.deepEqual(labels.sort(), ['0 0.5 0.5 1 1', '1 0.25 0.35 0.3 0.3'])
  const names = JSON.parse(yolo.entries.get('manifest.json') ?? '').jobs
  assert.deepEqual(
    names.map(({ reference_id }: { reference_id: string }) => reference_id),
    ['parks/1', 'streets/1'],
  )
  const voc = await converted({ 'coco.zip': coco }, ['coco.zip', '--from', 'coco', '--to', 'voc'])
  assert.match([...voc.entries.values()].join('\n'), /<xmin>5<\/xmin>\s*<ymin>7<\/ymin>\s*<xmax>16<\/xmax>/)
})

test('attributes of a data set are converted by a tag that declares them, and reported without one', async () => {
  const box = '<box label="car" occluded="0" xtl="1" ytl="2" xbr="9" ybr="8" z_order="0">'
  const values = '<attribute name="doors">4</attribute><attribute name="parked">true</attribute>'
  const image = `<image id="0" name="1.png" width="64" height="48">${box}${values}</box></image>`
  const cvat = await zipOf({ 'annotations.xml': `<annotations>${image}</annotations>` })
  const tag = {
    operation: 'image2d',
    classes: [
      {
        name: 'car',
        attributes: [
          { name: 'doors', type: 'number', per: 'object', required: true },
          { name: 'parked', type: 'boolean', per: 'object' },
        ],
      },
    ],
  }
  const args = ['cvat.zip', '--from', 'cvat_images', '--to', 'coco']
  const without = await converted({ 'cvat.zip': cvat }, args)
  assert.equal(without.code, 1)
  assert.match(without.said, /left out: doors \(1\), no attribute of that name takes it[\s\S]*--tag FILE/)
  const { code, said, entries } = await converted({ 'cvat.zip': cvat, 'tag.json': tag }, [...args, '--tag', 'tag.json'])
  assert.equal(code, 0, said)
  const coco = JSON.parse(entries.get('annotations/instances_default.json') ?? '')
  assert.deepEqual(coco.annotations[0].attributes, { doors: 4, parked: true })
  const bad = await converted({ 'cvat.zip': cvat, 'tag.json': { classes: [{}] } }, [...args, '--tag', 'tag.json'])
  assert.deepEqual(
    [bad.code, /tag\.json is not a tag: classes\[0\]\.name \(MISSING\)/.test(bad.said)],
    [1, true],
    bad.said,
  )
})

test('a sequence of cuboids needs the body of its job where a format needs calibration', async () => {
  const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
  const frames = [
    {
      frame_id: 'f1',
      ego_pose: null,
      sensors: [
        { sensor_id: 'top', data_url: 'https://data.example/1.pcd', sensor_pose: pose },
        {
          sensor_id: 'front',
          data_url: 'https://data.example/1.jpg',
          // Looking along the vehicle's x.
          sensor_pose: { position: pose.position, heading: { w: 0.5, x: -0.5, y: 0.5, z: -0.5 } },
        },
      ],
    },
  ]
  const box = {
    _id: 'r1',
    type: 'cuboid',
    track_id: 't1',
    frame_id: 'f1',
    sensor_id: 'top',
    label: 'car',
    class_id: 'c1',
    color: 'rgb(1, 2, 3)',
    key_frame: true,
    source: 'manual',
    attributes: {},
    position: { x: 20, y: 0, z: 0 },
    heading: pose.heading,
    point_count: 9,
    dimensions: { length: 4, width: 2, height: 1.5 },
  }
  const track = {
    track_id: 't1',
    label: 'car',
    class_id: 'c1',
    color: 'rgb(1, 2, 3)',
    stationary: false,
    attributes: {},
    first_frame_id: 'f1',
    last_frame_id: 'f1',
  }
  const result = {
    type: 'cuboid3d',
    schema_version: '1.0',
    job_id: 'j',
    reference_id: 'drive',
    tag: 'boxes',
    result_version: 1,
    data: {
      coordinate_system: {
        frame: 'common',
        reference: 'vehicle',
        point_cloud_frame: 'sensor',
        handedness: 'right',
        units: 'meter',
        quaternion: 'hamilton_wxyz',
        position: 'center',
        box_axes: { x: 'length_forward', y: 'width_left', z: 'height_up' },
      },
      annotation_data: { tracks: [track], annotations: [box] },
      sensor_data: { frames },
    },
  }
  const without = await converted({ 'r.json': result }, ['r.json', '--to', 'kitti_object'])
  assert.equal(without.code, 1)
  assert.match(without.said, /calibrated camera/)
  assert.equal((await converted({ 'r.json': result }, ['r.json', '--to', 'nuscenes'])).code, 0)
  const job = {
    reference_id: 'drive',
    data: {
      sensor_data: {
        frames,
        sensor_meta: [
          { id: 'top', modality: 'lidar' },
          { id: 'front', modality: 'camera', intrinsics: { fx: 500, fy: 500, cx: 320, cy: 240 } },
        ],
      },
    },
  }
  const kitti = await converted({ 'r.json': result, 'job.json': job, '1.jpg': await pngOf(640, 480) }, [
    'r.json',
    '--to',
    'kitti_object',
    '--job',
    'job.json',
    '--originals',
    '.',
  ])
  assert.equal(kitti.code, 0, kitti.said)
  assert.match(kitti.entries.get('training/label_2/000000.txt') ?? '', / 1\.5000 2\.0000 4\.0000 .* 0\.7500 20\.0000 /)
})

test('originals are found by the end of their address, and images stand in the archive as their labels see them', async () => {
  const turned = (red: number) =>
    sharp({ create: { width: 40, height: 20, channels: 3, background: { r: red, g: 0, b: 0 } } })
      .withMetadata({ orientation: 6 })
      .png()
      .toBuffer()
  const result = (side: string) => {
    const { data, ...head } = imageResult(side, { rectangles: [BOX] })
    const image = { width: 20, height: 40, exif_orientation: 6 }
    return { ...head, data: { ...data, image, image_url: `https://data.example/drive/${side}/0001.png?token=secret` } }
  }
  const files = {
    'a.json': result('left'),
    'b.json': result('right'),
    'raw/left/0001.png': await turned(10),
    'raw/right/0001.png': await turned(200),
  }
  const args = ['a.json', 'b.json', '--to', 'coco', '--files', 'include', '--originals', 'raw']
  const { code, said, bytes } = await converted(files, args)
  assert.equal(code, 0, said)
  for (const [side, red] of [
    ['left', 10],
    ['right', 200],
  ] as const) {
    const { width, height, orientation } = await sharp(bytes.get(`images/default/${side}.png`)).metadata()
    assert.deepEqual([width, height, orientation ?? 1], [20, 40, 1])
    const [value] = await sharp(bytes.get(`images/default/${side}.png`))
      .raw()
      .toBuffer()
    assert.equal(value, red)
  }
  const kept = await converted(files, [...args, '--to', 'fiducial'])
  const fromKept = ['kept.zip', '--from', 'fiducial', '--to', 'coco', '--files', 'include']
  const archive = { 'kept.zip': await zipOf(Object.fromEntries([...kept.bytes].map(([n, b]) => [n, Buffer.from(b)]))) }
  assert.deepEqual(
    (await converted(archive, fromKept)).bytes.get('images/default/right.png'),
    bytes.get('images/default/right.png'),
  )
  const sent = {
    images: [{ id: 1, file_name: 'left.png', width: 20, height: 40 }],
    categories: [{ id: 1, name: 'car' }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [2, 4, 6, 8] }],
  }
  const set = { 'turned.zip': await zipOf({ 'a.json': sent, 'images/left.png': await turned(10) }) }
  const again = await converted(set, ['turned.zip', '--from', 'coco', '--to', 'voc', '--files', 'include'])
  assert.equal(again.code, 0, again.said)
  const copied = await sharp(again.bytes.get('JPEGImages/left.png')).metadata()
  assert.deepEqual([copied.width, copied.height, copied.orientation ?? 1], [20, 40, 1], again.said)
})

test('a conversion that is not possible is refused with 1, and an invalid command with 2', async () => {
  const good = { 'a.json': imageResult('a', {}) }
  for (const [code, said, args] of [
    [2, /is not one of .*yolo_detect/, ['a.json', '--to', 'yolo9']],
    [2, /options of coco are keypoints/, ['a.json', '--to', 'coco', '--options', '{"colour": 1}']],
    [2, /needs --files include/, ['a.json', '--to', 'imagefolder', '--options', '{"attribute": "weather"}']],
    [1, /mot is for video2d/, ['a.json', '--to', 'mot']],
    [1, /cannot read .*gone\.json/, ['gone.json', '--to', 'coco']],
    [1, /two results have the reference_id a/, ['a.json', 'a.json', '--to', 'coco']],
  ] as const) {
    const answer = await converted(good, args)
    assert.deepEqual([answer.code, answer.entries.size], [code, 0], answer.said)
    assert.match(answer.said, said)
  }
  const bad = await converted({ 'x.json': { type: 'image2d', data: {} } }, ['x.json', '--to', 'coco'])
  assert.equal(bad.code, 1)
  assert.match(bad.said, /x\.json is not a result document: \S+ \(MISSING\)/)
})
