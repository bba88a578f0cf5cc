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
import { fastFrames } from './fastFrames.ts'
import type { Finding } from './finding.ts'
import type { KnownMotions } from './groundMotion.ts'

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
const tagOf = (annotationType: AnnotationType, given: Partial<Tag> = {}): Tag => ({
  name: 'tag',
  annotationType,
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
const documentOf = (annotationType: AnnotationType, frameCount: number, ...tracks: Track[]): AnnotatedDocument => ({
  ...emptyDocument(annotationType, frameCount),
  tracks: new Map(tracks.map((made) => [made.id, made])),
})
const check = (document: AnnotatedDocument, given: Partial<Tag> = {}) =>
  checkDocument({ document, tag: tagOf(document.annotationType, given) })
const told = (findings: Finding[]) => findings.map(({ code, where }) => [code, where])
const of = (findings: Finding[], wanted: Finding['code']) =>
  findings.filter(({ code }) => code === wanted).map(({ where, frames }) => [where, frames])

test('a job without faults has no findings', () => {
  assert.deepEqual(check(documentOf('cuboid3d', 9, cuboids('a', at(0, 0), at(8, 8)), cuboids('b', at(8, 50)))), [])
  assert.deepEqual(check(documentOf('video2d', 2, boxes('a', 0.1, 0.11), boxes('b', 0.5, 0.51))), [])
})

test('required attributes are errors: one of the job, one of its frames, one an object with all its frames', () => {
  const attributes = [attribute('weather', 'job'), attribute('blurred', 'frame')]
  const classes = [{ ...car, attributes: [attribute('occlusion', 'frame'), attribute('colour', 'frame')] }]
  const moving = boxes('a', 0.1, 0.11, 0.12)
  const view = moving.views.get(IMAGE_VIEW)!
  const occlusion = [
    { frame: 0, value: '1' },
    { frame: 2, value: null },
  ]
  const answered = new Map([
    ['occlusion', occlusion],
    ['colour', [{ frame: 1, value: 'red' }]],
  ])
  const object = { ...moving, views: new Map([[IMAGE_VIEW, { ...view, attributes: answered }]]) }
  const document = {
    ...documentOf('video2d', 3, object),
    frameAttributes: new Map([[0, new Map([['blurred', 'no']])]]),
  }
  const findings = check({ ...document, jobAttributes: new Map([['weather', '']]) }, { attributes, classes })
  assert.deepEqual(
    findings.map(({ where, frames, values }) => [where, frames, values?.attributes]),
    [
      [{ attribute: 'weather' }, undefined, 'weather'],
      [{ trackId: 'a', frame: 0, sensorId: '', attribute: 'colour' }, [0, 2], 'colour, occlusion'],
      [{ frame: 1, attribute: 'blurred' }, [1, 2], 'blurred'],
    ],
  )
  assert.ok(findings.every(({ severity, code }) => severity === 'error' && code === 'MISSING_ATTRIBUTE'))
})

test('a required answer of an object is missing in all its frames', () => {
  const classes = [{ ...car, attributes: [attribute('kind', 'object')] }]
  const [finding] = check(documentOf('video2d', 2, boxes('a', 0.1, 0.1)), { classes })
  assert.deepEqual(finding.frames, [0, 1])
  const [ofImage] = check(documentOf('image2d', 1, boxes('a', 0.1)), { classes })
  assert.deepEqual([ofImage.where, ofImage.frames], [{ trackId: 'a', frame: 0, attribute: 'kind' }, [0]])
})

test('an object of a class that was archived must be given another, whatever the tag says', () => {
  const classes = [{ ...car, archived: true }]
  const given: Partial<Tag> = { classes, checks: { ARCHIVED_CLASS: 'off' } }
  assert.deepEqual(told(check(documentOf('video2d', 1, boxes('a', 0.1)), given)), [
    ['ARCHIVED_CLASS', { trackId: 'a' }],
  ])
})

test('a cuboid three times as long as its class is reported with its frames', () => {
  const findings = check(documentOf('cuboid3d', 3, cuboids('a', at(0, 0), at(1, 0, { length: 12.1 }), at(2, 0))))
  assert.deepEqual(of(findings, 'SIZE'), [[{ trackId: 'a', frame: 1 }, [1]]])
})

test('two cuboids of one class at one place overlap and are one object, made twice; told once for all frames', () => {
  const twice = documentOf('cuboid3d', 3, cuboids('b', at(0, 0.1), at(2, 0.1)), cuboids('a', at(1, 0), at(2, 0)))
  const where = { trackId: 'a', otherTrackId: 'b', frame: 1 }
  assert.deepEqual(of(check(twice), 'DUPLICATE'), [[where, [1, 2]]])
  assert.deepEqual(of(check(twice), 'OVERLAP'), [[where, [1, 2]]])
})

test('tens of thousands of boxes on one place are reported up to a bound, in a moment', () => {
  const many = Array.from({ length: 40_000 }, (_, i) => boxes(`t${i}`, 0.1))
  assert.equal(check(documentOf('image2d', 1, ...many)).length, 10_000)
})

test('cuboids of one class that share a third of their room overlap, also far from the origin; neighbours do not', () => {
  const far = 1e8
  const crossing = cuboids('b', at(0, far + 0.4, { yaw: Math.PI / 2 }))
  const overlapping = documentOf('cuboid3d', 1, cuboids('a', at(0, far)), crossing)
  assert.deepEqual(told(check(overlapping)), [['OVERLAP', { trackId: 'a', otherTrackId: 'b', frame: 0 }]])
  const other = documentOf('cuboid3d', 1, cuboids('a', at(0, far)), { ...crossing, classId: 'van' })
  assert.deepEqual(check(other), [])
  assert.deepEqual(check(documentOf('cuboid3d', 1, cuboids('a', at(0, far)), cuboids('b', at(0, far + 4.01)))), [])
})

test('a box over a box of another class is a part, not a copy', () => {
  const copy = boxes('b', 0.1001)
  const where = { trackId: 'a', otherTrackId: 'b', frame: 0, sensorId: '' }
  assert.deepEqual(told(check(documentOf('image2d', 1, boxes('a', 0.1), copy))), [
    ['DUPLICATE', where],
    ['OVERLAP', where],
  ])
  assert.deepEqual(check(documentOf('image2d', 1, boxes('a', 0.1), { ...copy, classId: 'van' })), [])
})

test('speed and turning are per second: by timestamps, or a tenth of a second a frame without them; classes may limit them', () => {
  const driving = documentOf('cuboid3d', 3, cuboids('a', at(0, 0), at(1, 5), at(2, 12)))
  assert.deepEqual(of(check(driving), 'SPEED'), [[{ trackId: 'a', frame: 2 }, [2]]])
  const slowly = checkDocument({ document: driving, tag: tagOf('cuboid3d'), times: [0, 0.5, 1] })
  assert.deepEqual(slowly, [])
  const limited = [{ ...car, maxSpeedMps: 9, maxTurnDps: 5 }]
  const tag = tagOf('cuboid3d', { classes: limited })
  const limits = checkDocument({ document: driving, tag, times: [0, 0.5, 1] })
  assert.deepEqual(of(limits, 'SPEED'), [[{ trackId: 'a', frame: 1 }, [1, 2]]])
  const turning = documentOf('cuboid3d', 2, cuboids('a', at(0, 0), at(1, 0, { yaw: 0.3 })))
  assert.deepEqual(told(check(turning)), [['TURN_RATE', { trackId: 'a', frame: 1 }]])
  assert.deepEqual(checkDocument({ document: turning, tag: tagOf('cuboid3d'), times: [0, 1] }), [])
})

test('without poses the speed is over the ground, where it is known what the vehicle did', () => {
  const tag = tagOf('cuboid3d', { classes: [{ ...car, maxSpeedMps: 9, maxTurnDps: 5 }] })
  const times = [0, 0.5, 1, 1.5]
  const parked = documentOf('cuboid3d', 4, cuboids('a', at(0, 30), at(1, 20, { yaw: 0.2 }), at(3, 0, { yaw: 0.2 })))
  const back = (x: number, yaw: number) => ({ position: { x, y: 0, z: 0 }, heading: quaternionFromYaw(yaw) })
  const find = (motions?: KnownMotions) => told(checkDocument({ document: parked, tag, times, motions }))
  const fast = [
    ['SPEED', { trackId: 'a', frame: 1 }],
    ['TURN_RATE', { trackId: 'a', frame: 1 }],
  ]
  assert.deepEqual(fastFrames(parked, tag, times), [0, 1, 2])
  assert.deepEqual(find(), fast)
  const turned = 20 - 30 * Math.cos(0.2)
  const motions = new Map([
    [0, { position: { x: turned, y: -30 * Math.sin(0.2), z: 0 }, heading: quaternionFromYaw(0.2) }],
    [1, back(-10, 0)],
    [2, back(-10, 0)],
  ])
  assert.deepEqual(find(motions), [])
  assert.deepEqual(find(new Map([...motions, [2, null]])), [['SPEED', { trackId: 'a', frame: 3 }]], 'not known')
})

test('a cuboid whose size differs from that of most of its frames is reported with those frames', () => {
  const growing = documentOf('cuboid3d', 3, cuboids('a', at(0, 0), at(1, 0, { length: 4.3 }), at(2, 0)))
  assert.deepEqual(of(check(growing), 'SIZE_CHANGES'), [[{ trackId: 'a', frame: 1 }, [1]]])
})

test('in a video a box that leaps further than its size is reported', () => {
  const findings = check(documentOf('video2d', 4, boxes('a', 0.1, 0.15, 0.2, 0.6)))
  assert.deepEqual(told(findings), [['SPEED', { trackId: 'a', frame: 3, sensorId: '' }]])
})

/** Counts by frame, on the ground or `overGroundM` above it. */
const evidenceOf = (points: (frame: number) => number | null, overGroundM: number | null = 0): CuboidEvidence => ({
  pointCount: (_track, frame) => points(frame),
  overGroundM: () => overGroundM,
})
const checkPoints = (document: AnnotatedDocument, evidence: CuboidEvidence) =>
  checkDocument({ document, tag: tagOf('cuboid3d'), evidence })

test('cuboids without points and with less than five are reported with their frames', () => {
  const document = documentOf('cuboid3d', 4, cuboids('a', at(0, 0), at(3, 3)))
  const counts = [0, 5, 4, 0]
  const findings = checkPoints(
    document,
    evidenceOf((frame) => counts[frame]),
  )
  assert.deepEqual(of(findings, 'NO_POINTS'), [[{ trackId: 'a', frame: 0 }, [0, 3]]])
  assert.deepEqual(of(findings, 'FEW_POINTS'), [[{ trackId: 'a', frame: 2 }, [2]]])
  assert.deepEqual(
    checkPoints(
      document,
      evidenceOf(() => null, null),
    ),
    [],
  )
})

test('a cuboid that floats or sinks in most of its frames is reported', () => {
  const document = documentOf('cuboid3d', 1, cuboids('a', at(0, 0)))
  const check3 = (overGroundM: number) =>
    told(
      checkPoints(
        document,
        evidenceOf(() => 90, overGroundM),
      ),
    )
  assert.deepEqual(check3(0.6), [['FLOATS', { trackId: 'a', frame: 0 }]])
  assert.deepEqual(check3(-0.6), [['SINKS', { trackId: 'a', frame: 0 }]])
  assert.deepEqual(check3(0.3), [])
})

test('held objects are reported with their frames; where the tag keeps or ends them, as a note', () => {
  const document = documentOf('cuboid3d', 4, cuboids('a', at(1, 0)))
  const severityBy = (given: Partial<Tag>) => check(document, given).map(({ code, severity }) => [code, severity])
  assert.deepEqual(of(check(document), 'HELD'), [[{ trackId: 'a', frame: 2 }, [2, 3]]])
  assert.deepEqual(severityBy({}), [['HELD', 'warning']])
  assert.deepEqual(severityBy({ hold: 'keep' }), [['HELD', 'note']])
  assert.deepEqual(severityBy({ hold: 'end' }), [['HELD', 'note']])
  assert.deepEqual(severityBy({ checks: { HELD: 'error' } }), [['HELD', 'error']])
  assert.deepEqual(severityBy({ checks: { HELD: 'off' } }), [])
})

test('in frames that are not delivered nothing is looked for', () => {
  const document = documentOf('cuboid3d', 4, cuboids('a', at(0, 0)))
  const evidence = evidenceOf((frame) => (frame === 0 ? 90 : 0))
  const ended = checkDocument({ document, tag: tagOf('cuboid3d', { hold: 'end' }), evidence })
  assert.deepEqual(of(ended, 'NO_POINTS'), [])
  assert.equal(of(checkPoints(document, evidence), 'NO_POINTS').length, 1)
})

test('a line with a point on a post is reported, one over a hill or up a pole is not', () => {
  const line = (...heights: number[]): Track => {
    const points = heights.map((z, i) => ({ x: 5 * i, y: 0, z }))
    const keys = [key(0, { type: 'polyline3d' as const, points })]
    return track('a', { views: new Map([['', { keys, attributes: new Map(), follows: false }]]) })
  }
  const codes = (made: Track) => told(check(documentOf('cuboid3d', 1, made)))
  assert.deepEqual(codes(line(-0.58, 0.42, -0.55)), [['LINE_JUMPS', { trackId: 'a', frame: 0 }]])
  assert.deepEqual(codes(line(0, 0.5, 1, 1.5, 1)), [])
  assert.deepEqual(codes(line(0, 0.4, 0)), [])
})

test('a camera box that was adjusted is reported when its cuboid is elsewhere', () => {
  const rectangle: FlatShape = { type: 'rectangle', left: 0.4, top: 0.4, right: 0.5, bottom: 0.5 }
  const keys = [{ ...key<FlatShape>(0, rectangle), linked: true }]
  const boxed = cuboids('a', at(0, 0))
  const linked = { ...boxed, views: new Map([['camera', { keys, attributes: new Map(), follows: true }]]) }
  const document = documentOf('cuboid3d_linked2d', 1, linked)
  const seenAt = (left: number) => ({ left, top: 0.4, right: left + 0.1, bottom: 0.5 })
  const codes = (left: number | null) =>
    checkDocument({
      document,
      tag: tagOf('cuboid3d_linked2d'),
      projected: () => (left === null ? null : seenAt(left)),
    }).map(({ code }) => code)
  assert.deepEqual(codes(0.42), [])
  assert.deepEqual(codes(0.46), ['CAMERA_BOX_STALE'])
  assert.deepEqual(codes(null), ['CAMERA_BOX_STALE'])
})

test('a job without any annotation is empty, whatever its tag answers by default', () => {
  const weather: Attribute = { ...attribute('weather', 'job'), required: false, default: 'dry' }
  const document = { ...documentOf('image2d', 1), jobAttributes: new Map([['weather', 'dry']]) }
  assert.deepEqual(told(check(document, { attributes: [weather] })), [['EMPTY_JOB', {}]])
  const answered = { ...document, jobAttributes: new Map([['weather', 'rain']]) }
  assert.deepEqual(check(answered, { attributes: [weather] }), [])
})

test('suggestions that wait for a decision are one finding of the job', () => {
  const document = documentOf('image2d', 1, boxes('a', 0.1))
  const findings = checkDocument({ document, tag: tagOf('image2d'), undecidedSuggestions: 3 })
  assert.deepEqual(told(findings), [['UNDECIDED_SUGGESTIONS', {}]])
})
