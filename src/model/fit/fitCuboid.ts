import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { countPointsInBox } from '../../geometry/pointCount.ts'
import { identityPose } from '../../geometry/pose.ts'
import { quaternionFromYaw, yawOf } from '../../geometry/quaternion.ts'
import { boxAround, type FitInput, type FitResult, LEAST_SIDE_M } from './boxAround.ts'
import type { FlatPoints } from './cluster.ts'
import { DRAG_REACH_DEG, type FitGesture, type FitRegion, gestureRegion } from './gesture.ts'
import { closeness, extentAlong, nearestTurn, searchHeading, wrapped } from './headingSearch.ts'
import { objectPoints } from './objectPoints.ts'
import { LEAST_POINTS, POINTS_FOR_HEADING, type RefitVerb, ROUND_M, refitters } from './refit.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

/** Width to length of what is not known. */
const NARROW_SHARE = 0.35
/** A direction is not left for one that wraps the points hardly better. */
const CLEARLY_BETTER = 0.01

/**
 * A box around the object that the gesture shows: upright, on the ground, its faces at the points where the sensor sees
 * them, completed by the gesture and the class where it does not.
 */
export function fitCuboid(input: FitInput & { gesture: FitGesture }): FitResult {
  const { gesture, classSize } = input
  const region = gestureRegion(gesture, classSize, input.sensorPosition ?? null)
  if (!region) return { refused: 'the gesture is too short to show an object' }
  const around = surroundingsOf(input.positions, region, classSize, input.sensorPosition)
  const expected = expectedSize(input, region)
  const points = objectPoints(around, expected)
  if (points.count < LEAST_POINTS) {
    if (gesture.kind === 'click' && classSize) return defaultBox(input, around, classSize)
    return { refused: points.count === 0 ? 'no points of an object here' : `only ${points.count} points here` }
  }
  const reasons: string[] = []
  const yawRad = headingOf(input, around, points, reasons)
  return boxAround(input, around, points, yawRad, expected, reasons)
}

/** The keyframe before says best; then the drag and the class together, for each alone is off by some decimetres. */
function expectedSize({ previous, classSize, gesture }: FitInput & { gesture: FitGesture }, region: FitRegion) {
  if (previous) return previous.dimensions
  if (gesture.kind !== 'drag') return classSize
  const drawn = 2 * region.halfLength
  // Narrow, for a side that is seen must not be widened to a guess.
  if (!classSize) return { length: drawn, width: NARROW_SHARE * drawn, height: null }
  const agree = drawn > 0.7 * classSize.length && drawn < 1.4 * classSize.length
  return { ...classSize, length: agree ? (drawn + classSize.length) / 2 : Math.max(drawn, LEAST_SIDE_M) }
}

/** Direction of the front in the region's axes. */
function headingOf(
  input: FitInput & { gesture: FitGesture },
  around: Surroundings,
  points: FlatPoints,
  reasons: string[],
): number {
  const { gesture, previous, motionYawRad, classSize } = input
  const { sensor, region } = around
  const known = previous ? yawOf(previous.heading) : motionYawRad
  if (gesture.kind === 'drag') {
    const long = Math.max(2 * region.halfLength, classSize?.length ?? 0)
    if (long < ROUND_M || points.count < POINTS_FOR_HEADING) {
      reasons.push('heading as drawn: the points are too few or the object too round to show one')
      return 0
    }
    const found = searchHeading(points, 0, DRAG_REACH_DEG, sensor)
    return found.closeness > closeness(points, 0, sensor) + CLEARLY_BETTER ? found.yawRad : 0
  }
  if (points.count < POINTS_FOR_HEADING) {
    reasons.push(known === undefined ? 'heading not known: too few points' : 'heading as known: too few points')
    return known === undefined ? 0 : wrapped(known - region.yawRad)
  }
  const { yawRad } = searchHeading(points, 0, 45, sensor)
  if (known !== undefined) return nearestTurn(yawRad, wrapped(known - region.yawRad))
  reasons.push('which end is the front is a guess: nothing moves and no drag shows it')
  return nearestTurn(longAxis(points, yawRad, classSize), 0, Math.PI)
}

/** The quarter turn under which the points fit the class better; without a class their longer side is the length. */
function longAxis(points: FlatPoints, yawRad: number, classSize: Dimensions | null): number {
  const a = extentAlong(points, Math.cos(yawRad), Math.sin(yawRad))
  const b = extentAlong(points, -Math.sin(yawRad), Math.cos(yawRad))
  const along = a.max - a.min
  const across = b.max - b.min
  if (!classSize) return along >= across ? yawRad : yawRad + Math.PI / 2
  // What is larger than its class contradicts it; what is smaller may be half seen.
  const misfit = (length: number, width: number): number => {
    const tooLong = length - classSize.length
    const tooWide = width - classSize.width
    return (tooLong > 0 ? 4 * tooLong : -tooLong) + (tooWide > 0 ? 4 * tooWide : -tooWide)
  }
  return misfit(along, across) <= misfit(across, along) ? yawRad : yawRad + Math.PI / 2
}

/** Nothing to hold on to: the class's own size where the person clicked, if there is ground to stand on. */
function defaultBox(input: FitInput, { region, ground }: Surroundings, classSize: Dimensions): FitResult {
  const bottom = ground.heightAt(0, 0)
  if (!Number.isFinite(bottom)) return { refused: 'no points here, not even of the ground' }
  const known = input.previous ? yawOf(input.previous.heading) : input.motionYawRad
  const cuboid = {
    position: { ...region.middle, z: bottom + classSize.height / 2 },
    heading: quaternionFromYaw(known ?? region.yawRad),
    dimensions: { ...(input.previous?.dimensions ?? classSize) },
  }
  const pointCount = countPointsInBox(input.positions, identityPose, cuboid)
  return { cuboid, pointCount, reasons: ['too few points to fit: the size of the class, standing on the ground'] }
}

/**
 * The box again, from the points in and around it: all of it, its size, its position, its heading, its heading by the
 * direction of motion, or tightened to the points within it.
 */
export function refitCuboid(verb: RefitVerb, cuboid: Cuboid, input: FitInput): FitResult {
  return refitters[verb](cuboid, input)
}
