import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type ConvexPolygon, convexArea, convexOverlap } from './convexPolygon.ts'
import { type Cuboid, cuboidContains } from './cuboid.ts'
import { cuboidIou } from './cuboidIou.ts'
import { bevIou, solidIou } from './cuboidOverlap.ts'
import { applyPose } from './pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromAxisAngle, quaternionFromYaw } from './quaternion.ts'

const near = (actual: number, expected: number, tolerance = 1e-9): void =>
  assert.ok(Math.abs(actual - expected) <= tolerance, `${actual} is not ${expected}`)

const side = fc.double({ min: 0.2, max: 6, noNaN: true })
const place = fc.double({ min: -3, max: 3, noNaN: true })
const part = fc.double({ min: -1, max: 1, noNaN: true })
const turn = fc
  .tuple(part, part, part, part)
  .filter((q) => Math.hypot(...q) > 0.1)
  .map(([w, x, y, z]) => normalizeQuaternion({ w, x, y, z }))
const position = fc.record({ x: place, y: place, z: place })
const dimensions = fc.record({ length: side, width: side, height: side })
const tilted: fc.Arbitrary<Cuboid> = fc.record({ position, heading: turn, dimensions })
const upright: fc.Arbitrary<Cuboid> = fc.record({
  position,
  heading: fc.double({ min: -4, max: 4, noNaN: true }).map(quaternionFromYaw),
  dimensions,
})

const volumeOf = ({ dimensions: { length, width, height } }: Cuboid): number => length * width * height
const cube = (heading = quaternionFromYaw(0)): Cuboid => ({
  position: { x: 5_000_000, y: -5_000_000, z: 10 },
  heading,
  dimensions: { length: 2, width: 2, height: 2 },
})

test('a cube rolled by 45° over itself leaves an octagonal prism, and is wider from above', () => {
  const rolled = cube(quaternionFromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI / 4))
  const octagon = 8 * (Math.SQRT2 - 1) * 2
  near(solidIou(cube(), rolled), octagon / (16 - octagon))
  near(bevIou(cube(), rolled), 1 / Math.SQRT2)
})

test('a cube turned upside down covers what it covered', () => {
  near(solidIou(cube(), cube(quaternionFromAxisAngle({ x: 1, y: 0, z: 0 }, Math.PI))), 1)
  near(solidIou(cube(), cube(quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2))), 1)
})

test('tilted boxes that share planes, corners or nothing but a face are cut exactly', () => {
  const tilt = normalizeQuaternion({ w: 0.8, x: 0.3, y: -0.2, z: 0.4 })
  const moved = (x: number, y: number, z: number, turned = quaternionFromYaw(0)): Cuboid => {
    const at = applyPose({ position: cube().position, heading: tilt }, { x, y, z })
    return { ...cube(multiplyQuaternions(tilt, turned)), position: at }
  }
  const quarter = quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, Math.PI / 2)
  const overlap = (common: number) => common / (16 - common)
  for (const [x, y, z, common] of [
    [1, 0, 0, 4],
    [0, -1, 1, 2],
    [1, 1, 1, 1],
    [2, 0, 0, 0],
    [2, 2, 2, 0],
    [0.5, 0, 3, 0],
  ]) {
    near(solidIou(moved(0, 0, 0), moved(x, y, z)), overlap(common), 1e-7)
    near(solidIou(moved(0, 0, 0), moved(x, y, z, quarter)), overlap(common), 1e-7)
  }
})

test('law: the same both ways, between 0 and 1, and 1 with itself', () => {
  fc.assert(
    fc.property(tilted, tilted, (a, b) => {
      for (const iou of [solidIou, bevIou]) {
        assert.ok(iou(a, b) >= 0 && iou(a, b) <= 1 + 1e-12)
        near(iou(b, a), iou(a, b))
        near(iou(a, a), 1)
      }
    }),
  )
})

test('law: turning and moving both changes nothing', () => {
  fc.assert(
    fc.property(tilted, tilted, turn, (a, b, by) => {
      const moved = (box: Cuboid): Cuboid => ({
        ...box,
        position: applyPose({ position: { x: 64, y: -128, z: 16 }, heading: by }, box.position),
        heading: normalizeQuaternion(multiplyQuaternions(by, box.heading)),
      })
      near(solidIou(moved(a), moved(b)), solidIou(a, b), 1e-7)
    }),
  )
})

test('law: of upright boxes it is what the upright figure says, a hair of tilt changes a hair', () => {
  const hair = quaternionFromAxisAngle({ x: 1, y: 0, z: 0 }, 1e-9)
  fc.assert(
    fc.property(upright, upright, (a, b) => {
      const tiltedA = { ...a, heading: normalizeQuaternion(multiplyQuaternions(a.heading, hair)) }
      near(solidIou(tiltedA, b), cuboidIou(a, b), 1e-6)
    }),
  )
})

test('law: agrees with counting the points of a fine grid', () => {
  fc.assert(
    fc.property(tilted, tilted, (a, b) => {
      const [inner, outer] = volumeOf(a) < volumeOf(b) ? [a, b] : [b, a]
      const { length, width, height } = inner.dimensions
      const cells = 32
      const at = (k: number, extent: number): number => ((k + 0.5) / cells - 0.5) * extent
      let hits = 0
      for (let i = 0; i < cells ** 3; i++) {
        const [x, y] = [at(i % cells, length), at(Math.floor(i / cells) % cells, width)]
        if (cuboidContains(outer, applyPose(inner, { x, y, z: at(Math.floor(i / cells ** 2), height) }))) hits++
      }
      const common = (hits / cells ** 3) * volumeOf(inner)
      near(solidIou(a, b), common / (volumeOf(a) + volumeOf(b) - common), 0.05)
    }),
    { numRuns: 30 },
  )
})

/** Footprint times height by the general functions for polygons. */
function iouByPolygons(a: Cuboid, b: Cuboid): number {
  const footprint = ({ heading: { w, z }, dimensions }: Cuboid, x: number, y: number): ConvexPolygon => {
    const [cos, sin] = [w * w - z * z, 2 * w * z]
    const [ax, ay] = [(cos * dimensions.length) / 2, (sin * dimensions.length) / 2]
    const [bx, by] = [(-sin * dimensions.width) / 2, (cos * dimensions.width) / 2]
    return [x - ax - bx, y - ay - by, x + ax - bx, y + ay - by, x + ax + bx, y + ay + by, x - ax + bx, y - ay + by]
  }
  const rise = b.position.z - a.position.z
  const top = Math.min(a.dimensions.height / 2, rise + b.dimensions.height / 2)
  const bottom = Math.max(-a.dimensions.height / 2, rise - b.dimensions.height / 2)
  if (top <= bottom) return 0
  const there = footprint(b, b.position.x - a.position.x, b.position.y - a.position.y)
  const common = Math.max(0, convexArea(convexOverlap(there, footprint(a, 0, 0)))) * (top - bottom)
  return common / (volumeOf(a) + volumeOf(b) - common)
}

test('upright boxes are cut to the last digit as polygons are, near and far, touching and apart', () => {
  const far = fc.constantFrom(0, 1, 4, 6, 12, 5_000_000)
  const flat = fc.record({
    position: fc.record({ x: fc.oneof(place, far), y: fc.oneof(place, far), z: place }),
    heading: fc.oneof(fc.constantFrom(0, Math.PI / 2, Math.PI), part).map(quaternionFromYaw),
    dimensions: fc.oneof(dimensions, fc.constant({ length: 4, width: 2, height: 1.5 })),
  })
  fc.assert(fc.property(flat, flat, (a, b) => assert.equal(solidIou(a, b), iouByPolygons(a, b))))
})
