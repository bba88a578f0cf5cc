import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createRandom, type Random } from '../../src/demo/street/random.ts'
import { type Cuboid, cuboidContains } from '../../src/geometry/cuboid.ts'
import { cuboidIou } from '../../src/geometry/cuboidIou.ts'
import { applyPose, composePoses, type Pose } from '../../src/geometry/pose.ts'
import { quaternionFromYaw, yawOf } from '../../src/geometry/quaternion.ts'
import { distance } from '../../src/geometry/vec3.ts'
import { fitCuboid, refitCuboid } from '../../src/model/fit/fitCuboid.ts'
import type { FitGesture, GesturePoint } from '../../src/model/fit/gesture.ts'
import fc from '../laws.ts'
import { CAR, dragOver, headingErrorDeg, scanCars } from './scene.ts'

const scene = scanCars(
  [
    { x: 12, y: 6, yawDeg: 30 },
    { x: 16, y: 4.5, yawDeg: 100 },
  ],
  { beams: 32, azimuthStepDeg: 0.5 },
)
const [car] = scene.cars
const input = { ...scene, classSize: CAR }
const gestures: FitGesture[] = [
  dragOver(car),
  { kind: 'click', at: { x: 12.2, y: 6.1 } },
  {
    kind: 'rectangle',
    corners: [
      { x: 9.2, y: 3.6 },
      { x: 14.8, y: 3.6 },
      { x: 14.8, y: 8.4 },
      { x: 9.2, y: 8.4 },
    ],
  },
]

function movedPoints(pose: Pose, positions: Float64Array): Float64Array {
  const moved = new Float64Array(positions.length)
  for (let i = 0; i < positions.length; i += 3) {
    const { x, y, z } = applyPose(pose, { x: positions[i], y: positions[i + 1], z: positions[i + 2] })
    moved.set([x, y, z], i)
  }
  return moved
}

function movedGesture(pose: Pose, gesture: FitGesture): FitGesture {
  const moved = ({ x, y }: GesturePoint): GesturePoint => applyPose(pose, { x, y, z: 0 })
  if (gesture.kind === 'drag') return { kind: 'drag', from: moved(gesture.from), to: moved(gesture.to) }
  if (gesture.kind === 'click') return { kind: 'click', at: moved(gesture.at) }
  return { kind: 'rectangle', corners: gesture.corners.map(moved) }
}

function cuboidOf(result: ReturnType<typeof fitCuboid>): Cuboid {
  assert.ok('cuboid' in result, 'refused' in result ? result.refused.code : '')
  return result.cuboid
}

/** Points all over the six faces, the larger ones with more. */
function pointsOnFaces({ position, heading, dimensions }: Cuboid, count: number, random: Random): Float64Array {
  const { length, width, height } = dimensions
  const areas = [width * height, length * height, length * width]
  const total = areas.reduce((sum, area) => sum + area, 0)
  const points = Array.from({ length: count }, () => {
    const at = [
      random.between(-0.5, 0.5) * length,
      random.between(-0.5, 0.5) * width,
      random.between(-0.5, 0.5) * height,
    ]
    let pick = random.next() * total
    const axis = areas.findIndex((area) => {
      pick -= area
      return pick < 0
    })
    at[axis] = (random.next() < 0.5 ? -0.5 : 0.5) * [length, width, height][axis]
    const { x, y, z } = applyPose({ position, heading }, { x: at[0], y: at[1], z: at[2] })
    return [x, y, z]
  })
  return Float64Array.from(points.flat())
}

const metres = fc.double({ min: -500, max: 500, noNaN: true })

test('law: turned and moved points and gesture give the turned and moved box', () => {
  const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true })
  fc.assert(
    fc.property(fc.constantFrom(...gestures), angle, metres, metres, metres, (gesture, yawRad, x, y, z) => {
      const pose: Pose = { position: { x, y, z }, heading: quaternionFromYaw(yawRad) }
      const here = cuboidOf(fitCuboid({ ...input, motionYawRad: 0.5, gesture }))
      const there = cuboidOf(
        fitCuboid({
          ...input,
          positions: movedPoints(pose, scene.positions),
          sensorPosition: applyPose(pose, scene.sensorPosition),
          motionYawRad: 0.5 + yawRad,
          gesture: movedGesture(pose, gesture),
        }),
      )
      const expected = composePoses(pose, here)
      assert.ok(distance(there.position, expected.position) < 1e-6, `${distance(there.position, expected.position)} m`)
      assert.ok(headingErrorDeg(there, { ...here, heading: expected.heading }) < 1e-6)
      for (const side of ['length', 'width', 'height'] as const) {
        assert.ok(Math.abs(there.dimensions[side] - here.dimensions[side]) < 1e-6)
      }
    }),
    { numRuns: 40 },
  )
})

test('law: points far away change nothing, whatever their height', () => {
  const far = fc.tuple(
    fc.double({ min: 30, max: 400, noNaN: true }),
    fc.double({ min: 0, max: 6.3, noNaN: true }),
    metres,
  )
  fc.assert(
    fc.property(fc.constantFrom(...gestures), fc.array(far, { minLength: 1, maxLength: 200 }), (gesture, points) => {
      const added = points.flatMap(([away, angle, z]) => [12 + away * Math.cos(angle), 6 + away * Math.sin(angle), z])
      const positions = Float64Array.from([...added, ...scene.positions])
      assert.deepEqual(fitCuboid({ ...input, gesture, positions }), fitCuboid({ ...input, gesture }))
    }),
    { numRuns: 30 },
  )
})

test('law: a mirrored world gives the mirrored box', () => {
  const gesture = dragOver(car)
  assert.ok(gesture.kind === 'drag')
  const flipped = ({ x, y }: GesturePoint): GesturePoint => ({ x, y: -y })
  fc.assert(
    fc.property(fc.double({ min: -0.3, max: 0.3, noNaN: true }), (off) => {
      const from = { x: gesture.from.x + off, y: gesture.from.y }
      const here = cuboidOf(fitCuboid({ ...input, gesture: { ...gesture, from } }))
      const there = cuboidOf(
        fitCuboid({
          ...input,
          positions: scene.positions.map((value, i) => (i % 3 === 1 ? -value : value)),
          sensorPosition: { ...scene.sensorPosition, y: -scene.sensorPosition.y },
          gesture: { kind: 'drag', from: flipped(from), to: flipped(gesture.to) },
        }),
      )
      const expected = {
        ...here,
        position: { ...here.position, y: -here.position.y },
        heading: quaternionFromYaw(-yawOf(here.heading)),
      }
      assert.ok(cuboidIou(there, expected) > 0.9, `IoU ${cuboidIou(there, expected)}`)
    }),
    { numRuns: 20 },
  )
})

test('law: noise below the ground changes next to nothing', () => {
  const noise = fc.array(
    fc.tuple(
      fc.double({ min: -9, max: 9, noNaN: true }),
      fc.double({ min: -9, max: 9, noNaN: true }),
      fc.double({ min: 0.4, max: 3, noNaN: true }),
    ),
    { minLength: 1, maxLength: 120 },
  )
  const gesture = dragOver(car)
  const here = cuboidOf(fitCuboid({ ...input, gesture }))
  fc.assert(
    fc.property(noise, (points) => {
      const below = points.flatMap(([x, y, depth]) => [12 + x, 6 + y, -depth])
      const there = cuboidOf(
        fitCuboid({ ...input, gesture, positions: Float64Array.from([...scene.positions, ...below]) }),
      )
      assert.ok(cuboidIou(there, here) > 0.93, `IoU ${cuboidIou(there, here)}`)
    }),
    { numRuns: 30 },
  )
})

test('law: a drag over an isolated box of points returns that box', () => {
  const side = (min: number, max: number) => fc.double({ min, max, noNaN: true })
  const boxes = fc.record({
    length: side(1.5, 10),
    width: side(0.6, 2.6),
    height: side(1, 3.5),
    yawRad: side(-3, 3),
    x: metres,
    y: metres,
    z: metres,
    seed: fc.integer({ min: 1, max: 1e6 }),
  })
  fc.assert(
    fc.property(boxes, ({ length, width, height, yawRad, x, y, z, seed }) => {
      const dimensions = { length, width: Math.min(width, length), height }
      const box: Cuboid = { position: { x, y, z }, heading: quaternionFromYaw(yawRad), dimensions }
      const positions = pointsOnFaces(box, 1500, createRandom(seed))
      const fitted = cuboidOf(fitCuboid({ positions, classSize: dimensions, gesture: dragOver(box) }))
      // Boxes are drawn a little around their points.
      assert.ok(distance(fitted.position, box.position) < 0.12, `${distance(fitted.position, box.position)} m off`)
      for (const side of ['length', 'width', 'height'] as const) {
        const off = fitted.dimensions[side] - dimensions[side]
        assert.ok(off > -0.1 && off < 0.2, `${side} ${off} m off`)
      }
    }),
    { numRuns: 60 },
  )
})

test('law: the order of the points changes nothing but rounding', () => {
  const reversed = new Float64Array(scene.positions.length)
  for (let i = 0; i < reversed.length; i += 3) reversed.set(scene.positions.subarray(i, i + 3), reversed.length - 3 - i)
  for (const gesture of gestures) {
    const one = cuboidOf(fitCuboid({ ...input, gesture }))
    const other = cuboidOf(fitCuboid({ ...input, positions: reversed, gesture }))
    assert.ok(distance(one.position, other.position) < 1e-6)
  }
})

test('law: a tightened box is within the old box, and tightening again changes next to nothing', () => {
  // Not so far that the face which the sensor sees is left outside.
  const off = fc.double({ min: -0.2, max: 0.2, noNaN: true })
  const more = fc.double({ min: 0.7, max: 1, noNaN: true })
  fc.assert(
    fc.property(off, off, off, more, (dx, dy, turn, larger) => {
      const loose: Cuboid = {
        position: { x: car.position.x + dx, y: car.position.y + dy, z: car.position.z + 0.2 },
        heading: quaternionFromYaw(0.5 + turn / 3),
        dimensions: { length: CAR.length + larger, width: CAR.width + larger, height: CAR.height + larger },
      }
      const tight = cuboidOf(refitCuboid('tighten', loose, input))
      const again = cuboidOf(refitCuboid('tighten', tight, input))
      const half = { ...tight.dimensions }
      for (const along of [-0.5, 0.5]) {
        for (const across of [-0.5, 0.5]) {
          for (const up of [-0.5, 0.5]) {
            const corner = { x: along * half.length, y: across * half.width, z: up * half.height }
            assert.ok(cuboidContains(loose, applyPose(tight, corner), 1e-6))
          }
        }
      }
      assert.ok(distance(tight.position, again.position) < 0.03)
    }),
    { numRuns: 30 },
  )
})
