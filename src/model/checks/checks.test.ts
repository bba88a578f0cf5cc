import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { AnnotationType } from '../annotationType.ts'
import type { Attribute } from '../attribute.ts'
import {
  type AnnotatedDocument,
  emptyDocument,
  type FlatPath,
  IMAGE_VIEW,
  type ShapeKey,
  type Track,
} from '../document/document.ts'
import type { CuboidPlacement, FlatShape } from '../document/shape.ts'
import type { Tag, TagClass } from '../tag.ts'
import { checkDocument } from './checks.ts'
import type { CuboidEvidence } from './cuboidEvidence.ts'
import type { Finding } from './finding.ts'

const attribute = (name: string, per: Attribute['per']): Attribute => ({
  name,
  per,
  type: 'text',
  options: [],
  required: true,
  default: null,
})
const car: TagClass = {
  classId: 'car',
  name: 'car',
  color: 'rgb(1, 2, 3)',
  instantiable: true,
  geometries: null,
  defaultSize: { length: 4, width: 2, height: 1.5 },
  attributes: [],
  archived: false,
}
const tagOf = (operation: AnnotationType, given: Partial<Tag> = {}): Tag => ({
  name: 'tag',
  operation,
  classes: [car, { ...car, classId: 'van', name: 'van' }],
  attributes: [],
  review: null,
  instructions: null,
  ...given,
})

function key<S>(frame: number, shape: S): ShapeKey<S> {
  return { kind: 'shape', frame, id: null, keyFrame: true, source: 'manual', hidden: false, linked: false, shape }
}
const track = (id: string, given: Partial<Track>): Track => ({
  id,
  entryId: null,
  classId: 'car',
  stationary: false,
  attributes: new Map(),
  cuboid: null,
  views: new Map(),
  ...given,
})
const at = (frame: number, x: number, given: { yaw?: number; length?: number } = {}): ShapeKey<CuboidPlacement> =>
  key(frame, {
    position: { x, y: 0, z: 0 },
    heading: quaternionFromYaw(given.yaw ?? 0),
    sizeOverride: given.length === undefined ? null : { length: given.length, width: 2, height: 1.5 },
  })
const cuboids = (id: string, ...keys: ShapeKey<CuboidPlacement>[]) =>
  track(id, { cuboid: { keys, attributes: new Map(), dimensions: { length: 4, width: 2, height: 1.5 } } })
const boxes = (id: string, ...lefts: number[]): Track => {
  const keys = lefts.map((left, frame) =>
    key<FlatShape>(frame, { type: 'rectangle', left, top: 0.1, right: left + 0.1, bottom: 0.2 }),
  )
  return track(id, {
    views: new Map<string, FlatPath>([[IMAGE_VIEW, { keys, attributes: new Map(), follows: false }]]),
  })
}
const documentOf = (operation: AnnotationType, frameCount: number, ...tracks: Track[]): AnnotatedDocument => ({
  ...emptyDocument(operation, frameCount),
  tracks: new Map(tracks.map((made) => [made.id, made])),
})
const check = (document: AnnotatedDocument, given: Partial<Tag> = {}) =>
  checkDocument({ document, tag: tagOf(document.annotationType, given) })
const told = (findings: Finding[]) => findings.map(({ code, where }) => [code, where])

test('a job without faults has no findings', () => {
  assert.deepEqual(check(documentOf('cuboid3d', 9, cuboids('a', at(0, 0), at(8, 8)), cuboids('b', at(0, 50)))), [])
  assert.deepEqual(check(documentOf('video2d', 5, boxes('a', 0.1), boxes('b', 0.5))), [])
})

test('required attributes are errors: of the job, of frames, of objects, and of records once a track', () => {
  const attributes = [attribute('weather', 'job'), attribute('blurred', 'frame')]
  const classes = [{ ...car, attributes: [attribute('kind', 'object'), attribute('occlusion', 'frame')] }]
  const moving = boxes('a', 0.1, 0.11, 0.12)
  const view = moving.views.get(IMAGE_VIEW)!
  const answered = new Map([
    [
      'occlusion',
      [
        { frame: 0, value: '1' },
        { frame: 2, value: null },
      ],
    ],
  ])
  const object = { ...moving, views: new Map([[IMAGE_VIEW, { ...view, attributes: answered }]]) }
  const document = {
    ...documentOf('video2d', 3, object),
    frameAttributes: new Map([[0, new Map([['blurred', 'no']])]]),
  }
  const findings = check({ ...document, jobAttributes: new Map([['weather', '']]) }, { attributes, classes })
  assert.deepEqual(told(findings), [
    ['REQUIRED_ATTRIBUTE', { attribute: 'weather' }],
    ['REQUIRED_ATTRIBUTE', { trackId: 'a', frame: 0, attribute: 'kind' }],
    ['REQUIRED_ATTRIBUTE', { frame: 1, attribute: 'blurred' }],
    ['REQUIRED_ATTRIBUTE', { trackId: 'a', frame: 2, sensorId: '', attribute: 'occlusion' }],
    ['REQUIRED_ATTRIBUTE', { frame: 2, attribute: 'blurred' }],
  ])
  assert.ok(findings.every(({ severity }) => severity === 'error'))
})

test('an object of a class that was archived has to be given another', () => {
  const classes = [{ ...car, archived: true }]
  assert.deepEqual(told(check(documentOf('video2d', 1, boxes('a', 0.1)), { classes })), [
    ['ARCHIVED_CLASS', { trackId: 'a' }],
  ])
})

test('a cuboid three times as long as its class is reported where it becomes so', () => {
  const findings = check(documentOf('cuboid3d', 3, cuboids('a', at(0, 0), at(1, 0, { length: 12.1 }), at(2, 0))))
  assert.deepEqual(told(findings.filter(({ code }) => code === 'SIZE')), [['SIZE', { trackId: 'a', frame: 1 }]])
})

test('two cuboids of one class at one place are one object, made twice; told once for all frames', () => {
  const twice = documentOf('cuboid3d', 5, cuboids('b', at(0, 0.1)), cuboids('a', at(1, 0, { yaw: 0.01 })))
  assert.deepEqual(told(check(twice)), [['DUPLICATE', { trackId: 'a', otherTrackId: 'b', frame: 1 }]])
})

test('cuboids that stand in each other overlap, also at an angle and far from the origin; neighbours do not', () => {
  const far = 1e8
  const crossing = cuboids('b', at(0, far + 1, { yaw: Math.PI / 2 }))
  const overlapping = documentOf('cuboid3d', 1, cuboids('a', at(0, far)), crossing)
  assert.deepEqual(told(check(overlapping)), [['OVERLAP', { trackId: 'a', otherTrackId: 'b', frame: 0 }]])
  assert.deepEqual(check(documentOf('cuboid3d', 1, cuboids('a', at(0, far)), cuboids('b', at(0, far + 4.01)))), [])
})

test('a box over a box of another class is a part, not a copy', () => {
  const copy = boxes('b', 0.1001)
  assert.deepEqual(told(check(documentOf('image2d', 1, boxes('a', 0.1), copy))), [
    ['DUPLICATE', { trackId: 'a', otherTrackId: 'b', frame: 0, sensorId: '' }],
  ])
  assert.deepEqual(check(documentOf('image2d', 1, boxes('a', 0.1), { ...copy, classId: 'van' })), [])
})

test('jumps of speed, size and heading are reported where they begin', () => {
  const steady = [at(0, 0), at(1, 10), at(2, 20)]
  assert.deepEqual(check(documentOf('cuboid3d', 3, cuboids('a', ...steady))), [])
  const jump = documentOf('cuboid3d', 5, cuboids('a', ...steady, at(3, 5), at(4, 15)))
  assert.deepEqual(told(check(jump)), [['SPEED_JUMP', { trackId: 'a', frame: 3 }]])
  const growing = documentOf('cuboid3d', 2, cuboids('a', at(0, 0), at(1, 0, { length: 5 })))
  assert.deepEqual(told(check(growing)), [['SIZE_JUMP', { trackId: 'a', frame: 1 }]])
  const turning = documentOf('cuboid3d', 2, cuboids('a', at(0, 0), at(1, 0, { yaw: 3.1 })))
  assert.deepEqual(told(check(turning)), [['HEADING_JUMP', { trackId: 'a', frame: 1 }]])
})

test('out of view an object may go where it likes', () => {
  const gone = cuboids('a', at(0, 0), at(1, 1))
  const keys = [...gone.cuboid!.keys, { kind: 'out', frame: 2 } as const, at(4, 90)]
  assert.deepEqual(check(documentOf('cuboid3d', 6, { ...gone, cuboid: { ...gone.cuboid!, keys } })), [])
})

test('in a video a box that leaps further than its size is reported', () => {
  assert.deepEqual(told(check(documentOf('video2d', 4, boxes('a', 0.1, 0.15, 0.2, 0.6)))), [
    ['SPEED_JUMP', { trackId: 'a', frame: 3, sensorId: '' }],
  ])
})

test('cuboids without points are reported', () => {
  const document = documentOf('cuboid3d', 3, cuboids('a', at(0, 0)))
  const findings = checkDocument({
    document,
    tag: tagOf('cuboid3d'),
    evidence: evidenceOf((frame) => (frame === 0 ? 12 : 0)),
  })
  assert.deepEqual(told(findings), [['EMPTY_CUBOID', { trackId: 'a', frame: 1 }]])
})

/** Counts by frame, on the ground or `overGroundM` above it. */
const evidenceOf = (points: (frame: number) => number | null, overGroundM = 0): CuboidEvidence => ({
  pointCount: (_track, frame) => points(frame),
  overGroundM: () => overGroundM,
})

test('a cuboid with far fewer points than in the frames around is reported, one that moves away bit by bit is not', () => {
  const moving = documentOf('cuboid3d', 5, cuboids('a', at(0, 0), at(1, 1), at(2, 2), at(3, 3), at(4, 4)))
  const counts = [200, 180, 20, 190, 170]
  const told2 = checkDocument({
    document: moving,
    tag: tagOf('cuboid3d'),
    evidence: evidenceOf((frame) => counts[frame]),
  })
  assert.deepEqual(told(told2), [['FEW_POINTS', { trackId: 'a', frame: 2 }]])
  const fading = [200, 150, 110, 80, 60]
  const evidence = evidenceOf((frame) => fading[frame])
  assert.deepEqual(checkDocument({ document: moving, tag: tagOf('cuboid3d'), evidence }), [])
})

test('a keyframe that is held while its object drives away is reported where the points have gone', () => {
  const document = documentOf('cuboid3d', 4, cuboids('a', at(0, 0)))
  const counts = [150, 90, 20, 4]
  const evidence = evidenceOf((frame) => counts[frame])
  const findings = checkDocument({ document, tag: tagOf('cuboid3d'), evidence })
  assert.deepEqual(told(findings), [['HELD_CUBOID', { trackId: 'a', frame: 2 }]])
})

test('a cuboid that floats or sinks is reported, one of unknown height is not', () => {
  const document = documentOf('cuboid3d', 1, cuboids('a', at(0, 0)))
  const check3 = (evidence: CuboidEvidence) => told(checkDocument({ document, tag: tagOf('cuboid3d'), evidence }))
  assert.deepEqual(check3(evidenceOf(() => 90, 0.6)), [['OFF_GROUND', { trackId: 'a', frame: 0 }]])
  assert.deepEqual(check3(evidenceOf(() => 90, -0.6)), [['OFF_GROUND', { trackId: 'a', frame: 0 }]])
  assert.deepEqual(check3(evidenceOf(() => 90, 0.1)), [])
  assert.deepEqual(check3({ pointCount: () => null, overGroundM: () => null }), [])
})

test('sizes that creep along a track are reported once', () => {
  const document = documentOf(
    'cuboid3d',
    3,
    cuboids('a', at(0, 0), at(1, 0, { length: 4.6 }), at(2, 0, { length: 5.2 })),
  )
  assert.deepEqual(told(check(document)), [['SIZE_VARIES', { trackId: 'a', frame: 2 }]])
})
