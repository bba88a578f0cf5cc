import assert from 'node:assert/strict'
import { test } from 'node:test'
import { STREET_CLASSES, type StreetClassName } from '../../src/demo/street/classes.ts'
import { makeStreet, type StreetLidar } from '../../src/demo/street/street.ts'
import { pointClusters } from '../../src/model/segmentation/clusters.ts'
import { GroundHeights } from '../../src/model/segmentation/ground.ts'
import type { SlottedCloud } from '../../src/model/segmentation/pointCloud.ts'

const GROUND: readonly StreetClassName[] = ['road', 'sidewalk', 'terrain']
const ACTORS: readonly StreetClassName[] = ['car', 'pedestrian']
const ABOVE_M = 0.15
const GAP_M = 0.45
/** With fewer points neither a person nor a clustering can tell what they are. */
const LEAST_POINTS = 50
const RULES = { takes: Uint8Array.of(1, 0), shows: Uint8Array.of(1, 1), heightsM: null, crop: null }

const lidars = [1, 2, 3].flatMap((seed) =>
  makeStreet({ seed, frames: 2, secondsPerFrame: 0.6, framing: 'common' }).frames.map(({ lidar }) => lidar),
)

const classOf = ({ classes }: StreetLidar, i: number) => STREET_CLASSES[classes[i]].name

function cloudOf({ positions, classes }: StreetLidar): SlottedCloud {
  // As the page has them: relative to a whole number of metres near the first finite point.
  const first = positions.findIndex((value) => Number.isFinite(value))
  const origin = [0, 1, 2].map((axis) => Math.round(positions[first + axis]))
  return {
    positions: Float32Array.from(positions, (value, i) => value - origin[i % 3]),
    slots: new Uint16Array(classes.length),
    relativeFromCloud: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
  }
}

test('one click finds the ground of the demo street, and little beyond it', () => {
  for (const lidar of lidars) {
    const cloud = cloudOf(lidar)
    const found = new GroundHeights(cloud).points(cloud, ABOVE_M, RULES)
    const isGround = (i: number) => GROUND.includes(classOf(lidar, i)) && Number.isFinite(lidar.positions[3 * i])
    const right = found.filter(isGround).length
    const all = Array.from(lidar.classes.keys()).filter(isGround).length
    assert.ok(right / all >= 0.995, `recall ${right / all}`)
    // The lowest 15 cm of walls, wheels and shoes are found as well.
    assert.ok(right / found.length >= 0.95, `precision ${right / found.length}`)
  }
})

/** What a wet road mirrors: of each thing that stands in a part of the street `share` of its points, below the ground. */
function mirrored(lidar: StreetLidar, isIn: (x: number, y: number) => boolean, share: number): StreetLidar {
  const { positions, classes, actors } = lidar
  const all = Array.from(classes.keys()).filter((i) => Number.isFinite(positions[3 * i]))
  const roads = all.filter((i) => classOf(lidar, i) === 'road').map((i) => positions[3 * i + 2])
  const roadZ = roads.sort((a, b) => a - b)[Math.floor(roads.length / 2)]
  const { x: sensorX, y: sensorY } = lidar.commonFromSensor.position
  const below = all.filter((i) => {
    const [x, y, z] = [positions[3 * i] - sensorX, positions[3 * i + 1] - sensorY, positions[3 * i + 2] - roadZ]
    return z > 0.5 && z < 8 && isIn(x, y) && (i * 0.618) % 1 < share
  })
  const added = below.flatMap((i) => [positions[3 * i], positions[3 * i + 1], 2 * roadZ - positions[3 * i + 2]])
  const isNotGround = STREET_CLASSES.findIndex(({ name }) => name === 'car')
  return {
    ...lidar,
    positions: Float64Array.from([...positions, ...added]),
    classes: Uint8Array.from([...classes, ...below.map(() => isNotGround)]),
    actors: Uint16Array.from([...actors, ...below.map(() => 0)]),
  }
}

/** A block of points below the road, as a puddle shows a lamp or a wall. */
function withBlock(lidar: StreetLidar, at: { x: number; y: number }, sideM: number, depthM: number): StreetLidar {
  const { positions, classes, actors } = lidar
  const { x, y, z } = lidar.commonFromSensor.position
  const added: number[] = []
  for (let u = -sideM / 2; u <= sideM / 2; u += 0.3)
    for (let v = -sideM / 2; v <= sideM / 2; v += 0.3) {
      added.push(x + at.x + u, y + at.y + v, z - 1.8 - depthM + 0.1 * Math.sin(5 * u + 3 * v))
    }
  const more = added.length / 3
  const isNotGround = STREET_CLASSES.findIndex(({ name }) => name === 'car')
  return {
    ...lidar,
    positions: Float64Array.from([...positions, ...added]),
    classes: Uint8Array.from([...classes, ...Array.from({ length: more }, () => isNotGround)]),
    actors: Uint16Array.from([...actors, ...Array.from({ length: more }, () => 0)]),
  }
}

const WET: readonly { name: string; of(lidar: StreetLidar): StreetLidar }[] = [
  { name: 'a tenth of all that stands there', of: (lidar) => mirrored(lidar, () => true, 0.1) },
  { name: 'a third of what stands on one side', of: (lidar) => mirrored(lidar, (_, y) => y > 0, 0.33) },
  { name: 'a block of 3 m, 4.4 m deep', of: (lidar) => withBlock(lidar, { x: 8, y: 1 }, 3, 4.4) },
  { name: 'a block of 9 m, 2 m deep', of: (lidar) => withBlock(lidar, { x: -10, y: 0 }, 9, 2) },
  { name: 'a block of 6 m, 1 m deep', of: (lidar) => withBlock(lidar, { x: 6, y: 0 }, 6, 1) },
]

for (const { name, of } of WET) {
  test(`a wet road that mirrors ${name} keeps its ground`, () => {
    for (const dry of lidars) {
      const lidar = of(dry)
      const cloud = cloudOf(lidar)
      const found = new GroundHeights(cloud).points(cloud, ABOVE_M, RULES)
      const isGround = (i: number) => GROUND.includes(classOf(lidar, i)) && Number.isFinite(lidar.positions[3 * i])
      const right = found.filter(isGround).length
      const all = Array.from(lidar.classes.keys()).filter(isGround).length
      assert.ok(right / all >= 0.95, `recall ${right / all}`)
      assert.ok(right / found.length >= 0.93, `precision ${right / found.length}`)
    }
  })
}

test('once the ground is off, a cluster is one car or pedestrian, and near ones are whole', () => {
  const found = lidars.flatMap(clustersOfActors)
  assert.ok(found.length > 30, `${found.length} actors`)
  for (const { pointCount, share, purity } of found) {
    assert.ok(purity >= 0.99, `of ${pointCount} points a cluster holds ${purity} and something else`)
    // Far away the gap between trunk and roof is wider than what links points.
    assert.ok(share >= (pointCount >= 200 ? 0.95 : 0.4), `of ${pointCount} points ${share} are in one cluster`)
  }
  assert.ok(found.filter(({ share }) => share >= 0.9).length >= 0.6 * found.length)
})

/** For each actor the cluster with most of its points. */
function clustersOfActors(lidar: StreetLidar) {
  const cloud = cloudOf(lidar)
  for (const index of new GroundHeights(cloud).points(cloud, ABOVE_M, RULES)) cloud.slots[index] = 1
  const clusters = pointClusters(cloud, GAP_M, 10, RULES)
  const actors = new Set(lidar.actors.filter((_, i) => ACTORS.includes(classOf(lidar, i))))
  return [...actors].flatMap((actor) => {
    const pointCount = lidar.actors.filter((one) => one === actor).length
    if (pointCount < LEAST_POINTS) return []
    const counts = clusters.map(({ indices }) => indices.filter((i) => lidar.actors[i] === actor).length)
    const most = Math.max(...counts)
    return { pointCount, share: most / pointCount, purity: most / clusters[counts.indexOf(most)].indices.length }
  })
}
