import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import type { CuboidPath, FlatPath, Key, Track } from '../document.ts'
import { cuboidAt, flatAt, followsAt } from '../interpolate.ts'
import type { CuboidPlacement, FlatShape, Rectangle } from '../shape.ts'
import { attributesAt } from '../shapePath.ts'
import { cameraTrack } from '../testTracks.ts'
import { adjustedBox, dismissedBox } from './linkBox.ts'
import { type MergeResult, mergeTracks } from './mergeTracks.ts'
import { splitTrack } from './splitTrack.ts'

const FRAMES = 12
const SIZE = { length: 4, width: 2, height: 1.5 }
const FRAME_NUMBERS = Array.from({ length: FRAMES }, (_, frame) => frame)

const placement = (x: number): CuboidPlacement => ({
  position: { x, y: 2 * x, z: 1 },
  heading: quaternionFromYaw(x / 20),
  sizeOverride: null,
})
const shapeKey = <S>(frame: number, shape: S): Key<S> => ({
  kind: 'shape',
  frame,
  id: null,
  keyFrame: true,
  source: 'manual',
  hidden: false,
  linked: false,
  shape,
})
const out = (frame: number) => ({ kind: 'out' as const, frame })

interface TrackParts {
  stationary?: boolean
  size?: typeof SIZE
  views?: [string, FlatPath][]
  steps?: CuboidPath['attributes']
}
/** Shape keys at these frames, `x` as many metres as their number; negative ones end it there. */
function boxes(id: string, frames: readonly number[], parts: TrackParts = {}): Track {
  const { stationary = false, size = SIZE, views = [], steps = new Map() } = parts
  const keys = frames.map((frame) => (frame < 0 ? out(-frame) : shapeKey(frame, placement(frame))))
  const cuboid = { keys, attributes: steps, dimensions: size }
  return { id, entryId: null, classId: 'car', stationary, attributes: new Map(), cuboid, views: new Map(views) }
}
const follows: FlatPath = { keys: [], attributes: new Map(), follows: true }
const rectangle = (left: number): Rectangle => ({ type: 'rectangle', left, top: 0.1, right: left + 0.1, bottom: 0.4 })

/** All that is shown of a track in a frame, regardless of its keys. */
function shownAt(track: Track, frame: number) {
  const box = cuboidAt(track, frame)?.shape ?? null
  const views = [...track.views].flatMap(([sensorId, path]) => {
    const own: FlatShape | null = flatAt(path, frame)?.shape ?? null
    const isLinked = box !== null && followsAt(path, frame)
    return own || isLinked
      ? [[sensorId, own ?? 'linked', Object.fromEntries(attributesAt(path.attributes, frame))]]
      : []
  })
  const attributes = track.cuboid && box ? Object.fromEntries(attributesAt(track.cuboid.attributes, frame)) : null
  return box || views.length > 0 ? { box, attributes, views: views.sort() } : null
}

function near(actual: unknown, expected: unknown): void {
  if (typeof actual === 'number' && typeof expected === 'number') {
    assert.ok(Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`)
  } else if (typeof actual === 'object' && actual !== null && typeof expected === 'object' && expected !== null) {
    assert.deepEqual(Object.keys(actual).sort(), Object.keys(expected).sort())
    for (const [name, value] of Object.entries(expected)) near((actual as Record<string, unknown>)[name], value)
  } else assert.deepEqual(actual, expected)
}

function merged(result: MergeResult): Track {
  assert.ok('merged' in result, JSON.stringify(result))
  return result.merged
}

function checkAscending(track: Track): void {
  for (const path of [track.cuboid, ...track.views.values()]) {
    const frames = path?.keys.map(({ frame }) => frame) ?? []
    assert.deepEqual(
      frames,
      [...new Set(frames)].sort((a, b) => a - b),
    )
    assert.ok(frames.every((frame) => frame >= 0 && frame < FRAMES))
  }
}

const anyKeys = fc
  .uniqueArray(fc.integer({ min: 0, max: FRAMES - 1 }), { minLength: 1, maxLength: 6 })
  .chain((frames) => fc.tuple(fc.constant(frames.sort((a, b) => a - b)), fc.array(fc.boolean(), { minLength: 6 })))
  .map(([frames, outs]) => frames.map((frame, i) => (i > 0 && outs[i] && !outs[i - 1] ? -frame : frame)))
const anyViewKeys = fc
  .uniqueArray(fc.integer({ min: 0, max: FRAMES - 1 }), { maxLength: 4 })
  .chain((frames) => fc.tuple(fc.constant(frames.sort((a, b) => a - b)), fc.array(fc.boolean(), { minLength: 4 })))
  .map(([frames, outs]) => frames.map((f, i) => (outs[i] ? out(f) : shapeKey<FlatShape>(f, rectangle(f / 20)))))
const anyTrack = fc
  .record({ frames: anyKeys, left: anyViewKeys, front: anyViewKeys, stationary: fc.boolean(), step: fc.nat(11) })
  .map(({ frames, left, front, stationary, step }) => {
    const steps = new Map([['state', [{ frame: step, value: `from ${step}` }]]])
    const views: [string, FlatPath][] = [
      ['left', { ...follows, keys: left }],
      ['front', { ...follows, keys: front, attributes: steps }],
    ]
    return boxes('a', frames, { stationary, views, steps })
  })

test('a split object shows the same in every frame, and merging both restores it', () => {
  fc.assert(
    fc.property(anyTrack, fc.nat(FRAMES - 1), (track, at) => {
      const halves = splitTrack(track, at, 'b', FRAMES)
      if (!halves) return
      checkAscending(halves.earlier)
      checkAscending(halves.later)
      for (const frame of FRAME_NUMBERS) {
        const [mine, none]: Track[] = frame < at ? [halves.earlier, halves.later] : [halves.later, halves.earlier]
        near(shownAt(mine, frame), shownAt(track, frame))
        assert.equal(shownAt(none, frame), null, `frame ${frame} is in one of them alone`)
      }
      const whole = merged(mergeTracks(halves.later, halves.earlier, FRAMES))
      checkAscending(whole)
      for (const frame of FRAME_NUMBERS) near(shownAt(whole, frame), shownAt(track, frame))
    }),
  )
})

test('two objects that never exist in one frame become one that shows what either showed', () => {
  fc.assert(
    fc.property(anyTrack, anyTrack, (one, second) => {
      const other = { ...second, id: 'b' }
      const result = mergeTracks(one, other, FRAMES)
      const both = FRAME_NUMBERS.filter((frame) => cuboidAt(one, frame) && cuboidAt(other, frame))
      if (both.length > 0) {
        assert.deepEqual(result, { refused: 'both_exist', frames: both })
        return
      }
      if ('refused' in result) return assert.equal(result.refused, 'both_have_box')
      checkAscending(result.merged)
      for (const frame of FRAME_NUMBERS) {
        const [a, b] = [shownAt(one, frame), shownAt(other, frame)]
        near(shownAt(result.merged, frame)?.box ?? null, a?.box ?? b?.box ?? null)
        if (!a || !b) near(shownAt(result.merged, frame), a ?? b)
      }
    }),
  )
})

test('objects that both exist in a frame are not merged, and the frames are named', () => {
  const result = mergeTracks(boxes('a', [0, 5, -8]), boxes('b', [4, 6, -7]), FRAMES)
  assert.deepEqual(result, { refused: 'both_exist', frames: [4, 5, 6] })
})

test('the earlier one keeps its id; between the parts there is nothing, and nothing moves across', () => {
  const result = mergeTracks(boxes('late', [8]), boxes('early', [0, 2, -4]), FRAMES)
  const track = merged(result)
  assert.equal(track.id, 'early')
  assert.equal('goneId' in result && result.goneId, 'late')
  assert.deepEqual(
    FRAME_NUMBERS.map((frame) => cuboidAt(track, frame)?.shape.position.x ?? null),
    [0, 1, 2, 2, null, null, null, null, 8, 8, 8, 8],
  )
})

test('stationary objects of one place stay stationary; otherwise their pose is baked into keyframes', () => {
  const still = { stationary: true }
  const half = splitTrack(boxes('a', [1, 5], still), 4, 'b', FRAMES)!
  assert.equal(half.later.stationary, true)
  assert.equal(merged(mergeTracks(half.earlier, half.later, FRAMES)).stationary, true)
  const result = mergeTracks(boxes('a', [1, -4], still), boxes('b', [6, 9]), FRAMES)
  const track = merged(result)
  assert.equal(track.stationary, false)
  assert.ok('notes' in result && result.notes.includes('not_stationary'))
  assert.deepEqual(
    [1, 3, 6, 9].map((frame) => cuboidAt(track, frame)?.shape.position.x),
    [1, 1, 6, 9],
  )
})

test('parts of another size keep it frame by frame', () => {
  const result = mergeTracks(boxes('a', [0, -4]), boxes('b', [6], { size: { ...SIZE, length: 5 } }), FRAMES)
  const track = merged(result)
  assert.deepEqual(
    [0, 3, 6, 9].map((frame) => cuboidAt(track, frame)?.shape.dimensions.length),
    [4, 4, 5, 5],
  )
  assert.ok('notes' in result && result.notes.includes('own_sizes'))
})

test('a box that only the camera saw becomes the adjusted box of the cuboid it is merged with', () => {
  const cuboid = boxes('a', [0], { views: [['left', follows]] })
  const seen = cameraTrack('c', 'car', 'left', 3, rectangle(0.3))
  const ended = {
    ...seen,
    views: new Map([['left', { ...seen.views.get('left')!, keys: [...seen.views.get('left')!.keys, out(5)] }]]),
  }
  const track = merged(mergeTracks(cuboid, ended, FRAMES))
  const view = track.views.get('left')!
  assert.equal(view.follows, true)
  assert.deepEqual(
    view.keys.map((key) => [key.frame, key.kind === 'shape' && key.linked]),
    [
      [3, true],
      [4, true],
    ],
  )
  assert.ok(followsAt(view, 2) && followsAt(view, 5))
  const adjusted = adjustedBox(cuboid, 'left', 4, rectangle(0.6))
  const refused = mergeTracks(adjusted, ended, FRAMES)
  assert.deepEqual(refused, { refused: 'both_have_box', sensorId: 'left', frames: [4] })
  assert.ok('merged' in mergeTracks(dismissedBox(cuboid, 'left', 4), ended, FRAMES))
})

test('nothing is split off where nothing would be left', () => {
  assert.equal(splitTrack(boxes('a', [3, -6]), 3, 'b', FRAMES), null)
  assert.equal(splitTrack(boxes('a', [3, -6]), 6, 'b', FRAMES), null)
  assert.equal(splitTrack(boxes('a', [3]), 0, 'b', FRAMES), null)
  assert.ok(splitTrack(boxes('a', [3, -6]), 5, 'b', FRAMES))
})

test('values of another class do not come along when objects are merged', () => {
  const steps = new Map([['load', [{ frame: 6, value: 'full' }]]])
  const other = { ...boxes('b', [6], { steps }), classId: 'truck', attributes: new Map([['axles', 3]]) }
  const track = merged(mergeTracks(boxes('a', [0, -4]), other, FRAMES))
  assert.deepEqual([track.classId, track.attributes.size, track.cuboid?.attributes.size], ['car', 0, 0])
})
