import assert from 'node:assert/strict'
import { test } from 'node:test'
import { COMMON_VIEW, emptyDocument, type Track } from '../document.ts'
import { spaceAt } from '../interpolate.ts'
import { newTrack } from '../newTrack.ts'
import { EditError } from '../operations/documentOperation.ts'
import { applyEdit, invertEdit } from '../operations/operations.ts'
import { toPlainPath, toPlainTrack } from '../plainTrack.ts'
import type { SpaceShape } from '../shape.ts'
import { boxTrack } from '../testTracks.ts'
import { mergeTracks } from './mergeTracks.ts'
import { stationaryToggledAt } from './placeCuboid.ts'
import { pointsPlacedAt } from './placePoints.ts'
import { propagated } from './propagate.ts'
import { splitTrack } from './splitTrack.ts'

const FRAMES = 6
const line = (y: number, ...xs: number[]): SpaceShape => ({
  type: 'polyline3d',
  points: xs.map((x) => ({ x, y, z: 0 })),
})
const lane = (id: string, frame: number, shape: SpaceShape): Track =>
  newTrack({
    id,
    annotationType: 'cuboid3d',
    frame,
    tagClass: { classId: 'lane', attributes: [] },
    shape: { sensorId: COMMON_VIEW, flat: shape },
  })
const ysOf = (track: Track) =>
  Array.from({ length: FRAMES }, (_, frame) => spaceAt(track, frame)?.shape.points[0].y ?? null)
const box = boxTrack('box', 'car', 0, {
  position: { x: 0, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 4, width: 2, height: 1.5 },
})

test('between keyframes with equally many points each point moves; a line also moves with another number of points', () => {
  const moving = pointsPlacedAt(lane('a', 0, line(0, 0, 5)), 4, line(4, 0, 5))
  assert.deepEqual(ysOf(moving), [0, 1, 2, 3, 4, 4])
  const longer = pointsPlacedAt(lane('a', 0, line(0, 0, 5)), 4, line(4, 0, 5, 10))
  assert.deepEqual(ysOf(longer), [0, 1, 2, 3, 4, 4])
})

test('a stationary line is the same in all frames, also after a move in one of them', () => {
  const moving = pointsPlacedAt(lane('a', 0, line(0, 0, 5)), 4, line(4, 0, 5))
  const still = stationaryToggledAt(moving, 2)
  assert.ok(still?.stationary)
  assert.deepEqual(ysOf(still), [2, 2, 2, 2, 2, 2])
  assert.deepEqual(ysOf(pointsPlacedAt(still, 3, line(9, 0, 5))), [9, 9, 9, 9, 9, 9])
  const free = stationaryToggledAt(still, 0)
  assert.ok(free && !free.stationary)
})

test('a line is taken to earlier frames, split, and put together again', () => {
  const late = lane('a', 3, line(1, 0, 5))
  assert.deepEqual(ysOf(late), [null, null, null, 1, 1, 1])
  const early = propagated(late, 3, 0, FRAMES)
  assert.ok(early)
  assert.deepEqual(ysOf(early), [1, 1, 1, 1, 1, 1])
  const halves = splitTrack(early, 2, 'b', FRAMES)
  assert.ok(halves)
  assert.deepEqual(ysOf(halves.earlier), [1, 1, null, null, null, null])
  const merged = mergeTracks(halves.earlier, halves.later, FRAMES)
  assert.ok('merged' in merged)
  assert.deepEqual(ysOf(merged.merged), [1, 1, 1, 1, 1, 1])
})

test('a line and a box are never one object, and two lines in one frame are not either', () => {
  assert.deepEqual(mergeTracks(box, lane('a', 0, line(0, 0, 5)), FRAMES), { refused: 'other_form' })
  const refused = mergeTracks(lane('a', 0, line(0, 0, 5)), lane('b', 2, line(1, 0, 5)), FRAMES)
  assert.equal('refused' in refused && refused.refused, 'both_exist')
  const document = { ...emptyDocument('cuboid3d', FRAMES), tracks: new Map([[box.id, box]]) }
  const path = lane('a', 0, line(0, 0, 5)).views.get(COMMON_VIEW)
  assert.ok(path)
  const put = { type: 'putPath', trackId: 'box', sensorId: COMMON_VIEW, path: toPlainPath(path), index: null } as const
  assert.throws(() => applyEdit(document, put), EditError)
})

test('points are not shapes of images, shapes of images are not points, and a line has two points', () => {
  const document = emptyDocument('cuboid3d', FRAMES)
  const put = (annotationType: 'cuboid3d' | 'video2d', track: Track) => () =>
    applyEdit({ ...document, annotationType }, { type: 'putTrack', track: toPlainTrack(track), index: null })
  const track = lane('a', 0, line(0, 0, 5))
  const [made] = [put('cuboid3d', track)()]
  assert.deepEqual(made.tracks.get('a'), { ...track, number: 1 })
  assert.deepEqual(invertEdit(document, { type: 'putTrack', track: toPlainTrack(track), index: null }), {
    type: 'removeTrack',
    trackId: 'a',
  })
  assert.throws(put('video2d', track), EditError)
  assert.throws(put('cuboid3d', lane('a', 0, line(0, 0))), EditError)
})
