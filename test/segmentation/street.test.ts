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

test('the ground of the demo street is found by one click, and little else with it', () => {
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
