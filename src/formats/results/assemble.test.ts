import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AnnotationType } from '../../model/annotationType.ts'
import {
  type AnnotatedDocument,
  emptyDocument,
  type FlatPath,
  IMAGE_VIEW,
  type Key,
  type ShapeKey,
  type Track,
} from '../../model/document/document.ts'
import type { CuboidPlacement, FlatShape } from '../../model/document/shape.ts'
import { assembleResult } from './assemble.ts'
import type { Computed } from './assembly.ts'
import { CAR, FRAME_IDS, jobFor, PERSON } from './testJobs.ts'

function key<S>(frame: number, shape: S, given: Partial<ShapeKey<S>> = {}): ShapeKey<S> {
  const base = { id: null, keyFrame: true, source: 'manual', hidden: false, linked: false } as const
  return { kind: 'shape', frame, shape, ...base, ...given }
}
const track = (id: string, given: Partial<Track>): Track => ({
  id,
  entryId: null,
  classId: CAR.classId,
  stationary: false,
  attributes: new Map(),
  cuboid: null,
  views: new Map(),
  ...given,
})
const view = (keys: Key<FlatShape>[], follows = false): FlatPath => ({ keys, attributes: new Map(), follows })
const box = (left: number): FlatShape => ({ type: 'rectangle', left, top: 0.25, right: left + 0.25, bottom: 0.5 })
const placed = (x: number): CuboidPlacement => ({
  position: { x, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  sizeOverride: null,
})
const cuboid = (...keys: Key<CuboidPlacement>[]) => ({
  keys,
  attributes: new Map(),
  dimensions: { length: 4, width: 2, height: 1.5 },
})

const computed: Computed = {
  pointCount: (_track, frame) => 10 + frame,
  projected: (_track, sensorId) =>
    sensorId === 'cam-1' ? { left: 0.125, top: 0.125, right: 0.75, bottom: 0.75 } : null,
  labelledCloud: {
    url: 'https://files.example/labels.pcd',
    pointCount: 6,
    counts: new Map([
      [0, 2],
      [4, 4],
    ]),
  },
}

// biome-ignore lint/suspicious/noExplicitAny: the documents of five kinds, read back from their text
function assembled(document: AnnotatedDocument, job = jobFor(document.annotationType)): any {
  const recordId = (trackId: string, sensorId: string, frame: number) => `${trackId}/${sensorId}/${frame}`
  return JSON.parse(JSON.stringify(assembleResult({ document, job, computed, resultVersion: 3, recordId }))).data
}
const documentOf = (annotationType: AnnotationType, ...tracks: Track[]): AnnotatedDocument => ({
  ...emptyDocument(
    annotationType,
    annotationType === 'image2d' || annotationType === 'segmentation3d' ? 1 : FRAME_IDS.length,
  ),
  tracks: new Map(tracks.map((made) => [made.id, made])),
})

test('the envelope names the job and the version, in the order of the description', () => {
  const job = jobFor('image2d')
  const result = assembleResult({
    document: documentOf('image2d'),
    job,
    computed,
    resultVersion: 3,
    recordId: () => 'made',
  })
  const { data, ...envelope } = result
  assert.equal(
    JSON.stringify(envelope),
    '{"type":"image2d","schema_version":"1.0","job_id":"3f3e8675-ca69-46d7-aa34-96f90fcbb732","reference_id":"001","tag":"tag","result_version":3}',
  )
  assert.deepEqual(Object.keys(data), ['image_url', 'image', 'coordinate_system', 'image_attributes', 'annotations'])
})

test('an image without annotations still has its five usual groups', () => {
  const data = assembled(documentOf('image2d'))
  assert.deepEqual(data.annotations, { rectangles: [], polygons: [], lines: [], cuboids: [], landmarks: [] })
  assert.deepEqual(data.image, { width: 64, height: 48, exif_orientation: 6 })
})

test('a rotated rectangle turns clockwise on the screen, in pixels', () => {
  const shape: FlatShape = {
    type: 'rotated_rectangle',
    center: { x: 0.5, y: 0.5 },
    widthPx: 32,
    heightPx: 12,
    rotationRad: Math.PI / 2,
  }
  const made = track('a', { views: new Map([[IMAGE_VIEW, view([key(0, shape)])]]) })
  const [{ coordinates }] = assembled(documentOf('image2d', made)).annotations.rotated_rectangles
  // A quarter turn takes the corner that was top-left to the top right.
  const inPixels = coordinates.map(({ x, y }: { x: number; y: number }) => [Math.round(x * 64), Math.round(y * 48)])
  assert.deepEqual(inPixels, [
    [38, 8],
    [38, 40],
    [26, 40],
    [26, 8],
  ])
})

test('every frame of a video track is delivered, by any frame_id, and none before or after', () => {
  const keys: Key<FlatShape>[] = [key(0, box(0), { id: 'first' }), key(2, box(0.5)), { kind: 'out', frame: 3 }]
  const data = assembled(documentOf('video2d', track('a', { views: new Map([[IMAGE_VIEW, view(keys)]]) })))
  const [{ _id, track_id, frames }] = data.annotation_data.annotations
  assert.deepEqual([_id, track_id], ['a', 'a'])
  const delivered = FRAME_IDS.map((frameId) => (Object.hasOwn(frames, frameId) ? frames[frameId] : null))
  assert.deepEqual(
    delivered.map((record) => record && [record._id, record.key_frame, record.source, record.coordinates[0].x]),
    [['first', true, 'manual', 0], ['a//1', false, 'interpolated', 0.25], ['a//2', true, 'manual', 0.5], null],
  )
  assert.deepEqual(data.video_data.frames[1], {
    frame_id: '__proto__',
    src: 'https://data.example/1.jpg',
    width: 64,
    height: 48,
  })
})

test('a cuboid record has its keys in the order of the description', () => {
  const data = assembled(documentOf('cuboid3d', track('a', { cuboid: cuboid(key(1, placed(5))) })))
  const [record] = data.annotation_data.annotations
  assert.equal(
    JSON.stringify(record),
    '{"_id":"a/lidar/1","type":"cuboid","track_id":"a","frame_id":"__proto__","sensor_id":"lidar","label":"car",' +
      '"class_id":"class-car","color":"rgb(1, 2, 3)","key_frame":true,"source":"manual","position":{"x":5,"y":0,"z":0},' +
      '"heading":{"w":1,"x":0,"y":0,"z":0},"dimensions":{"length":4,"width":2,"height":1.5},"point_count":11,"attributes":{}}',
  )
  const [{ first_frame_id, last_frame_id }] = data.annotation_data.tracks
  assert.deepEqual([first_frame_id, last_frame_id], ['__proto__', 'last frame'])
})

test('cuboids come frame by frame, tracks in their order, and tracks never seen not at all', () => {
  const a = track('a', { cuboid: cuboid(key(0, placed(0)), { kind: 'out', frame: 2 }) })
  const b = track('b', { cuboid: cuboid(key(1, placed(9)), { kind: 'out', frame: 2 }) })
  const data = assembled(documentOf('cuboid3d', b, a, track('never', { cuboid: cuboid() })))
  const order = data.annotation_data.annotations.map((r: Record<string, string>) => [r.frame_id, r.track_id])
  assert.deepEqual(order, [
    ['frame001', 'a'],
    ['__proto__', 'b'],
    ['__proto__', 'a'],
  ])
  assert.deepEqual(
    data.annotation_data.tracks.map((t: Record<string, string>) => t.track_id),
    ['b', 'a'],
  )
})

test('the common frame is the world if the vehicle’s pose is known, and the vehicle if not', () => {
  const pose = { position: { x: 0, y: 0, z: 0 }, heading: { w: 1, x: 0, y: 0, z: 0 } }
  const job = jobFor('cuboid3d')
  const moving = { ...job, frames: job.frames.map((frame) => ({ ...frame, egoPose: pose })) }
  const document = documentOf('cuboid3d')
  assert.deepEqual(Object.keys(assembled(document).coordinate_system), [
    'frame',
    'reference',
    'point_cloud_frame',
    'handedness',
    'units',
    'quaternion',
    'position',
    'box_axes',
  ])
  assert.equal(assembled(document, job).coordinate_system.reference, 'vehicle')
  assert.equal(assembled(document, moving).coordinate_system.reference, 'world')
})

test('a rectangle that follows is the projection where the camera sees it, adjusted and dismissed ones excepted', () => {
  const following = view([key(1, box(0), { linked: true }), { kind: 'out', frame: 2 }], true)
  const views = new Map([
    ['cam-1', following],
    ['cam-2', view([], true)],
  ])
  const made = track('a', { cuboid: cuboid(key(0, placed(0)), { kind: 'out', frame: 3 }), views })
  const { annotations } = assembled(documentOf('cuboid3d_linked2d', made)).annotation_data
  const rectangles = annotations.filter((record: Record<string, unknown>) => record.type === 'rectangle')
  assert.deepEqual(
    rectangles.map((r: { frame_id: string; linked_id: string; coordinates: { x: number }[] }) => [
      r.frame_id,
      r.linked_id,
      r.coordinates[0].x,
    ]),
    [
      ['frame001', 'a/lidar/0', 0.125],
      ['__proto__', 'a/lidar/1', 0],
    ],
  )
  assert.ok(rectangles.every((r: { projected_coordinates: { x: number }[] }) => r.projected_coordinates[0].x === 0.125))
})

test('the sizes of camera images are named, where all images of a camera have one', () => {
  const cameraSizes = new Map([['cam-1', { widthPx: 1920, heightPx: 1080 }]])
  const job = { ...jobFor('cuboid3d_linked2d'), cameraSizes }
  assert.deepEqual(assembled(documentOf('cuboid3d_linked2d'), job).coordinate_system.image, {
    units: 'normalized',
    origin: 'top_left',
    sizes: { 'cam-1': { width: 1920, height: 1080 } },
  })
})

test('a rectangle that only the camera saw has no link and no projection', () => {
  const views = new Map([['cam-1', view([key(0, box(0)), { kind: 'out', frame: 1 }])]])
  const { annotations } = assembled(documentOf('cuboid3d_linked2d', track('a', { views }))).annotation_data
  assert.equal(annotations.length, 1)
  assert.equal(annotations[0].linked_id, null)
  assert.ok(!('projected_coordinates' in annotations[0]))
})

test('a rectangle next to a cuboid of the same object is linked to it only where it says so', () => {
  const views = new Map([['cam-1', view([key(0, box(0)), { kind: 'out', frame: 1 }])]])
  const made = track('a', { cuboid: cuboid(key(0, placed(0))), views })
  const [, rectangle] = assembled(documentOf('cuboid3d_linked2d', made)).annotation_data.annotations
  assert.deepEqual([rectangle.linked_id, 'projected_coordinates' in rectangle], [null, false])
})

test('a link whose cuboid is not seen by the camera keeps the link, without projection', () => {
  const views = new Map([['cam-2', view([key(0, box(0), { linked: true }), { kind: 'out', frame: 1 }])]])
  const made = track('a', { cuboid: cuboid(key(0, placed(0), { id: 'c' })), views })
  const { annotations } = assembled(documentOf('cuboid3d_linked2d', made)).annotation_data
  assert.deepEqual([annotations[1].linked_id, annotations[1].projected_coordinates], ['c', null])
})

test('a frame without an image of a camera has no rectangles on it, followed, adjusted or drawn', () => {
  const job = jobFor('cuboid3d_linked2d')
  const frames = job.frames.map((frame, i) => (i === 1 ? { ...frame, sensorIds: new Set(['lidar', 'cam-2']) } : frame))
  const withBox = track('a', { cuboid: cuboid(key(0, placed(0))), views: new Map([['cam-1', view([], true)]]) })
  const adjusted = track('b', {
    cuboid: cuboid(key(0, placed(9))),
    views: new Map([['cam-1', view([key(1, box(0), { linked: true })], true)]]),
  })
  const seen = track('c', { views: new Map([['cam-1', view([key(1, box(0.5)), { kind: 'out', frame: 3 }])]]) })
  const document = documentOf('cuboid3d_linked2d', withBox, adjusted, seen)
  const { tracks, annotations } = assembled(document, { ...job, frames }).annotation_data
  const onCamera = annotations.filter(({ sensor_id }: { sensor_id: string }) => sensor_id === 'cam-1')
  assert.deepEqual(
    onCamera.map((record: { track_id: string; frame_id: string }) => [record.track_id, record.frame_id]),
    [
      ...['a', 'b'].map((id) => [id, FRAME_IDS[0]]),
      ...['a', 'b', 'c'].map((id) => [id, FRAME_IDS[2]]),
      ...['a', 'b'].map((id) => [id, FRAME_IDS[3]]),
    ],
  )
  const spanOfSeen = tracks.find(({ track_id }: { track_id: string }) => track_id === 'c')
  assert.deepEqual([spanOfSeen.first_frame_id, spanOfSeen.last_frame_id], [FRAME_IDS[2], FRAME_IDS[2]])
})

test('each box of a camera is projected once, however often it is written or counted', () => {
  const following = view([key(1, box(0), { linked: true }), { kind: 'out', frame: 2 }], true)
  const views = new Map([
    ['cam-1', following],
    ['cam-2', view([], true)],
  ])
  const made = track('a', { cuboid: cuboid(key(0, placed(0))), views })
  const asked: string[] = []
  const result = assembleResult({
    document: documentOf('cuboid3d_linked2d', made),
    job: jobFor('cuboid3d_linked2d'),
    computed: {
      ...computed,
      projected: (trackId, sensorId, frame, box) => {
        asked.push(`${trackId} ${sensorId} ${frame}`)
        return computed.projected(trackId, sensorId, frame, box)
      },
    },
    resultVersion: 1,
    recordId: () => 'made',
    onRecords: () => {},
  })
  assert.deepEqual(asked, [], 'nothing is worked out before it is written')
  JSON.stringify(result)
  assert.deepEqual(asked, ['a cam-1 0', 'a cam-2 0', 'a cam-1 1', 'a cam-2 1', 'a cam-2 2', 'a cam-1 3', 'a cam-2 3'])
})

test('unlabelled points have a separate legend entry, unused entries stay with no points', () => {
  const entry = { id: 'x', labelKey: 4, classId: CAR.classId, instance: 2, color: null }
  const unused = { id: 'y', labelKey: 5, classId: PERSON.classId, instance: null, color: 'rgb(7, 7, 7)' }
  const data = assembled({ ...documentOf('segmentation3d'), legend: [entry, unused] })
  assert.deepEqual(data, {
    url: 'https://files.example/labels.pcd',
    point_count: 6,
    legend: [
      {
        id: 'unlabelled//0',
        text: 'unlabelled',
        value: 'unlabelled',
        label_key: 0,
        color: 'rgb(128, 128, 128)',
        class_id: 'unlabelled',
        point_count: 2,
      },
      {
        id: 'x',
        text: 'car#2',
        value: 'car#2',
        label_key: 4,
        color: 'rgb(1, 2, 3)',
        class_id: 'class-car',
        point_count: 4,
      },
      {
        id: 'y',
        text: 'person',
        value: 'person',
        label_key: 5,
        color: 'rgb(7, 7, 7)',
        class_id: 'class-person',
        point_count: 0,
      },
    ],
  })
})

test('attributes are in the order of the tag, without those of other times', () => {
  const attributes = new Map([
    ['kind', 'van'],
    ['gone', 'x'],
  ])
  const steps = new Map([
    ['__proto__', [{ frame: 0, value: ['b'] }]],
    ['occlusion', [{ frame: 0, value: 0.5 }]],
  ])
  const shown = { ...view([key(0, box(0)), { kind: 'out', frame: 1 }]), attributes: steps }
  const [entry] = assembled(documentOf('video2d', track('a', { attributes, views: new Map([[IMAGE_VIEW, shown]]) })))
    .annotation_data.annotations
  assert.equal(JSON.stringify(entry.attributes), '{"kind":{"value":"van"}}')
  const inFrame = JSON.stringify(entry.frames.frame001.attributes)
  assert.equal(inFrame, '{"occlusion":{"value":0.5},"__proto__":{"value":["b"]}}')
})
