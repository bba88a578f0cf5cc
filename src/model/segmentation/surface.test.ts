import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Vec3 } from '../../geometry/vec3.ts'
import { surfacePoints } from './surface.ts'
import { ALL, cloudOf, randomOf, testRules } from './testClouds.ts'

const TURN_RAD = (15 * Math.PI) / 180

/** A floor with rings far from one another, a wall on it, and a table over it, with noise. */
function room() {
  const random = randomOf(5)
  const noise = () => 0.01 * (random() - 0.5)
  const points: (Vec3 & { part: 'floor' | 'wall' | 'table' })[] = []
  for (let ring = 0; ring < 14; ring++) {
    const radius = 1 + 0.5 * ring
    for (let step = 0; step < 240; step++) {
      const angle = (step * Math.PI) / 120
      points.push({ x: radius * Math.cos(angle), y: radius * Math.sin(angle), z: noise(), part: 'floor' })
    }
  }
  for (let i = 0; i < 40; i++)
    for (let j = 0; j < 30; j++) points.push({ x: 4 + noise(), y: -2 + 0.1 * i, z: 0.1 + 0.1 * j, part: 'wall' })
  for (let i = 0; i < 15; i++)
    for (let j = 0; j < 15; j++) points.push({ x: -2 + 0.1 * i, y: -2 + 0.1 * j, z: 0.8 + noise(), part: 'table' })
  return { points, cloud: cloudOf(points) }
}

test('a surface is taken whole, over gaps between rings, without the objects on it', () => {
  const { points, cloud } = room()
  for (const part of ['floor', 'wall', 'table'] as const) {
    const own = points.flatMap((point, index) => (point.part === part ? [index] : []))
    const seed = own[Math.floor(own.length / 3)]
    const found = surfacePoints(cloud, seed, TURN_RAD, ALL)
    const right = [...found].filter((index) => points[index].part === part).length
    assert.ok(right / own.length > 0.97, `${part}: ${right} of ${own.length}`)
    assert.ok(right / found.length > 0.97, `${part}: ${found.length - right} of others`)
  }
})

test('a curved surface continues as far as it may turn from one place to the next', () => {
  const points = Array.from({ length: 12_000 }, (_, i) => {
    const angle = ((i % 200) * Math.PI) / 200
    return { x: 2 * Math.cos(angle), y: 0.05 * Math.floor(i / 200), z: 2 * Math.sin(angle) }
  })
  const cloud = cloudOf(points)
  const seed = 100
  assert.ok(surfacePoints(cloud, seed, (40 * Math.PI) / 180, ALL).length > 0.95 * points.length)
  assert.ok(surfacePoints(cloud, seed, (1 * Math.PI) / 180, ALL).length < 0.5 * points.length)
})

test('nothing is taken that may not be', () => {
  const { points, cloud } = room()
  const slots = points.map(({ x }) => (x > 0 ? 1 : 0))
  const rules = testRules({ takes: Uint8Array.from([1, 0]) })
  const found = surfacePoints({ ...cloud, slots: Uint16Array.from(slots) }, slots.indexOf(0), TURN_RAD, rules)
  assert.ok(found.length > 0 && found.every((index) => slots[index] === 0))
  assert.equal(surfacePoints({ ...cloud, slots: Uint16Array.from(slots) }, slots.indexOf(1), TURN_RAD, rules).length, 0)
})
