/**
 * Objects of synthetic streets and of recordings propagated to the end of the sequence from their box in one frame, as
 * in the workbench: how well the boxes agree with the ground truth over all frames, gaps behind others included,
 * compared with boxes that keep their pose, and how much of a processor a frame takes.
 */

import { makeStreet } from '../src/demo/street/street.ts'
import type { Cuboid } from '../src/geometry/cuboid.ts'
import { cuboidIou } from '../src/geometry/cuboidIou.ts'
import { identityPose, type Pose } from '../src/geometry/pose.ts'
import { distance, type Vec3 } from '../src/geometry/vec3.ts'
import { hotaFigures } from '../src/model/compare/tracking/hota.ts'
import { vehicleMotion } from '../src/model/egoMotion/vehicleMotion.ts'
import { findAgain } from '../src/model/fit/findAgain.ts'
import { refitRadiusM } from '../src/model/fit/fitReach.ts'
import {
  type Expected,
  expectedHere,
  type Following,
  followingFrom,
  foundHere,
  MOST_MISSED,
  steppedOn,
} from '../src/web/tools/cuboid/following.ts'
import { motionBetween, movedOn, scaled } from '../src/web/tools/cuboid/motion.ts'
import { type PlacedPoints, pointsNear } from '../src/web/view3d/pointsNear.ts'
import type { LabelledCloud } from '../test/fit/labelledCloud.ts'
import { quantile } from '../test/fit/measure.ts'
import { recordedClouds } from '../test/fit/recordedTruth.ts'
import { denseStreet } from '../test/fit/streetTruth.ts'
import { atLeast, atMost, type BenchResult } from './result.ts'

const SEEDS = [1, 2]
const FRAMES = 15
/** How far any object extends from its middle. */
const SHAPE_M = 10
/** A person begins where the object is seen well. */
const BEGIN_POINTS = 20
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

interface Placed {
  frame: number
  cuboid: Cuboid
}
interface Carried {
  id: string
  truth: Placed[]
  placed: Placed[]
}

export async function run(): Promise<BenchResult[]> {
  const hota: number[] = []
  const association: number[] = []
  const frameMs: number[] = []
  let objects = 0
  for (const seed of SEEDS) {
    const street = makeStreet({ framing: 'common', ...denseStreet(seed), seed, frames: FRAMES })
    const { carried, times } = carriedThrough(
      street.frames.map(({ frameId, lidar, truth }) => ({
        name: frameId,
        positions: lidar.positions,
        sensorPosition: lidar.commonFromSensor.position,
        objects: truth,
      })),
      () => identityPose,
    )
    const figures = agreement(carried, FRAMES)
    objects += carried.length
    hota.push(figures.hota)
    association.push(figures.assA)
    frameMs.push(...times)
  }
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const name = `propagation of ${objects} objects over ${FRAMES} frames, dense streets`
  return [
    atLeast(`${name}: HOTA`, mean(hota), '', 0.6),
    atLeast(`${name}: AssA`, mean(association), '', 0.75),
    atMost(`${name}: all objects of a frame, p95`, quantile(frameMs, 0.95), 'ms', 1000),
    ...(await recordedClouds()).flatMap((job) => recorded(job.name, job.clouds)),
  ]
}

function recorded(source: string, clouds: readonly LabelledCloud[]): BenchResult[] {
  const { carried } = carriedThrough(clouds, (before, now) =>
    vehicleMotion(before.positions, now.positions, now.sensorPosition),
  )
  const moved = carried.filter(({ truth }) => truth.length > 1)
  if (moved.length === 0) return []
  const figures = agreement(moved, clouds.length)
  const held = agreement(
    moved.map((one) => ({ ...one, placed: one.truth.map(({ frame }) => ({ frame, cuboid: one.placed[0].cuboid })) })),
    clouds.length,
  )
  const name = `propagation of ${moved.length} objects over ${clouds.length} frames, ${source}`
  return [
    {
      ...atLeast(`${name}: HOTA (held in place ${held.hota.toFixed(2)})`, figures.hota, '', 0),
      goal: null,
      holds: null,
    },
    { ...atLeast(`${name}: AssA`, figures.assA, '', 0), goal: null, holds: null },
  ]
}

function carriedThrough(
  clouds: readonly LabelledCloud[],
  motionOf: (before: LabelledCloud, now: LabelledCloud) => Pose | null,
): { carried: Carried[]; times: number[] } {
  const tracks = Map.groupBy(
    clouds.flatMap(({ objects }, frame) => objects.map((one) => ({ ...one, frame }))),
    ({ trackId }) => trackId,
  )
  const carried: Carried[] = []
  const going = new Map<string, Following>()
  const times: number[] = []
  const placed = clouds.map(({ positions }) => ({
    positions: Float32Array.from(positions),
    relativeFromChunk: IDENTITY,
  }))
  for (const [frame, { sensorPosition }] of clouds.entries()) {
    const step = frame > 0 ? motionOf(clouds[frame - 1], clouds[frame]) : null
    const started = process.cpuUsage()
    for (const one of carried) {
      const last = going.get(one.id)
      if (!last) continue
      const following = steppedOn(last, step)
      const before = { cloud: placed[frame - following.missed], cuboid: last.cuboid }
      const found = foundIn({ cloud: placed[frame], sensorPosition }, before, expectedHere(following, 1))
      if (found) one.placed.push({ frame, cuboid: found })
      const next = found ? foundHere(following, found) : following
      if (next.missed > MOST_MISSED) going.delete(one.id)
      else going.set(one.id, next)
    }
    const { user, system } = process.cpuUsage(started)
    times.push((user + system) / 1000)
    for (const [id, truth] of tracks) {
      const begun = truth.find(({ pointCount }) => pointCount >= BEGIN_POINTS)
      if (begun?.frame !== frame) continue
      carried.push({ id, truth: truth.filter((one) => one.frame >= frame), placed: [begun] })
      going.set(id, followingFrom(begun.cuboid, null, null))
    }
  }
  return { carried, times }
}

function foundIn(
  now: { cloud: PlacedPoints; sensorPosition: Vec3 },
  last: { cloud: PlacedPoints; cuboid: Cuboid },
  { cuboid, reachM, ahead, aheadReachM }: Expected,
): Cuboid | null {
  const known = { classSize: null, reachM: ahead.length > 0 ? Math.max(reachM, aheadReachM) : reachM }
  const farthest = ahead.map(({ position }) => distance(position, cuboid.position))
  const positions = pointsNear([now.cloud], cuboid.position, refitRadiusM(cuboid, known) + Math.max(0, ...farthest))
  const seen = ahead.length > 0 ? [last.cloud] : []
  const shape = { cuboid: last.cuboid, positions: pointsNear(seen, last.cuboid.position, SHAPE_M) }
  const sought = { expected: cuboid, reachM, ahead, aheadReachM, last: shape }
  return findAgain(sought, { positions, classSize: null, sensorPosition: now.sensorPosition })?.cuboid ?? null
}

/** Ground truth and boxes in all frames from the first to the last, interpolated between keyframes. */
function agreement(carried: readonly Carried[], frames: number) {
  const a = carried.map(({ truth }) => filled(truth))
  const b = carried.map(({ placed }) => filled(placed))
  const steps = Array.from({ length: frames }, (_, frame) => {
    const there = (all: readonly Map<number, Cuboid>[]) => all.flatMap((boxes, i) => (boxes.has(frame) ? [i] : []))
    const [ofA, ofB] = [there(a), there(b)]
    const similar = ofA.flatMap((i) =>
      ofB.flatMap((j) => {
        const [one, other] = [a[i].get(frame), b[j].get(frame)]
        const similarity = one && other ? cuboidIou(one, other) : 0
        return similarity > 0 ? [{ a: i, b: j, similarity }] : []
      }),
    )
    return { a: ofA, b: ofB, similar }
  })
  const ids = carried.map(({ id }) => id)
  return hotaFigures({ steps, idsA: ids, idsB: ids }, () => false).figures
}

function filled(placed: readonly Placed[]): Map<number, Cuboid> {
  const boxes = new Map<number, Cuboid>()
  for (const [i, { frame, cuboid }] of placed.entries()) {
    boxes.set(frame, cuboid)
    const next = placed[i + 1]
    if (!next) continue
    const motion = scaled(motionBetween(cuboid, next.cuboid), 1 / (next.frame - frame))
    for (let between = frame + 1; between < next.frame; between++)
      boxes.set(between, movedOn(cuboid, motion, between - frame))
  }
  return boxes
}
