import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { quaternionFromAxisAngle } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { clusterNear, pointClusters } from './clusters.ts'
import { GroundHeights } from './ground.ts'
import { ALL, cloudOf, randomOf, testMatrix, testRules } from './testClouds.ts'

/** A street 60 m long that climbs by `slope`, with 3 cm of noise; every 40th point is missing. */
function street(slope: number): Vec3[] {
  const random = randomOf(2)
  return Array.from({ length: 12_000 }, (_, i) => {
    const x = random() * 60 - 30
    return { x: i % 40 === 7 ? Number.NaN : x, y: random() * 20 - 10, z: slope * x + 0.03 * (random() - 0.5) }
  })
}

/** Points on the sides and the roof of a car whose wheels stand at `z`. */
function car(x: number, y: number, z: number): Vec3[] {
  const random = randomOf(3)
  return Array.from({ length: 1500 }, (_, i) => {
    const [a, b, h] = [random() - 0.5, random() - 0.5, 0.3 + 1.2 * random()]
    if (i % 3 === 0) return { x: x + 4.4 * a, y: y + 1.8 * b, z: z + 1.5 }
    if (i % 3 === 1) return { x: x + 4.4 * a, y: y + (b > 0 ? 0.9 : -0.9), z: z + h }
    return { x: x + (a > 0 ? 2.2 : -2.2), y: y + 1.8 * b, z: z + h }
  })
}

const finite = (points: readonly Vec3[]) => [...points.keys()].filter((i) => Number.isFinite(points[i].x))

describe('the ground', () => {
  for (const slope of [0, 0.05, 0.09]) {
    test(`that climbs by ${100 * slope} % is found whole, and nothing of a car on it`, () => {
      const points = [...street(slope), ...car(5, 2, 5 * slope)]
      const cloud = cloudOf(points)
      const found = new GroundHeights(cloud).points(cloud, 0.2, ALL)
      const ground = finite(points.slice(0, 12_000))
      const right = found.filter((i) => i < 12_000)
      assert.ok(right.length >= 0.99 * ground.length, `${right.length} of ${ground.length}`)
      assert.ok(found.length - right.length <= 60, `${found.length - right.length} points of the car`)
    })
  }

  test('is found in a cloud whose own axes are turned, as a tilted sensor has them', () => {
    const heading = quaternionFromAxisAngle({ x: 0.3, y: 1, z: 0.1 }, 0.9)
    const matrix = testMatrix({ position: { x: 3, y: -8, z: 2 }, heading })
    const seen = street(0.03).map((p): Vec3 => {
      const [x, y, z] = [p.x - 3, p.y + 8, p.z - 2]
      const back = (column: number) => matrix[column] * x + matrix[column + 1] * y + matrix[column + 2] * z
      return { x: back(0), y: back(4), z: back(8) }
    })
    const cloud = { ...cloudOf(seen), relativeFromCloud: matrix }
    const found = new GroundHeights(cloud).points(cloud, 0.15, ALL)
    assert.equal(found.length, finite(seen).length)
  })

  test('an empty cloud, or one of missing points only, has no ground', () => {
    for (const points of [[], [{ x: Number.NaN, y: 0, z: 0 }]]) {
      const cloud = cloudOf(points)
      assert.deepEqual([...new GroundHeights(cloud).points(cloud, 0.2, ALL)], [])
      assert.deepEqual(pointClusters(cloud, 0.5, 1, ALL), [])
      assert.equal(clusterNear(cloud, { x: 0, y: 0, z: 0 }, ALL), null)
    }
  })
})

describe('clusters', () => {
  test('two cars a step apart are two, in the order of their size, where they stand', () => {
    const [near, far] = [car(0, 0, 0), car(0, 2.7, 0).slice(0, 1200)]
    const [first, second, ...others] = pointClusters(cloudOf([...far, ...near]), 0.5, 20, ALL)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [...first.indices],
      near.map((_, i) => far.length + i),
    )
    assert.deepEqual([...second.indices], [...far.keys()])
    assert.ok(Math.abs(second.centre.y - 2.7) < 0.2 && Math.abs(second.centre.z - 1) < 0.3)
  })

  test('clusters equal those from linking every pair of points within the gap', () => {
    const random = randomOf(11)
    const points = Array.from({ length: 700 }, () => ({ x: random() * 9, y: random() * 9, z: random() * 6 }))
    const linked = (a: Vec3, b: Vec3) => Math.hypot(a.x - b.x, a.y - b.y, (a.z - b.z) / 2) <= 0.6
    const groupOf = points.map((_, i) => i)
    points.forEach((a, i) => {
      for (let j = 0; j < i; j++) {
        if (!linked(a, points[j]) || groupOf[i] === groupOf[j]) continue
        const [from, to] = [groupOf[i], groupOf[j]]
        groupOf.forEach((group, k) => {
          if (group === from) groupOf[k] = to
        })
      }
    })
    const groups = Map.groupBy(groupOf.keys(), (i) => groupOf[i])
    const expected = [...groups.values()].map((group) => group.join()).sort()
    const found = pointClusters(cloudOf(points), 0.6, 1, ALL).map(({ indices }) => indices.join())
    assert.deepEqual(found.sort(), expected)
  })

  test('a street is one cluster, what may not be taken none', () => {
    const points = street(0.05)
    const [ground, ...others] = pointClusters(cloudOf(points), 0.8, 5, ALL)
    assert.deepEqual(others, [])
    assert.equal(ground.indices.length, finite(points).length)
    assert.deepEqual(pointClusters(cloudOf(points), 0.8, 5, testRules({ takes: Uint8Array.of(0) })), [])
  })

  test('the next one is the largest near by, or what is left far away', () => {
    const [here, there] = [car(3, 3, 0).slice(0, 600), car(90, 0, 0)]
    const cloud = cloudOf([...here, ...there])
    const from = { x: 0, y: 0, z: 0 }
    assert.equal(clusterNear(cloud, from, ALL)?.indices.length, 600)
    cloud.slots.fill(1, 0, 600)
    assert.equal(clusterNear(cloud, from, testRules({ takes: Uint8Array.of(1, 0) }))?.indices.length, 1500)
    cloud.slots.fill(1, 0, 2099)
    assert.deepEqual([...clusterNear(cloud, from, testRules({ takes: Uint8Array.of(1, 0) }))!.indices], [2099])
  })
})
