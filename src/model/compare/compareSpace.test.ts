import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compared, LIDAR, near, record } from '../../../test/comparedRecords.ts'
import type { SpacePoint, SpaceShape } from '../document/shape.ts'

const lane = (...points: SpacePoint[]): SpaceShape => ({ type: 'polyline3d', points })
const poles = (...points: SpacePoint[]): SpaceShape => ({ type: 'keypoint3d', points })
const FAR = { x: 4e6, y: 5e6, z: 100 }
const place = (x: number, y: number, z: number) => ({ x: FAR.x + x, y: FAR.y + y, z: FAR.z + z })

test('lines in space are paired by their mean distance in metres, wherever their points are along them', () => {
  const straight = record('a', lane(place(0, 0, 0), place(20, 0, 0)))
  const beside = record('b', lane(place(0, 0.2, 0), place(7, 0.2, 0), place(20, 0.2, 0)))
  const far = record('c', lane(place(0, 0, 0.6), place(20, 0, 0.6)))
  const one = compared([straight], [beside], LIDAR)
  near(one.figures.chamferM, 0.2, 1e-6)
  near(one.figures.shapes.pq, 0.6, 1e-6)
  assert.equal(one.figures.keypointM, null)
  assert.deepEqual(compared([straight], [far], LIDAR).figures.shapes.tp, 0)
  assert.deepEqual(compared([straight], [far], LIDAR, { distanceM: 1 }).figures.shapes.tp, 1)
  assert.equal(compared([straight], [straight], LIDAR).score, 1)
  const linked = compared([straight], [straight], { ...LIDAR, annotationType: 'cuboid3d_linked2d', frameCount: 1 })
  assert.deepEqual([linked.score, linked.figures.shapes.tp], [1, 1])
})

test('key points in space are joined by name; one that is missing counts', () => {
  const [foot, top] = [
    { ...place(0, 0, 0), name: 'foot' },
    { ...place(0, 0, 5), name: 'top' },
  ]
  const both = record('a', poles(foot, top))
  near(compared([both], [record('b', poles(top, foot))], LIDAR).figures.keypointM, 0)
  const moved = record('b', poles({ ...top, x: top.x + 0.3 }, foot))
  near(compared([both], [moved], LIDAR).figures.keypointM, 0.15, 1e-6)
  assert.equal(compared([both], [record('b', poles(foot))], LIDAR, { distanceM: 0.9 }).pairs[0]?.likeness, 0)
  assert.equal(compared([record('b', poles(foot))], [both], LIDAR, { distanceM: 0.9 }).pairs[0]?.likeness, 0)
})
