import { layOutStreet, type Traffic } from '../../src/demo/street/layout.ts'
import { egoFromLidar, type LidarOptions, scanStreet } from '../../src/demo/street/lidar.ts'
import { placeActor } from '../../src/demo/street/placedActor.ts'
import { createRandom } from '../../src/demo/street/random.ts'
import { EGO_LANE_Y } from '../../src/demo/street/road.ts'
import type { Solid } from '../../src/demo/street/solid.ts'
import { composePoses, type Pose, relativePose } from '../../src/geometry/pose.ts'
import { quaternionFromYaw } from '../../src/geometry/quaternion.ts'

export type Drive = { seed: number; seconds: number; speedMps: number; turnRadps: number }
export type SolidsAt = (seconds: number) => readonly Solid[]

export const LIDAR: LidarOptions = { beams: 32, azimuthStepDeg: 0.4, maxRangeM: 80, rangeNoiseM: 0.02 }
const FROM_X = 20
const FROM_SECONDS = 10
const STREET_SECONDS = 12

/** Two clouds as the lidar files them, without a pose, and where the world went between them. */
export function drivenPair(drive: Drive, solidsAt: SolidsAt, lidar = LIDAR) {
  const [first, second] = poses(drive)
  const random = createRandom(drive.seed)
  const scan = (pose: Pose, seconds: number): Float32Array =>
    Float32Array.from(scanStreet([...solidsAt(seconds)], pose, lidar, random).positions)
  return {
    before: scan(first, FROM_SECONDS),
    now: scan(second, FROM_SECONDS + drive.seconds),
    nowFromBefore: relativePose(second, first),
  }
}

/** Poses of the lidar before and after the drive, relative to the street. */
function poses({ seconds, speedMps, turnRadps }: Drive): readonly [Pose, Pose] {
  const turnRad = turnRadps * seconds
  const wayM = speedMps * seconds
  const lidarAt = (x: number, y: number, yawRad: number): Pose =>
    composePoses({ position: { x, y, z: 0 }, heading: quaternionFromYaw(yawRad) }, egoFromLidar)
  const there = { x: FROM_X + wayM * Math.cos(turnRad / 2), y: EGO_LANE_Y + wayM * Math.sin(turnRad / 2) }
  return [lidarAt(FROM_X, EGO_LANE_Y, 0), lidarAt(there.x, there.y, turnRad)]
}

export function streetAt(seed: number, traffic: Traffic): SolidsAt {
  const { standing, actors } = layOutStreet({ seed, seconds: STREET_SECONDS, egoSpeedMps: 8, traffic })
  return (seconds) => [...standing, ...actors.flatMap((actor) => placeActor(actor, seconds))]
}

/** Smooth walls along the road, endless as far as the lidar sees. */
export function wallsAt(...ys: readonly number[]): Solid[] {
  return ys.map((y) => ({
    x: 0,
    y,
    z: 2.5,
    yawRad: 0,
    halfLength: 200,
    halfWidth: 0.15,
    halfHeight: 2.5,
    className: 'building',
    actor: 0,
    color: [120, 120, 120],
    finish: 'plain',
  }))
}

/** Cars, vans, trucks and buses around the vehicle, all at one speed. */
export function convoyAt(speedMps: number, count: number): SolidsAt {
  const { actors } = layOutStreet({ seed: 5, seconds: STREET_SECONDS, egoSpeedMps: 8, traffic: 'dense' })
  const kinds = (['car', 'truck', 'bus', 'van'] as const).flatMap(
    (kind) => actors.find(({ className }) => className === kind) ?? [],
  )
  return (seconds) =>
    Array.from({ length: count }, (_, i) => {
      const x = FROM_X + (i % 2 ? 1 : -1) * (9 + 7 * Math.floor(i / 2)) + speedMps * (seconds - FROM_SECONDS)
      const place = { x, y: i % 2 ? 1.75 : -1.75, yawRad: 0 }
      return placeActor({ ...kinds[i % kinds.length], at: () => place }, seconds)
    }).flat()
}
