import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { countPointsInBoxes } from './boxCounts.ts'
import { CUBOID_EDGES, CUBOID_FACES, type Cuboid, cuboidContains, cuboidCorners } from './cuboid.ts'
import { countPointsInBox, PointIndex, pointsInBox } from './pointCount.ts'
import { applyPose, identityPose, type Pose } from './pose.ts'
import { normalizeQuaternion, quaternionFromAxisAngle, quaternionFromYaw } from './quaternion.ts'
import { add, cross, distance, dot, subtract, type Vec3 } from './vec3.ts'

const unitBox: Cuboid = {
  position: { x: 0, y: 0, z: 0 },
  heading: { w: 1, x: 0, y: 0, z: 0 },
  dimensions: { length: 2, width: 2, height: 2 },
}

test('points on a face and up to 1e-6 m beyond it count, further ones and NaN do not', () => {
  const positions = Float64Array.of(
    1,
    0,
    0,
    1.0000009,
    0,
    0,
    1.0000011,
    0,
    0,
    Number.NaN,
    0,
    0,
    0,
    Number.NaN,
    0,
    0,
    0,
    0,
  )
  assert.equal(countPointsInBox(positions, identityPose, unitBox), 3)
  assert.deepEqual([...pointsInBox(positions, identityPose, unitBox)], [0, 1, 5])
  assert.deepEqual([...new PointIndex(positions).inBox(identityPose, unitBox)], [0, 1, 5])
  const infinite = Float64Array.of(Number.POSITIVE_INFINITY, 0, 0, 0, Number.NEGATIVE_INFINITY, 0)
  assert.equal(countPointsInBox(infinite, identityPose, unitBox), 0)
  assert.equal(new PointIndex(infinite).countInBox(identityPose, unitBox), 0)
  assert.equal(new PointIndex(new Float64Array(0)).countInBox(identityPose, unitBox), 0)
  const endless = { ...unitBox, position: { x: Number.POSITIVE_INFINITY, y: Number.NaN, z: 0 } }
  assert.deepEqual([...countPointsInBoxes(positions, identityPose, [endless, unitBox])], [0, 3])
  assert.deepEqual([...countPointsInBoxes(infinite, identityPose, [unitBox])], [0])
  assert.deepEqual([...countPointsInBoxes(positions, identityPose, [endless])], [0])
  assert.deepEqual([...countPointsInBoxes(positions, identityPose, [])], [])
})

test('a thousand cuboids of kilometres among small ones are counted as each alone, within the memory of a few cells', () => {
  const positions = Float64Array.from({ length: 3_000 }, (_, i) => Math.sin(i * i) * 2)
  const huge = { ...unitBox, dimensions: { length: 20_000, width: 9_000, height: 2 } }
  const cuboids = Array.from({ length: 1_000 }, (_, i) => (i % 100 === 0 ? unitBox : huge))
  const before = process.memoryUsage().heapUsed
  const counts = countPointsInBoxes(positions, identityPose, cuboids)
  assert.ok(process.memoryUsage().heapUsed - before < 64 * 2 ** 20)
  const [small, large] = [unitBox, huge].map((box) => countPointsInBox(positions, identityPose, box))
  assert.ok(small > 0 && large > small)
  assert.deepEqual([counts[0], counts[1], counts[999]], [small, large, large])
})

const within = (min: number, max: number): fc.Arbitrary<number> => fc.double({ min, max, noNaN: true })
const anyVec3 = (reach: number): fc.Arbitrary<Vec3> =>
  fc.record({ x: within(-reach, reach), y: within(-reach, reach), z: within(-reach, reach) })
const anyHeading = fc
  .tuple(within(-1, 1), within(-1, 1), within(-1, 1), within(-1, 1))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map(([w, x, y, z]) => normalizeQuaternion({ w, x, y, z }))
const anyPose: fc.Arbitrary<Pose> = fc.record({ position: anyVec3(20), heading: anyHeading })
const anyCuboid: fc.Arbitrary<Cuboid> = fc.record({
  position: anyVec3(10),
  heading: anyHeading,
  dimensions: fc.record({ length: within(0.1, 15), width: within(0.1, 15), height: within(0.1, 15) }),
})

test('counting in the sensor frame, by index or one by one in the common frame gives the same', () => {
  fc.assert(
    fc.property(anyPose, anyCuboid, fc.array(anyVec3(25), { maxLength: 300 }), (commonFromSensor, box, points) => {
      const positions = Float64Array.from(points.flatMap((p) => [p.x, p.y, p.z]))
      const expected = points.filter((p) => cuboidContains(box, applyPose(commonFromSensor, p))).length
      assert.equal(countPointsInBox(positions, commonFromSensor, box), expected)
      const index = new PointIndex(positions, 0.7)
      assert.equal(index.countInBox(commonFromSensor, box), expected)
      assert.deepEqual(index.inBox(commonFromSensor, box), pointsInBox(positions, commonFromSensor, box))
      const moved = { ...box, position: { ...box.position, x: box.position.x + 1 } }
      assert.deepEqual(
        [...countPointsInBoxes(positions, commonFromSensor, [moved, box])],
        [countPointsInBox(positions, commonFromSensor, moved), expected],
      )
    }),
    { numRuns: 300 },
  )
})

test('a box and its points 1e7 m from the origin count as they do at the origin', () => {
  const far = { x: 11724271.25, y: 3123267.5, z: 18.75 }
  const commonFromSensor = { position: far, heading: quaternionFromYaw(0.7) }
  const inSensor = [
    { x: 5 + 1 + 0.9e-6, y: 0, z: 0 },
    { x: 5 + 1 + 1.2e-6, y: 0, z: 0 },
  ]
  const box = {
    position: applyPose(commonFromSensor, { x: 5, y: 0, z: 0 }),
    heading: commonFromSensor.heading,
    dimensions: unitBox.dimensions,
  }
  const stored = Float64Array.from(inSensor.flatMap((p) => [p.x, p.y, p.z]))
  assert.equal(countPointsInBox(stored, commonFromSensor, box), 1)
})

test('corners, edges and faces belong together, normals point outwards', () => {
  const box = {
    position: { x: 3, y: 4, z: 5 },
    heading: quaternionFromAxisAngle({ x: 1, y: 2, z: 3 }, 1),
    dimensions: { length: 4, width: 2, height: 1 },
  }
  const corners = cuboidCorners(box)
  const lengths = CUBOID_EDGES.map(([a, b]) => distance(corners[a], corners[b]))
  assert.deepEqual(
    lengths.map((l) => Math.round(l * 1e9) / 1e9),
    [4, 4, 4, 4, 2, 2, 2, 2, 1, 1, 1, 1],
  )
  const axisAligned = cuboidCorners({ ...unitBox, dimensions: box.dimensions })
  for (const face of CUBOID_FACES) {
    const [a, b, c, d] = face.corners.map((i) => axisAligned[i])
    const outward = cross(subtract(b, a), subtract(c, b))
    assert.ok(dot(outward, face.normal) > 0, `${face.name} turns the wrong way`)
    assert.ok(distance(add(a, c), add(b, d)) < 1e-12)
    assert.ok(dot(a, face.normal) > 0)
  }
})
