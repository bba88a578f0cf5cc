import {
  markObstacles,
  type OverlapVotes,
  overlapScore,
  overlapVotes,
  thinnedPoints,
  transformPoints,
} from './cloudOverlap.ts'
import { invertPose, type Pose } from './pose.ts'
import type { Positions } from './positions.ts'
import { angleBetween, identityQuaternion } from './quaternion.ts'
import { distance, norm, type Vec3 } from './vec3.ts'

const BINS_A_DEGREE = 10
const MIN_HEIGHT_M = 0.3
const MIN_RANGE_M = 2.5

/**
 * How sharply the points gather at a few elevations, seen from the origin: 1 without any gathering, more for the beams
 * of a spinning lidar seen from its own position. NaN where too few points are left to decide.
 */
function beamSharpness(xyz: Float64Array): number {
  const bins = new Float64Array(180 * BINS_A_DEGREE)
  let counted = 0
  for (let i = 0; i < xyz.length; i += 3) {
    const range = Math.hypot(xyz[i], xyz[i + 1])
    // A plane through the origin is seen at one elevation from there, by every sensor.
    if (range < MIN_RANGE_M || Math.abs(xyz[i + 2]) < MIN_HEIGHT_M) continue
    const elevationDeg = (Math.atan2(xyz[i + 2], range) * 180) / Math.PI
    bins[Math.floor((elevationDeg + 90) * BINS_A_DEGREE)]++
    counted++
  }
  if (counted < 200) return Number.NaN
  const reach = BINS_A_DEGREE
  let sharp = 0
  let smooth = 0
  for (let i = reach; i + reach < bins.length; i++) {
    let around = 0
    for (let j = i - reach; j <= i + reach; j++) around += bins[j]
    sharp += bins[i] * bins[i]
    smooth += (bins[i] * around) / (2 * reach + 1)
  }
  return sharp / smooth
}

/** In which frame the points of a file are stored: the sensor's own, or the job's common frame. */
export type PointCloudFrame = 'sensor' | 'common'

/** One frame of the primary lidar: its pose in the common frame. */
export type LidarFrame = { sensorPose: Pose }

/** `why` is a sentence for people; `warning` is there when the answer is a guess. */
export type PointCloudFrameDecision = { frame: PointCloudFrame; why: string; warning?: string }

const NEAR_ORIGIN_M = 50
/** How far a thing 10 m away must move before two frames can distinguish the assumptions. */
const MOVED_M = 0.2
const NEARBY_M = 15
const MOST_POINTS = 40_000
const LEAST_DECIDED = 40
const CLEAR_DIFFERENCE = 0.02
/** The lead in overlap that no observed pattern of beams has faked, except with fewer than 500 points. */
const SAFE_DIFFERENCE = 0.15
/** Real clouds differ in sharpness by up to a third without any meaning; bare rings differ tenfold. */
const CLEAR_RINGS = 2
/** The vehicle's own body is seen at the same place in the sensor's frame wherever it drives. */
const OWN_BODY_M = 2.5

function movementM(a: Pose, b: Pose): number {
  return distance(a.position, b.position) + 10 * angleBetween(a.heading, b.heading)
}

function isIdentity(pose: Pose): boolean {
  return norm(pose.position) < 1e-6 && angleBetween(pose.heading, identityQuaternion) < 1e-6
}

function farthestFrame(frames: readonly LidarFrame[]): number {
  const reach = frames.map((frame) => norm(frame.sensorPose.position))
  return reach.indexOf(Math.max(...reach))
}

/**
 * Numbers of the frames whose points `decidePointCloudFrame` looks at, ascending: the farthest one, or the first with
 * the last (and one a few metres on, when the last is so far that little is seen from both), or none.
 */
export function framesToInspect(frames: readonly LidarFrame[]): number[] {
  if (frames.length === 0 || frames.every((frame) => isIdentity(frame.sensorPose))) return []
  const farthest = farthestFrame(frames)
  if (norm(frames[farthest].sensorPose.position) > NEAR_ORIGIN_M) return [farthest]
  const movements = frames.map((frame) => movementM(frames[0].sensorPose, frame.sensorPose))
  const last = frames.length - 1
  const most = movements.indexOf(Math.max(...movements))
  if (movements[most] < MOVED_M) return []
  // A round trip ends where it began: then the frame that moved most decides, not the last one.
  const other = movements[last] >= MOVED_M ? last : most
  if (movements[other] <= NEARBY_M) return [0, other]
  const nearby = movements.findIndex((m, i) => i > 0 && m >= NEARBY_M / 2)
  return [...new Set([0, nearby, other])].sort((a, b) => a - b)
}

/** @throws RangeError when `pointsOf` lacks a frame that framesToInspect names */
export function decidePointCloudFrame(
  frames: readonly LidarFrame[],
  pointsOf: ReadonlyMap<number, Positions>,
): PointCloudFrameDecision {
  const inspected = framesToInspect(frames)
  const clouds = inspected.map((i) => {
    const points = pointsOf.get(i)
    if (!points) throw new RangeError(`the points of frame ${i} are needed`)
    return { pose: frames[i].sensorPose, points: thinnedPoints(points, MOST_POINTS) }
  })
  if (frames.every((frame) => isIdentity(frame.sensorPose))) {
    return { frame: 'sensor', why: 'The sensor stands at the origin: both frames are the same.' }
  }
  if (clouds.length === 0) return undecided('the sensor stands still near the origin')
  if (clouds.some((cloud) => cloud.points.length === 0)) return undecided('a cloud has no finite point')
  return inspected.length === 1 ? decideByMedian(clouds[0]) : decideByOverlap(clouds)
}

function undecided(reason: string): PointCloudFrameDecision {
  return {
    frame: 'sensor',
    why: `Taken as the sensor's own frame, because ${reason}.`,
    warning: `Cannot tell whether the points are stored in the sensor's or in the common frame: ${reason}. Taken as sensor; say point_cloud_frame if it is common.`,
  }
}

type Cloud = { pose: Pose; points: Float64Array }

function medianPoint(points: Float64Array): Vec3 {
  const middle = (offset: number): number => {
    const values = points.filter((_, i) => i % 3 === offset).sort()
    return (values[(values.length - 1) >> 1] + values[values.length >> 1]) / 2
  }
  return { x: middle(0), y: middle(1), z: middle(2) }
}

function decideByMedian({ pose, points }: Cloud): PointCloudFrameDecision {
  const median = medianPoint(points)
  const toSensor = distance(median, pose.position)
  const toOrigin = norm(median)
  const metres = (value: number): string => value.toFixed(1)
  return {
    frame: toSensor < toOrigin ? 'common' : 'sensor',
    why: `The middle of the points lies ${metres(toSensor)} m from the sensor and ${metres(toOrigin)} m from the origin.`,
  }
}

/** Removes the points of the vehicle's own body, under either assumption about the sensor's position in the file. */
function withoutOwnBody({ pose, points }: Cloud): Float64Array {
  return points.filter((_, k) => {
    const i = k - (k % 3)
    const fromOrigin = Math.hypot(points[i], points[i + 1])
    const fromSensor = Math.hypot(points[i] - pose.position.x, points[i + 1] - pose.position.y)
    return fromOrigin > OWN_BODY_M && fromSensor > OWN_BODY_M
  })
}

type Placed = { asCommon: Float64Array; asSensor: Float64Array; isObstacle: Uint8Array }

function votesAs(placed: 'asCommon' | 'asSensor', [first, ...others]: readonly Placed[]): OverlapVotes {
  const sum = { matched: 0, contradicted: 0, unseen: 0 }
  for (const other of others) {
    const votes = overlapVotes(
      { xyz: first[placed], isObstacle: first.isObstacle },
      { xyz: other[placed], isObstacle: other.isObstacle },
    )
    sum.matched += votes.matched
    sum.contradicted += votes.contradicted
    sum.unseen += votes.unseen
  }
  return sum
}

function decideByOverlap(clouds: readonly Cloud[]): PointCloudFrameDecision {
  const placed = clouds.map((cloud): Placed => {
    const asCommon = withoutOwnBody(cloud)
    const asSensor = transformPoints(asCommon, cloud.pose)
    const byCommon = markObstacles(asCommon)
    const isObstacle = markObstacles(asSensor)
    // What only one assumption takes for an obstacle is ground seen by a tilted sensor.
    for (let i = 0; i < isObstacle.length; i++) isObstacle[i] &= byCommon[i]
    return { asCommon, asSensor, isObstacle }
  })
  const common = votesAs('asCommon', placed)
  const sensor = votesAs('asSensor', placed)
  const decided = Math.max(common.matched + common.contradicted, sensor.matched + sensor.contradicted)
  const enough = decided >= LEAST_DECIDED
  return (
    (enough ? better(overlapScore(common), overlapScore(sensor), SAFE_DIFFERENCE) : null) ??
    byRings(clouds) ??
    (enough ? better(overlapScore(common), overlapScore(sensor), CLEAR_DIFFERENCE) : null) ??
    byEveryPoint(placed) ??
    undecided('the clouds overlap alike in both')
  )
}

function better(common: number, sensor: number, leastDifference: number): PointCloudFrameDecision | null {
  if (!(Math.abs(common - sensor) >= leastDifference)) return null
  const percent = (value: number): string => `${(100 * value).toFixed(0)} %`
  return {
    frame: common > sensor ? 'common' : 'sensor',
    why: `The clouds overlap by ${percent(common)} taken as common, by ${percent(sensor)} taken as sensor.`,
  }
}

/**
 * Decides by the rings of the beams where little stands out of the ground: they overlap in the sensor's frame wherever
 * the vehicle drove, so overlap would be misled, but they are centred on the sensor.
 */
function byRings(clouds: readonly Cloud[]): PointCloudFrameDecision | null {
  const mean = (values: number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
  const fromOrigin = mean(clouds.map((cloud) => beamSharpness(cloud.points)))
  const fromSensor = mean(clouds.map((cloud) => beamSharpness(transformPoints(cloud.points, invertPose(cloud.pose)))))
  if (!(Math.max(fromOrigin, fromSensor) > CLEAR_RINGS * Math.min(fromOrigin, fromSensor))) return null
  return {
    frame: fromSensor > fromOrigin ? 'common' : 'sensor',
    why: `The points form rings around the ${fromSensor > fromOrigin ? 'sensor' : 'origin'}.`,
  }
}

/** Compares clouds without rings and without ground, point by point. */
function byEveryPoint(placed: readonly Placed[]): PointCloudFrameDecision | null {
  const all = placed.map((cloud) => ({ ...cloud, isObstacle: new Uint8Array(cloud.isObstacle.length).fill(1) }))
  const score = (as: 'asCommon' | 'asSensor'): number => overlapScore(votesAs(as, all), 1)
  return better(score('asCommon'), score('asSensor'), CLEAR_DIFFERENCE)
}
