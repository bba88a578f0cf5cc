import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { CORNER_SIGNS, type Cuboid, cuboidContains } from '../../../geometry/cuboid.ts'
import { quaternionFromYaw } from '../../../geometry/quaternion.ts'
import { distance } from '../../../geometry/vec3.ts'
import { type Orbit, orbitViewCamera } from '../../view3d/orbit.ts'
import { screenOf } from '../../view3d/viewCamera.ts'
import { draggedLevel, solidDragged, takenHeight } from './solidDrag.ts'
import { placeOf, seenSides, solidHandleAt } from './solidHandle.ts'

const SIZE = { widthPx: 900, heightPx: 600 }
const carAt = (yawRad: number, x = 0, y = 0): Cuboid => ({
  position: { x, y, z: 0.75 },
  heading: quaternionFromYaw(yawRad),
  dimensions: { length: 4.4, width: 1.9, height: 1.5 },
})
const looking = (yawRad: number, pitchRad: number, distanceM = 14): Orbit => ({
  kind: 'perspective',
  target: { x: 0, y: 0, z: 0.5 },
  distanceM,
  yawRad,
  pitchRad,
})
const anyYaw = fc.double({ min: -Math.PI, max: Math.PI, noNaN: true })
const anyView = fc.record({
  car: fc.tuple(anyYaw, fc.double({ min: -2, max: 2, noNaN: true })).map(([yaw, x]) => carAt(yaw, x, x / 2)),
  viewCamera: fc
    .record({
      yaw: anyYaw,
      pitch: fc.double({ min: 0.25, max: 1.3, noNaN: true }),
      kind: fc.constantFrom('top' as const, 'perspective' as const),
    })
    .map(({ yaw, pitch, kind }) => orbitViewCamera({ ...looking(yaw, pitch), kind }, SIZE)),
})

test('from above the sides are seen edge-on: their edges pull one side, corners two, and none the height', () => {
  const viewCamera = orbitViewCamera({ ...looking(0, 0.8), kind: 'top' }, SIZE)
  const car = carAt(0)
  const at = (x: number, y: number) => screenOf(viewCamera, placeOf(car, { x, y, z: 1 }))!
  assert.deepEqual(solidHandleAt(car, viewCamera, at(1, 0.2))?.sides, [{ axis: 'x', sign: 1 }])
  assert.deepEqual(solidHandleAt(car, viewCamera, at(0.3, -1))?.sides, [{ axis: 'y', sign: -1 }])
  const corner = solidHandleAt(car, viewCamera, at(1, -1))
  assert.equal(corner?.kind, 'corner')
  assert.deepEqual(corner.sides, [
    { axis: 'x', sign: 1 },
    { axis: 'y', sign: -1 },
  ])
  assert.equal(solidHandleAt(car, viewCamera, at(0, 0)), null)
  assert.equal(takenHeight(car, viewCamera, at(0, 0)), 0)
  assert.equal(takenHeight(car, viewCamera, at(1.2, 0)), null)
})

test('in perspective the middles of the faces that are seen can be taken, and no others', () => {
  const viewCamera = orbitViewCamera(looking(0.6, 0.5), SIZE)
  const car = carAt(0)
  const seen = seenSides(car, viewCamera).map(({ axis, sign }) => `${sign > 0 ? '+' : '-'}${axis}`)
  const roof = screenOf(viewCamera, placeOf(car, { x: 0.6, y: 0.6, z: 1 }))!
  assert.ok(Math.abs((takenHeight(car, viewCamera, roof) ?? 0) - 1.5) < 1e-9, 'over the roof the roof is taken')
  assert.deepEqual(seen.sort(), ['+z', '-x', '-y'])
  for (const [axis, sign] of [
    ['x', -1],
    ['y', -1],
    ['z', 1],
  ] as const) {
    const middle = screenOf(viewCamera, placeOf(car, { x: 0, y: 0, z: 0, [axis]: sign }))!
    const handle = solidHandleAt(car, viewCamera, middle)
    assert.deepEqual([handle?.kind, handle?.sides], ['face', [{ axis, sign }]])
  }
  const hidden = screenOf(viewCamera, placeOf(car, { x: 1, y: 0, z: 0 }))!
  assert.notEqual(solidHandleAt(car, viewCamera, hidden)?.kind, 'face')
})

test('a box pulled by one or two sides follows the pointer, and the opposite sides stay', () => {
  const place = fc.double({ min: -0.8, max: 0.8, noNaN: true })
  const way = fc.integer({ min: -60, max: 60 })
  let pulled = 0
  fc.assert(
    fc.property(anyView, fc.nat(11), place, way, way, ({ car, viewCamera }, edge, along, dx, dy) => {
      const signs = CORNER_SIGNS[edge % 8]
      const free = (['x', 'y', 'z'] as const)[edge % 3]
      const screen = screenOf(viewCamera, placeOf(car, { ...signs, [free]: along }))
      const handle = screen && solidHandleAt(car, viewCamera, screen)
      if (!screen || !handle) return
      const dragged = solidDragged(car, handle, viewCamera, screen, { x: screen.x + dx, y: screen.y + dy }, false)
      for (const axis of ['x', 'y', 'z'] as const) {
        if (handle.sides.some((side) => side.axis === axis)) continue
        assert.equal(dragged.dimensions[NAMES[axis]], car.dimensions[NAMES[axis]])
      }
      const opposite = { ...handle.at }
      for (const { axis, sign } of handle.sides) opposite[axis] = -sign
      assert.ok(distance(placeOf(dragged, opposite), placeOf(car, opposite)) < 1e-6)
      const taken = screenOf(viewCamera, placeOf(car, handle.at))!
      const reached = screenOf(viewCamera, placeOf(dragged, handle.at))
      const isLeast = handle.sides.some(({ axis }) => dragged.dimensions[NAMES[axis]] <= 0.0501)
      if (handle.sides.length < 2 || isLeast || !reached) return
      pulled++
      assert.ok(Math.hypot(reached.x - taken.x - dx, reached.y - taken.y - dy) < 0.5)
    }),
    { numRuns: 400 },
  )
  assert.ok(pulled > 40, `${pulled} pulls of two sides were tried`)
})

const NAMES = { x: 'length', y: 'width', z: 'height' } as const

test('with Shift the box keeps its size and moves along', () => {
  const viewCamera = orbitViewCamera(looking(0.6, 0.5), SIZE)
  const car = carAt(0)
  const front = screenOf(viewCamera, placeOf(car, { x: -1, y: 0, z: 0 }))!
  const handle = solidHandleAt(car, viewCamera, front)!
  const moved = solidDragged(car, handle, viewCamera, front, { x: front.x, y: front.y + 40 }, true)
  assert.deepEqual(moved.dimensions, car.dimensions)
  assert.ok(moved.position.x < -0.3 && moved.position.y === 0 && moved.position.z === car.position.z)
})

test('taken by its footprint the box stays on its ground, and the place taken is under the pointer', () => {
  fc.assert(
    fc.property(
      anyView,
      fc.integer({ min: -40, max: 40 }),
      fc.integer({ min: -40, max: 40 }),
      ({ car, viewCamera }, dx, dy) => {
        const ground = { ...car.position, z: 0 }
        const from = screenOf(viewCamera, ground)!
        assert.ok(Math.abs(takenHeight(car, viewCamera, from) ?? 9) < 1e-9)
        const to = { x: from.x + dx, y: from.y + dy }
        const moved = draggedLevel(car, 0, viewCamera, from, to)
        if (!moved) return
        assert.equal(moved.position.z, car.position.z)
        const at = screenOf(viewCamera, { ...moved.position, z: 0 })!
        assert.ok(Math.hypot(at.x - to.x, at.y - to.y) < 1e-6)
        assert.ok(cuboidContains(moved, { ...moved.position }))
      },
    ),
  )
})

test('a box of a few pixels has no parts to take, and near the horizon nothing leaps away', () => {
  const car = carAt(0)
  const far = orbitViewCamera(looking(0, 0.3, 900), SIZE)
  const at = screenOf(far, car.position)!
  assert.equal(solidHandleAt(car, far, at), null)
  const low = orbitViewCamera(looking(0, 0.05, 14), SIZE)
  const from = screenOf(low, { ...car.position, z: 0 })!
  assert.equal(draggedLevel(car, 0, low, from, { x: from.x, y: 5 }), null)
})
