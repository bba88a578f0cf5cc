import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { angleBetween, normalizeQuaternion } from '../../geometry/quaternion.ts'
import type { CuboidPath, FlatPath, Key, ShapeKey } from './document.ts'
import { cuboidAt, flatAt, followsAt, interpolateFlat } from './interpolate.ts'
import type { CuboidPlacement, FlatShape, Rectangle } from './shape.ts'

const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }) => fc.record<T>(model, { noNullPrototype: true })
const number = (min: number, max: number) => fc.double({ min, max, noNaN: true }).map((n) => n + 0)
const positive = number(0.1, 20)

const placement: fc.Arbitrary<CuboidPlacement> = record({
  position: record({ x: number(-1e6, 1e6), y: number(-1e6, 1e6), z: number(-50, 50) }),
  heading: record({ w: number(-1, 1), x: number(-1, 1), y: number(-1, 1), z: number(-1, 1) })
    .filter((q) => Math.hypot(q.w, q.x, q.y, q.z) > 0.1)
    .map((q) => normalizeQuaternion(q)),
  sizeOverride: fc.constant(null),
})

const dimensions = { length: 4.52, width: 1.87, height: 1.55 }

function shapeKey<S>(frame: number, shape: S, given: Partial<ShapeKey<S>> = {}): ShapeKey<S> {
  const base = { id: null, keyFrame: true, source: 'manual', hidden: false, linked: false } as const
  return { kind: 'shape', frame, shape, ...base, ...given }
}

const cuboidTrack = (keys: Key<CuboidPlacement>[], stationary = false) => {
  const cuboid: CuboidPath = { keys, attributes: new Map(), dimensions }
  return { cuboid, stationary }
}
const flatPath = (keys: Key<FlatShape>[], follows = false): FlatPath => ({ keys, attributes: new Map(), follows })
const box = (left: number): Rectangle => ({ type: 'rectangle', left, top: 0, right: left + 0.5, bottom: 1 })

test('between keyframes a cuboid moves alike forwards and backwards', () => {
  fc.assert(
    fc.property(placement, placement, fc.integer({ min: 2, max: 50 }), (a, b, gap) => {
      const forwards = cuboidTrack([shapeKey(0, a), shapeKey(gap, b)])
      const backwards = cuboidTrack([shapeKey(0, b), shapeKey(gap, a)])
      // Half a turn apart neither way is the shorter one.
      fc.pre(angleBetween(a.heading, b.heading) < Math.PI - 1e-6)
      for (let frame = 0; frame <= gap; frame++) {
        const one = cuboidAt(forwards, frame)!.shape
        const other = cuboidAt(backwards, gap - frame)!.shape
        for (const axis of ['x', 'y', 'z'] as const) {
          assert.ok(Math.abs(one.position[axis] - other.position[axis]) < 1e-8)
        }
        assert.ok(angleBetween(one.heading, other.heading) < 1e-6)
      }
    }),
  )
})

test('the size stays the same to the last bit, however long the gap', () => {
  fc.assert(
    fc.property(placement, placement, fc.integer({ min: 2, max: 50 }), (a, b, gap) => {
      const track = cuboidTrack([shapeKey(0, a), shapeKey(gap, b)])
      for (let frame = 0; frame <= gap + 3; frame++)
        assert.deepEqual(cuboidAt(track, frame)!.shape.dimensions, dimensions)
    }),
  )
})

test('an object that stands still between equal keyframes does not creep by rounding', () => {
  fc.assert(
    fc.property(placement, fc.integer({ min: 2, max: 50 }), fc.nat(49), (a, gap, frame) => {
      const { position, heading } = cuboidAt(cuboidTrack([shapeKey(0, a), shapeKey(gap, a)]), frame)!.shape
      assert.deepEqual({ position, heading }, { position: a.position, heading: a.heading })
    }),
  )
})

test('a stationary object has its first pose everywhere', () => {
  fc.assert(
    fc.property(placement, placement, (a, b) => {
      const track = cuboidTrack([shapeKey(1, a), shapeKey(5, b)], true)
      for (const frame of [1, 3, 5, 9]) assert.deepEqual(cuboidAt(track, frame)!.shape.position, a.position)
      assert.equal(cuboidAt(track, 0), null)
    }),
  )
})

test('an overridden size changes evenly to that of the track', () => {
  const still: CuboidPlacement = {
    position: { x: 0, y: 0, z: 0 },
    heading: { w: 1, x: 0, y: 0, z: 0 },
    sizeOverride: null,
  }
  const long = { ...still, sizeOverride: { ...dimensions, length: 6.52 } }
  const track = cuboidTrack([shapeKey(0, still), shapeKey(4, long)])
  assert.equal(cuboidAt(track, 2)!.shape.dimensions.length, 5.52)
  assert.equal(cuboidAt(track, 9)!.shape.dimensions.length, 6.52)
})

test('absent before the first keyframe and while out of view, held after the last', () => {
  const path = flatPath([shapeKey(2, box(0)), { kind: 'out', frame: 4 }, shapeKey(6, box(0.25)), shapeKey(8, box(0.5))])
  const left = (frame: number) => {
    const shape = flatAt(path, frame)?.shape
    return shape?.type === 'rectangle' ? shape.left : null
  }
  assert.deepEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 100].map(left), [
    null,
    null,
    0,
    0,
    null,
    null,
    0.25,
    0.375,
    0.5,
    0.5,
    0.5,
  ])
})

test('frames between keyframes say that they are interpolated; hidden holds on', () => {
  const path = flatPath([shapeKey(0, box(0), { hidden: true, id: 'a' }), shapeKey(2, box(0.25), { source: 'machine' })])
  const at = (frame: number) => {
    const { id, keyFrame, source, hidden } = flatAt(path, frame)!
    return { id, keyFrame, source, hidden }
  }
  assert.deepEqual(at(0), { id: 'a', keyFrame: true, source: 'manual', hidden: true })
  assert.deepEqual(at(1), { id: null, keyFrame: false, source: 'interpolated', hidden: true })
  assert.deepEqual(at(2), { id: null, keyFrame: true, source: 'machine', hidden: false })
})

test('a record that is not a keyframe is shown as given', () => {
  const given = shapeKey<FlatShape>(1, box(0.4), { keyFrame: false, source: 'interpolated' })
  const path = flatPath([shapeKey(0, box(0)), given, shapeKey(2, box(0.25))])
  assert.deepEqual(flatAt(path, 1)?.shape, box(0.4))
})

test('a view that follows shows its own rectangle only where a person adjusted it', () => {
  const path = flatPath([shapeKey(1, box(0)), { kind: 'out', frame: 3 }, shapeKey(5, box(0.25))], true)
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((frame) => flatAt(path, frame) !== null),
    [false, true, false, false, false, true],
  )
  assert.deepEqual(
    [0, 1, 2, 3, 4, 5].map((frame) => followsAt(path, frame)),
    [true, false, true, false, true, false],
  )
})

test('rotated boxes turn the shorter way round', () => {
  const turned = (rotationRad: number): FlatShape => ({
    type: 'rotated_rectangle',
    center: { x: 0.5, y: 0.5 },
    widthPx: 10,
    heightPx: 5,
    rotationRad,
  })
  for (const way of [1, -1]) {
    const between = interpolateFlat(turned(3 * way), turned(-3 * way), 0.5)
    assert.ok(between.type === 'rotated_rectangle')
    assert.ok(Math.abs(between.rotationRad - Math.PI * way) < 1e-12)
  }
})

const polygon = (...rings: [number, number][][]): FlatShape => ({
  type: 'polygon',
  rings: rings.map((ring) => ring.map(([x, y]) => ({ x, y }))),
})
const SQUARE: [number, number][] = [
  [0, 0],
  [0.25, 0],
  [0.25, 0.25],
  [0, 0.25],
]
const at = (ring: [number, number][], x: number, y = 0) => ring.map(([a, b]): [number, number] => [a + x, b + y])

test('polygons of as many corners go from corner to corner', () => {
  assert.deepEqual(interpolateFlat(polygon(SQUARE), polygon(at(SQUARE, 0.5)), 0.5), polygon(at(SQUARE, 0.25)))
})

test('a polygon with one corner more moves on, and its corners go to corners', () => {
  const five = SQUARE.toSpliced(1, 0, [0.125, 0])
  const between = (x: number) => polygon(at(five, x))
  assert.deepEqual(interpolateFlat(polygon(SQUARE), polygon(at(five, 0.5)), 0.5), between(0.25))
  assert.deepEqual(interpolateFlat(polygon(five), polygon(at(SQUARE, 0.5)), 0.25), between(0.125))
})

test('a corner that is pulled out of a side comes out little by little', () => {
  const pulled = SQUARE.toSpliced(1, 0, [0.125, -0.25])
  const half = SQUARE.toSpliced(1, 0, [0.125, -0.125])
  assert.deepEqual(interpolateFlat(polygon(SQUARE), polygon(pulled), 0.5), polygon(half))
})

test('the first corner of a polygon and its direction do not matter', () => {
  const five = SQUARE.toSpliced(1, 0, [0.125, 0])
  const turned = [...five.slice(3), ...five.slice(0, 3)]
  for (const ring of [turned, turned.toReversed()]) {
    assert.deepEqual(interpolateFlat(polygon(SQUARE), polygon(at(ring, 0.5)), 0.5), polygon(at(ring, 0.25)))
  }
})

test('a hole that is cut later grows out of its middle', () => {
  const hole: [number, number][] = [
    [0.0625, 0.0625],
    [0.1875, 0.0625],
    [0.1875, 0.1875],
    [0.0625, 0.1875],
  ]
  const half = hole.map(([x, y]): [number, number] => [(x + 0.125) / 2, (y + 0.125) / 2])
  const rounded = (shape: FlatShape) => JSON.stringify(shape, (_, v) => (typeof v === 'number' ? v.toFixed(9) : v))
  const expected = rounded(polygon(SQUARE, half))
  assert.equal(rounded(interpolateFlat(polygon(SQUARE), polygon(SQUARE, hole), 0.5)), expected)
  assert.equal(rounded(interpolateFlat(polygon(SQUARE, hole), polygon(SQUARE), 0.5)), expected)
})

test('a hole whose outline crosses itself stays inside of its corners while it grows', () => {
  // Its two halves nearly cancel each other, so that the middle of its area is far outside of the image.
  const hole: [number, number][] = [
    [0.2, 0.2],
    [0.4, 0.4],
    [0.4, 0.2],
    [0.2, 0.401],
  ]
  const between = interpolateFlat(polygon(SQUARE), polygon(SQUARE, hole), 0.5)
  assert.ok(between.type === 'polygon')
  for (const { x, y } of between.rings[1]) {
    assert.ok(x >= 0.2 && x <= 0.4 && y >= 0.2 && y <= 0.401, `${x} ${y}`)
  }
})

test('ends of lines go to ends, in images and in space', () => {
  const line = (...points: [number, number][]): FlatShape => ({
    type: 'line',
    points: points.map(([x, y]) => ({ x, y })),
  })
  const bent = line([0, 0], [0.5, 0.5], [1, 0])
  assert.deepEqual(interpolateFlat(line([0, 0], [1, 0]), bent, 0.5), line([0, 0], [0.5, 0.25], [1, 0]))
  assert.deepEqual(interpolateFlat(bent, line([0, 0], [1, 0]), 0.5), line([0, 0], [0.5, 0.25], [1, 0]))
})

test('between outlines of any number of corners nothing leaps', () => {
  const ring = fc.array(fc.tuple(number(0, 1), number(0, 1)), { minLength: 3, maxLength: 12 })
  fc.assert(
    fc.property(ring, ring, (a, b) => {
      const [from, to] = [polygon(a), polygon(b)]
      const [start, end] = [interpolateFlat(from, to, 1e-9), interpolateFlat(from, to, 1 - 1e-9)]
      const corners = (shape: FlatShape) => (shape.type === 'polygon' ? shape.rings[0] : [])
      const isNear = (p: { x: number; y: number }, list: readonly { x: number; y: number }[]) =>
        list.some((q) => Math.hypot(p.x - q.x, p.y - q.y) < 1e-6)
      assert.ok(
        corners(from).every((p) => isNear(p, corners(start))),
        'every corner of the first is there at first',
      )
      assert.ok(
        corners(to).every((p) => isNear(p, corners(end))),
        'every corner of the last is there at last',
      )
    }),
  )
})

test('every size of box interpolates between its neighbours', () => {
  fc.assert(
    fc.property(positive, positive, number(0, 1), (a, b, t) => {
      const shape = interpolateFlat(box(a), box(b), t)
      assert.ok(shape.type === 'rectangle')
      assert.ok(shape.left >= Math.min(a, b) - 1e-12 && shape.left <= Math.max(a, b) + 1e-12)
    }),
  )
})
