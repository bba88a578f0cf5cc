import { type Cuboid, type Dimensions, halfExtents } from '../../geometry/cuboid.ts'
import { countPointsInBox, pointsInBox } from '../../geometry/pointCount.ts'
import { applyInversePose, applyPose, identityPose } from '../../geometry/pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromYaw, yawOf } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { type BoxPrior, placedPrior } from './boxPrior.ts'
import { type FitInput, type FitResult, LEAST_POINTS, LEAST_SIDE_M } from './fitInput.ts'
import type { FitNote } from './fitNote.ts'
import { boxReach, NEAR_BOX_M, REFIT_REACH_M } from './fitReach.ts'
import { cuboidRegion } from './gesture.ts'
import { footprintOf } from './groundUnder.ts'
import { wrapped } from './headingSearch.ts'
import { placeBox } from './placeBox.ts'
import { bestStarted, type Start, type StartedBox, searchFrom, startsAround } from './startedSearch.ts'
import { fromRegion, type Surroundings, standsOnGround, surroundingsOf } from './surroundings.ts'

export type RefitVerb = 'all' | 'size' | 'position' | 'heading' | 'moving_direction' | 'tighten'

/** Fewer points do not show a direction. */
export const POINTS_FOR_HEADING = 10
/** A rough box is about this far off. */
const ROUGH_M = 0.35
/** Sizes differ by this share: of one object between its frames, within a class, of a box drawn by hand. */
const SAME_OBJECT_SHARE = 0.02
const CLASS_SHARE = 0.09
const ROUGH_SHARE = 0.12
const DEGREE = Math.PI / 180
/** Noise of a direction taken from two positions. */
const MOTION_REACH_DEG = 15
const LEAST_MOVE_M = 0.3
const TIGHT_M = 0.02
const GROUND_NOISE_M = 0.05
/** Seen at least this share of the expected size, both ends are taken to be seen. */
const WHOLE_SHARE = 0.85

type Refitter = (cuboid: Cuboid, input: FitInput) => FitResult

export const refitters: Readonly<Record<RefitVerb, Refitter>> = {
  all: (cuboid, input) =>
    refitted(cuboid, input, { ...expectedOf(cuboid, input), middleM: ROUGH_M, turnDeg: 12 }, REFIT_REACH_M, (found) =>
      placeBox(input, found.around, found.prior, found.started.box, []),
    ),
  size: (cuboid, input) =>
    refitted(cuboid, input, { ...expectedOf(cuboid, input), middleM: ROUGH_M, turnDeg: 0 }, 0, (found) =>
      keepingHeading(cuboid, placeBox(input, found.around, found.prior, found.started.box, [])),
    ),
  position: (cuboid, input) =>
    refitted(
      cuboid,
      input,
      { size: cuboid.dimensions, share: 0, middleM: ROUGH_M, turnDeg: 0, isOnGround: true },
      input.reachM ?? REFIT_REACH_M,
      (found) => answer(input, movedTo(cuboid, found)),
    ),
  heading: (cuboid, input) =>
    refitted(cuboid, input, { size: cuboid.dimensions, share: 0.05, middleM: 0.15, turnDeg: 30 }, 0, (found) => {
      if (found.started.inside < POINTS_FOR_HEADING) {
        return { refused: { code: 'FEW_FOR_HEADING', count: found.started.inside } }
      }
      return answer(input, turned(cuboid, found.started.box.yawRad))
    }),
  moving_direction: towardsMotion,
  tighten,
}

/** How certain the known values of a box are. */
type Known = { size: Dimensions; share: number; middleM: number; turnDeg: number; isOnGround?: boolean }
type Found = { around: Surroundings; prior: BoxPrior; started: StartedBox }

/** Searches for the object of the box, at its place and within reach of it. */
function refitted(
  cuboid: Cuboid,
  input: FitInput,
  known: Known,
  reachM: number,
  use: (found: Found) => FitResult,
): FitResult {
  const { size } = known
  const around = surroundingsOf(
    input,
    cuboidRegion(cuboid, NEAR_BOX_M),
    boxReach(cuboid, size, reachM),
    known.isOnGround ? cuboid.position.z - cuboid.dimensions.height / 2 : undefined,
  )
  const headingRad = Math.max(known.turnDeg, 0.01) * DEGREE
  const prior = placedPrior(size, { middleM: known.middleM, sizeShare: known.share, headingRad })
  const search = (start: Start, isLikeliest: boolean): (StartedBox & { start: Start }) | null => {
    const found = searchFrom(around.standing, prior, around.sensors, start, 1.5 * known.turnDeg, { isLikeliest })
    return found && { ...found, start }
  }
  // Where it is, the likeliest ends of each box show as well as the mean of all ends, in half of the time.
  const isTurned = known.turnDeg > 0
  const found = startsAround(around.standing, reachM).map((start) => search(start, !isTurned))
  const best = bestStarted(around.standing, found)
  const started = best && !isTurned ? search(best.start, false) : best
  const inside = started?.inside ?? 0
  if (started && inside >= LEAST_POINTS) return use({ around, prior, started })
  return { refused: inside === 0 ? { code: 'NO_POINTS_NEAR' } : { code: 'FEW_POINTS_NEAR', count: inside } }
}

function answer(input: FitInput, cuboid: Cuboid, reasons: FitNote[] = []): FitResult {
  return { cuboid, pointCount: countPointsInBox(input.positions, identityPose, cuboid), reasons, completed: [] }
}

/** Unseen sides are as large as in the previous keyframe, otherwise as the class, otherwise as before. */
function expectedOf(cuboid: Cuboid, { previous, classSize }: FitInput): { size: Dimensions; share: number } {
  if (previous) return { size: previous.dimensions, share: SAME_OBJECT_SHARE }
  return classSize ? { size: classSize, share: CLASS_SHARE } : { size: cuboid.dimensions, share: ROUGH_SHARE }
}

/** Turned about the upright axis through its centre; a tilt it has stays its own. */
function turned(cuboid: Cuboid, turnRad: number): Cuboid {
  return { ...cuboid, heading: normalizeQuaternion(multiplyQuaternions(quaternionFromYaw(turnRad), cuboid.heading)) }
}

function keepingHeading(cuboid: Cuboid, result: FitResult): FitResult {
  return 'refused' in result ? result : { ...result, cuboid: { ...result.cuboid, heading: cuboid.heading } }
}

function movedTo(cuboid: Cuboid, { around, started }: Found): Cuboid {
  const { along, across } = started.box
  const place = { u: (along.from + along.to) / 2, v: (across.from + across.to) / 2 }
  const z = around.bottomOf(started.box, around.overhead.z) + cuboid.dimensions.height / 2
  return { ...cuboid, position: { ...fromRegion(around.region, place), z } }
}

function towardsMotion(cuboid: Cuboid, input: FitInput): FitResult {
  const motion = input.motionYawRad ?? directionFrom(input.previous, cuboid)
  if (motion === null) return { refused: { code: 'NOT_MOVING' } }
  const yaw = yawOf(cuboid.heading)
  const quarters = Math.round((motion - yaw) / (Math.PI / 2))
  const { length, width, height } = cuboid.dimensions
  // Its sides swap names when the front becomes a former side.
  const dimensions = quarters % 2 === 0 ? cuboid.dimensions : { length: width, width: length, height }
  const facing = { ...turned(cuboid, wrapped(motion - yaw)), dimensions }
  const known = { size: dimensions, share: 0.05, middleM: 0.15, turnDeg: MOTION_REACH_DEG / 1.5 }
  const result = refitted(facing, input, known, 0, ({ started }) =>
    answer(input, started.inside < POINTS_FOR_HEADING ? facing : turned(facing, started.box.yawRad)),
  )
  return 'refused' in result ? answer(input, facing, [{ code: 'HEADING_BY_MOTION' }]) : result
}

function directionFrom(previous: Cuboid | undefined, cuboid: Cuboid): number | null {
  if (!previous) return null
  const dx = cuboid.position.x - previous.position.x
  const dy = cuboid.position.y - previous.position.y
  return Math.hypot(dx, dy) >= LEAST_MOVE_M ? Math.atan2(dy, dx) : null
}

/** Every face goes in to the outermost point inside, in the box's own axes; the bottom to the ground. */
function tighten(cuboid: Cuboid, input: FitInput): FitResult {
  const { dimensions: sides } = cuboid
  const reach = { halfLength: sides.length / 2, halfWidth: sides.width / 2, heightM: sides.height }
  const around = surroundingsOf(input, cuboidRegion(cuboid, NEAR_BOX_M), reach)
  const low = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY, z: Number.POSITIVE_INFINITY }
  const high = { x: Number.NEGATIVE_INFINITY, y: Number.NEGATIVE_INFINITY, z: Number.NEGATIVE_INFINITY }
  let count = 0
  for (const i of pointsInBox(input.positions, identityPose, cuboid)) {
    const point = { x: input.positions[3 * i], y: input.positions[3 * i + 1], z: input.positions[3 * i + 2] }
    if (!standsOnGround(around, point, input.classSize?.height ?? sides.height)) continue
    const inBox = applyInversePose(cuboid, point)
    for (const axis of ['x', 'y', 'z'] as const) {
      low[axis] = Math.min(low[axis], inBox[axis])
      high[axis] = Math.max(high[axis], inBox[axis])
    }
    count++
  }
  if (count < LEAST_POINTS) {
    return { refused: count === 0 ? { code: 'NO_POINTS_IN_BOX' } : { code: 'FEW_POINTS_IN_BOX', count } }
  }
  const half = halfExtents(cuboid.dimensions)
  const { sensorPosition, otherSensors = [] } = input
  const sensors = sensorPosition ? [sensorPosition, ...otherSensors].map((at) => applyInversePose(cuboid, at)) : []
  const known = input.previous?.dimensions ?? input.classSize
  const along = tightSide(
    low.x,
    high.x,
    half.x,
    sensors.map(({ x }) => x),
    known?.length,
  )
  const across = tightSide(
    low.y,
    high.y,
    half.y,
    sensors.map(({ y }) => y),
    known?.width,
  )
  const ground = around.bottomOf(footprintOf(cuboid), around.overhead.z) - cuboid.position.z
  // Wheels and feet give few points: the box goes down to the ground it reaches, not up to the lowest point.
  const bottom = ground >= -half.z - GROUND_NOISE_M && ground < low.z ? Math.max(ground, -half.z) : low.z - TIGHT_M
  const upright = { min: Math.max(bottom, -half.z), max: Math.min(half.z, high.z + TIGHT_M) }
  const middle = (side: { min: number; max: number }): number => (side.min + side.max) / 2
  const size = (side: { min: number; max: number }): number => Math.max(LEAST_SIDE_M, side.max - side.min)
  const centre: Vec3 = { x: middle(along), y: middle(across), z: middle(upright) }
  const dimensions = { length: size(along), width: size(across), height: size(upright) }
  return answer(input, { ...cuboid, position: applyPose(cuboid, centre), dimensions })
}

/** A far side without points stays as far away as the object is known to extend: it is unseen, not absent. */
function tightSide(
  low: number,
  high: number,
  half: number,
  seenFrom: readonly number[],
  expectedM: number | undefined,
): { min: number; max: number } {
  const min = Math.max(-half, low - TIGHT_M)
  const max = Math.min(half, high + TIGHT_M)
  const size = max - min
  // Without a class, only a side that would flatten the object to a sheet counts as unseen.
  const known = expectedM ?? (size < half ? 2 * half : size)
  const missing = size < WHOLE_SHARE * known ? known - size : 0
  if (seenFrom.length === 0) return { min, max }
  if (seenFrom.every((at) => at >= max)) return { min: Math.max(-half, min - missing), max }
  if (seenFrom.every((at) => at <= min)) return { min, max: Math.min(half, max + missing) }
  return { min, max }
}
