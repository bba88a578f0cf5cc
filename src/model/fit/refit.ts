import { type Cuboid, halfExtents } from '../../geometry/cuboid.ts'
import { countPointsInBox, pointsInBox } from '../../geometry/pointCount.ts'
import { applyInversePose, applyPose, identityPose } from '../../geometry/pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromYaw, yawOf } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { boxAround, type FitInput, type FitResult, LEAST_SIDE_M } from './boxAround.ts'
import type { FlatPoints } from './cluster.ts'
import { CLEARANCE_M, WHOLE_SHARE } from './faces.ts'
import { cuboidRegion } from './gesture.ts'
import { extentAlong, nearestTurn, searchHeading, wrapped } from './headingSearch.ts'
import { objectPoints } from './objectPoints.ts'
import { fromRegion, type Surroundings, standsOnGround, surroundingsOf } from './surroundings.ts'

export type RefitVerb = 'all' | 'size' | 'position' | 'heading' | 'moving_direction' | 'tighten'

/** Fewer carry no direction of their own. */
export const POINTS_FOR_HEADING = 10
export const LEAST_POINTS = 3
/** Anything shorter is as round as a person: a drag of two pixels more or less tells more than its outline. */
export const ROUND_M = 1.3
/** How far a predicted or roughly placed box may lie from its object. */
const OFF_BY_M = 0.8
/** Noise of a direction taken from two positions. */
const MOTION_REACH_DEG = 15
const LEAST_MOVE_M = 0.3
const TIGHT_M = 0.02

type Refitter = (cuboid: Cuboid, input: FitInput) => FitResult

export const refitters: Readonly<Record<RefitVerb, Refitter>> = {
  all: (cuboid, input) =>
    withPoints(cuboid, input, (around, points) => {
      const turn = points.count < POINTS_FOR_HEADING || isRound(cuboid) ? 0 : bestTurn(around, points, 45)
      return boxAround(input, around, points, turn, expectedOf(cuboid, input), [])
    }),
  size: (cuboid, input) =>
    withPoints(cuboid, input, (around, points) =>
      keepingHeading(cuboid, boxAround(input, around, points, 0, expectedOf(cuboid, input), [])),
    ),
  position: (cuboid, input) =>
    withPoints(cuboid, input, (around, points) => answer(input, moved(cuboid, around, points))),
  heading: (cuboid, input) =>
    withPoints(cuboid, input, (around, points) => {
      if (points.count < POINTS_FOR_HEADING) return { refused: `${points.count} points are too few to show a heading` }
      return answer(input, turned(cuboid, bestTurn(around, points, 45)))
    }),
  moving_direction: towardsMotion,
  tighten,
}

function withPoints(
  cuboid: Cuboid,
  input: FitInput,
  fit: (around: Surroundings, points: FlatPoints) => FitResult,
): FitResult {
  const region = cuboidRegion(cuboid, OFF_BY_M)
  const around = surroundingsOf(input.positions, region, input.classSize, input.sensorPosition)
  const expected = expectedOf(cuboid, input)
  const points = objectPoints(around, {
    length: Math.max(expected.length, cuboid.dimensions.length),
    width: Math.max(expected.width, cuboid.dimensions.width),
  })
  if (points.count >= LEAST_POINTS) return fit(around, points)
  return { refused: points.count === 0 ? 'no points in or near the box' : `only ${points.count} points in the box` }
}

function answer(input: FitInput, cuboid: Cuboid, reasons: string[] = []): FitResult {
  return { cuboid, pointCount: countPointsInBox(input.positions, identityPose, cuboid), reasons }
}

/** What is not seen is as large as in the keyframe before, else as the class, else as it was. */
function expectedOf(cuboid: Cuboid, { previous, classSize }: FitInput) {
  return previous?.dimensions ?? classSize ?? cuboid.dimensions
}

const isRound = ({ dimensions }: Cuboid): boolean => Math.max(dimensions.length, dimensions.width) < ROUND_M

/** Least turn of the box, within 45°, that wraps the points best. */
function bestTurn({ sensor }: Surroundings, points: FlatPoints, reachDeg: number): number {
  return searchHeading(points, 0, reachDeg, sensor).yawRad
}

/** Turned about the upright axis through its centre; a tilt it has stays its own. */
function turned(cuboid: Cuboid, turnRad: number): Cuboid {
  return { ...cuboid, heading: normalizeQuaternion(multiplyQuaternions(quaternionFromYaw(turnRad), cuboid.heading)) }
}

function keepingHeading(cuboid: Cuboid, result: FitResult): FitResult {
  return 'refused' in result ? result : { ...result, cuboid: { ...result.cuboid, heading: cuboid.heading } }
}

function moved(cuboid: Cuboid, around: Surroundings, points: FlatPoints): Cuboid {
  const { sensor, region, ground } = around
  const { length, width, height } = cuboid.dimensions
  const u = shiftTo(extentAlong(points, 1, 0), length, sensor?.u ?? null)
  const v = shiftTo(extentAlong(points, 0, 1), width, sensor?.v ?? null)
  return { ...cuboid, position: { ...fromRegion(region, { u, v }), z: ground.heightAt(u, v) + height / 2 } }
}

/** Centre of a side of `size` so that the face the sensor sees is at the points; else the least move that holds them. */
function shiftTo(seen: { min: number; max: number }, size: number, sensorAt: number | null): number {
  const fromMax = seen.max + CLEARANCE_M - size / 2
  const fromMin = seen.min - CLEARANCE_M + size / 2
  if (sensorAt !== null && sensorAt >= seen.max) return fromMax
  if (sensorAt !== null && sensorAt <= seen.min) return fromMin
  if (fromMax > fromMin) return (fromMax + fromMin) / 2
  return Math.min(Math.max(0, fromMax), fromMin)
}

function towardsMotion(cuboid: Cuboid, input: FitInput): FitResult {
  const motion = input.motionYawRad ?? directionFrom(input.previous, cuboid)
  if (motion === null) return { refused: 'it does not move: no direction to take' }
  const yaw = yawOf(cuboid.heading)
  const quarters = Math.round((motion - yaw) / (Math.PI / 2))
  const { length, width, height } = cuboid.dimensions
  // Its sides change their names where the front goes to what was a side.
  const dimensions = quarters % 2 === 0 ? cuboid.dimensions : { length: width, width: length, height }
  const facing = { ...turned(cuboid, wrapped(motion - yaw)), dimensions }
  const result = withPoints(facing, input, (around, points) => {
    if (points.count < POINTS_FOR_HEADING || isRound(cuboid)) return answer(input, facing)
    const nearest = nearestTurn(bestTurn(around, points, 45), 0)
    return answer(input, Math.abs(nearest) <= (MOTION_REACH_DEG * Math.PI) / 180 ? turned(facing, nearest) : facing)
  })
  return 'refused' in result ? answer(input, facing, ['heading by the motion alone: too few points']) : result
}

function directionFrom(previous: Cuboid | undefined, cuboid: Cuboid): number | null {
  if (!previous) return null
  const dx = cuboid.position.x - previous.position.x
  const dy = cuboid.position.y - previous.position.y
  return Math.hypot(dx, dy) >= LEAST_MOVE_M ? Math.atan2(dy, dx) : null
}

/** Every face goes in to the outermost point inside, in the box's own axes; the bottom to the ground. */
function tighten(cuboid: Cuboid, input: FitInput): FitResult {
  const around = surroundingsOf(input.positions, cuboidRegion(cuboid, OFF_BY_M), input.classSize, input.sensorPosition)
  const low = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY, z: Number.POSITIVE_INFINITY }
  const high = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY, z: Number.NEGATIVE_INFINITY }
  let count = 0
  for (const i of pointsInBox(input.positions, identityPose, cuboid)) {
    const point = { x: input.positions[3 * i], y: input.positions[3 * i + 1], z: input.positions[3 * i + 2] }
    if (!standsOnGround(around, point, input.classSize)) continue
    const inBox = applyInversePose(cuboid, point)
    for (const axis of ['x', 'y', 'z'] as const) {
      low[axis] = Math.min(low[axis], inBox[axis])
      high[axis] = Math.max(high[axis], inBox[axis])
    }
    count++
  }
  if (count < LEAST_POINTS) return { refused: count === 0 ? 'no points in the box' : `only ${count} points in the box` }
  const half = halfExtents(cuboid.dimensions)
  const sensor = input.sensorPosition && applyInversePose(cuboid, input.sensorPosition)
  const known = input.previous?.dimensions ?? input.classSize
  const along = tightSide(low.x, high.x, half.x, sensor?.x, known?.length)
  const across = tightSide(low.y, high.y, half.y, sensor?.y, known?.width)
  const ground = around.ground.heightAt(0, 0) - cuboid.position.z
  // Wheels and feet give few points: the box goes down to the ground it reaches, not up to the lowest point.
  const bottom = ground >= -half.z - CLEARANCE_M && ground < low.z ? Math.max(ground, -half.z) : low.z - TIGHT_M
  const upright = { min: Math.max(bottom, -half.z), max: Math.min(half.z, high.z + TIGHT_M) }
  const middle = (side: { min: number; max: number }): number => (side.min + side.max) / 2
  const size = (side: { min: number; max: number }): number => Math.max(LEAST_SIDE_M, side.max - side.min)
  const centre: Vec3 = { x: middle(along), y: middle(across), z: middle(upright) }
  const dimensions = { length: size(along), width: size(across), height: size(upright) }
  return answer(input, { ...cuboid, position: applyPose(cuboid, centre), dimensions })
}

/** A far side that no point shows stays as far away as the object is known to reach: it is not seen, not absent. */
function tightSide(
  low: number,
  high: number,
  half: number,
  sensorAt: number | undefined,
  expectedM: number | undefined,
): { min: number; max: number } {
  const min = Math.max(-half, low - TIGHT_M)
  const max = Math.min(half, high + TIGHT_M)
  const size = max - min
  // With no class to tell, only what would make a sheet of the object is taken to be unseen.
  const known = expectedM ?? (size < half ? 2 * half : size)
  const missing = size < WHOLE_SHARE * known ? known - size : 0
  if (sensorAt !== undefined && sensorAt >= max) return { min: Math.max(-half, min - missing), max }
  if (sensorAt !== undefined && sensorAt <= min) return { min, max: Math.min(half, max + missing) }
  return { min, max }
}
