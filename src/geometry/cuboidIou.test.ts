import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type Cuboid, cuboidContains } from './cuboid.ts'
import { cuboidIou } from './cuboidIou.ts'
import { applyPose } from './pose.ts'
import { quaternionFromYaw } from './quaternion.ts'

const box = (x: number, y: number, z: number, yawRad: number, size: readonly [number, number, number]): Cuboid => ({
  position: { x, y, z },
  heading: quaternionFromYaw(yawRad),
  dimensions: { length: size[0], width: size[1], height: size[2] },
})

const near = (actual: number, expected: number, tolerance = 1e-12): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height

const side = fc.double({ min: 0.2, max: 6, noNaN: true })
const place = fc.double({ min: -3, max: 3, noNaN: true })
const anyBox: fc.Arbitrary<Cuboid> = fc
  .tuple(place, place, place, fc.double({ min: -4, max: 4, noNaN: true }), fc.tuple(side, side, side))
  .map(([x, y, z, yawRad, size]) => box(x, y, z, yawRad, size))

test('a box overlaps itself completely, turned half around as well, wherever it stands', () => {
  for (const x of [0, 691_000.123]) {
    const car = box(x, 5_334_000.5, 500, 0.7, [4.5, 1.8, 1.5])
    near(cuboidIou(car, car), 1)
    near(cuboidIou(car, { ...car, heading: quaternionFromYaw(0.7 + Math.PI) }), 1, 1e-9)
  }
})

test('half a metre off along a side of two metres: one and a half shared of two and a half', () => {
  near(cuboidIou(box(0, 0, 0, 0, [2, 1, 1]), box(0.5, 0, 0, 0, [2, 1, 1])), 1.5 / 2.5)
  near(cuboidIou(box(0, 0, 0, 0, [1, 1, 2]), box(0, 0, 0.5, 0, [1, 1, 2])), 1.5 / 2.5)
})

test('a square turned by 45° over itself leaves a regular octagon', () => {
  const octagon = 8 * (Math.SQRT2 - 1)
  near(cuboidIou(box(0, 0, 0, 0, [2, 2, 1]), box(0, 0, 0, Math.PI / 4, [2, 2, 1])), octagon / (8 - octagon))
})

test('boxes apart in any direction share nothing', () => {
  const here = box(0, 0, 0, 0.3, [1, 1, 1])
  assert.equal(cuboidIou(here, box(2, 0, 0, 0, [1, 1, 1])), 0)
  assert.equal(cuboidIou(here, box(0, -2, 0, 1, [1, 1, 1])), 0)
  assert.equal(cuboidIou(here, box(0, 0, 1.5, 0, [1, 1, 1])), 0)
})

test('law: the same both ways, between 0 and 1, and the same wherever both are moved and turned to', () => {
  fc.assert(
    fc.property(anyBox, anyBox, fc.double({ min: -3, max: 3, noNaN: true }), place, (a, b, turn, shift) => {
      const moved = ({ position: p, heading: h, dimensions: d }: Cuboid): Cuboid => {
        const yaw = 2 * Math.atan2(h.z, h.w) + turn
        const [c, s] = [Math.cos(turn), Math.sin(turn)]
        return box(c * p.x - s * p.y + shift, s * p.x + c * p.y, p.z + shift, yaw, [d.length, d.width, d.height])
      }
      const iou = cuboidIou(a, b)
      assert.ok(iou >= 0 && iou <= 1 + 1e-12)
      near(cuboidIou(b, a), iou, 1e-9)
      near(cuboidIou(moved(a), moved(b)), iou, 1e-9)
    }),
  )
})

test('law: agrees with counting the points of a fine grid', () => {
  fc.assert(
    fc.property(anyBox, anyBox, (a, b) => {
      // Of the smaller box: a grid over both would pass by a thin one.
      const [inner, outer] = volumeOf(a) < volumeOf(b) ? [a, b] : [b, a]
      const { length, width, height } = inner.dimensions
      const cells = 40
      const at = (k: number, side: number): number => ((k + 0.5) / cells - 0.5) * side
      let hits = 0
      for (let i = 0; i < cells ** 3; i++) {
        const x = at(i % cells, length)
        const y = at(Math.floor(i / cells) % cells, width)
        const z = at(Math.floor(i / cells ** 2), height)
        if (cuboidContains(outer, applyPose(inner, { x, y, z }))) hits++
      }
      const shared = (hits / cells ** 3) * volumeOf(inner)
      near(cuboidIou(a, b), shared / (volumeOf(a) + volumeOf(b) - shared), 0.1)
    }),
    { numRuns: 30 },
  )
})
