import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { countPointsInBox } from '../../geometry/pointCount.ts'
import { identityPose } from '../../geometry/pose.ts'
import { quaternionFromYaw, yawOf } from '../../geometry/quaternion.ts'
import { type BoxPrior, dragPrior, drawnCost, placedPrior } from './boxPrior.ts'
import type { FlatPoints } from './cluster.ts'
import { type FitInput, type FitResult, LEAST_POINTS } from './fitInput.ts'
import type { FitNote } from './fitNote.ts'
import { areaReach, dragReach, UNKNOWN_HEIGHT_M } from './fitReach.ts'
import { type FitGesture, type FitRegion, gestureRegion } from './gesture.ts'
import { heightOn } from './groundPlane.ts'
import type { DrawnPrior } from './handCare.ts'
import { extentAlong, type HeadingPlace, nearestTurn, searchHeading, wrapped } from './headingSearch.ts'
import { objectPoints } from './objectPoints.ts'
import { placeBox } from './placeBox.ts'
import { POINTS_FOR_HEADING, type RefitVerb, refitters } from './refit.ts'
import { bestStarted, type Start, searchFrom } from './startedSearch.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

/** Sides of one kind differ by this; of one object from frame to frame they do not. */
const CLASS_SHARE = 0.09
const SAME_OBJECT_SHARE = 0.02
const MOST_DRAG_TURN_DEG = 35
const KNOWN_TURN_DEG = 10
const KNOWN_HEADING_RAD = (6 * Math.PI) / 180

/**
 * Fits a box around the object that the gesture shows: upright, on the ground. Gesture, class and points each estimate
 * its faces with their own certainty; the box is the most likely one. It is refused only if nothing stands there.
 */
export function fitCuboid(input: FitInput & { gesture: FitGesture }): FitResult {
  const { gesture, classSize } = input
  const region = gestureRegion(gesture, classSize, input.sensorPosition ?? null)
  if (!region) return { refused: { code: 'SHORT_GESTURE' } }
  return gesture.kind === 'drag' ? fitDrag(input, region) : fitArea(input, region)
}

function fitDrag(input: FitInput, region: FitRegion): FitResult {
  const drawnM = 2 * region.halfLength
  const prior = withKnownSize(dragPrior(drawnM, input.classSize), input.previous)
  // Where the points show an end or a side, they show how well the hand drew; the rest is believed accordingly.
  const drawn = (endSigmaM: number): DrawnPrior => {
    const prior = withKnownSize(dragPrior(drawnM, input.classSize, endSigmaM), input.previous)
    return { prior, cost: drawnCost(prior, drawnM, input.previous?.dimensions ?? input.classSize, endSigmaM) }
  }
  const around = surroundingsOf(input, region, dragReach(prior))
  const reasons: FitNote[] = []
  const here = { u: 0, v: 0, yawRad: 0 }
  const started = searchFrom(around.standing, prior, around.sensors, here, MOST_DRAG_TURN_DEG, { drawn })
  if (!started || started.inside === 0) return { refused: { code: 'NO_OBJECT' } }
  if (started.inside < LEAST_POINTS) {
    reasons.push({ code: 'AS_DRAWN', count: started.inside })
    return drawnBox(input, around, prior, reasons)
  }
  return placeBox(input, around, prior, started.box, reasons)
}

function withKnownSize(prior: BoxPrior, previous: Cuboid | undefined): BoxPrior {
  if (!previous) return prior
  const { along, across, height } = placedPrior(previous.dimensions, {
    middleM: prior.along.middleSigma,
    sizeShare: SAME_OBJECT_SHARE,
    headingRad: prior.headingSigmaRad,
  })
  return { ...prior, along, across, height }
}

/** A click or a rectangle: they say where, not which way. */
function fitArea(input: FitInput, region: FitRegion): FitResult {
  const { previous, motionYawRad, classSize } = input
  const size = previous?.dimensions ?? classSize
  const around = surroundingsOf(input, region, areaReach(region, size))
  const points = objectPoints(around, size)
  if (points.count < LEAST_POINTS) {
    if (region.kind === 'click' && size) return sizeOfClass(input, around, size)
    return {
      refused: points.count === 0 ? { code: 'NO_OBJECT' } : { code: 'FEW_POINTS', count: points.count },
    }
  }
  const known = previous ? yawOf(previous.heading) : motionYawRad
  const knownTurn = known === undefined ? undefined : wrapped(known - region.yawRad)
  const isEnough = points.count >= POINTS_FOR_HEADING
  const reasons: FitNote[] = []
  if (!isEnough) reasons.push({ code: known === undefined ? 'HEADING_UNKNOWN' : 'HEADING_KNOWN' })
  else if (known === undefined) reasons.push({ code: 'FRONT_GUESSED' })
  const turn = isEnough
    ? searchHeading(points, 0, 45, around.sensors.length === 1 ? around.sensors[0] : null).yawRad
    : (knownTurn ?? 0)
  const found = turnsFor(turn, knownTurn, isEnough).map((yawRad) => {
    const { middle, sides } = extentsAt(points, yawRad)
    const { prior, start } = areaStart(size, sides, middle, yawRad, previous !== undefined)
    const started = searchFrom(points, prior, around.sensors, start, KNOWN_TURN_DEG)
    return started && { ...started, prior }
  })
  const best = bestStarted(points, found)
  if (!best) return { refused: { code: 'NO_OBJECT' } }
  return placeBox(input, around, best.prior, best.box, reasons)
}

/** The known quarter turn, or the two directions along which a box may be. */
function turnsFor(turn: number, known: number | undefined, isEnough: boolean): number[] {
  if (known !== undefined || !isEnough) return [nearestTurn(turn, known ?? turn)]
  return [nearestTurn(turn, 0, Math.PI), nearestTurn(turn + Math.PI / 2, 0, Math.PI)]
}

/** Starts around the visible points, with the known size or that of the points. */
function areaStart(
  size: Dimensions | null,
  seen: { length: number; width: number },
  middle: HeadingPlace,
  yawRad: number,
  isSameObject: boolean,
): { prior: BoxPrior; start: Start } {
  const known = size ?? { ...seen, height: UNKNOWN_HEIGHT_M }
  const prior = placedPrior(known, {
    middleM: size ? Math.max(0.3, 0.25 * size.length) : 0.1,
    sizeShare: isSameObject ? SAME_OBJECT_SHARE : size ? CLASS_SHARE : 0.03,
    headingRad: KNOWN_HEADING_RAD,
  })
  const height = size ? prior.height : { size: UNKNOWN_HEIGHT_M, sizeSigma: UNKNOWN_HEIGHT_M }
  return { prior: { ...prior, height }, start: { ...middle, yawRad } }
}

function extentsAt(
  points: FlatPoints,
  yawRad: number,
): { middle: HeadingPlace; sides: { length: number; width: number } } {
  const [cos, sin] = [Math.cos(yawRad), Math.sin(yawRad)]
  const along = extentAlong(points, cos, sin)
  const across = extentAlong(points, -sin, cos)
  const [a, b] = [(along.min + along.max) / 2, (across.min + across.max) / 2]
  return {
    middle: { u: cos * a - sin * b, v: sin * a + cos * b },
    sides: { length: along.max - along.min + 0.1, width: across.max - across.min + 0.1 },
  }
}

/** The box from gesture and class if the points do not show it: standing on the ground. */
function drawnBox(input: FitInput, { region, ground }: Surroundings, prior: BoxPrior, reasons: FitNote[]): FitResult {
  const dimensions = { length: prior.along.size, width: prior.across.size, height: prior.height.size }
  const cuboid = {
    position: { ...region.middle, z: heightOn(ground, 0, 0) + dimensions.height / 2 },
    heading: quaternionFromYaw(region.yawRad),
    dimensions,
  }
  const pointCount = countPointsInBox(input.positions, identityPose, cuboid)
  return { cuboid, pointCount, reasons, completed: ['front', 'back', 'left', 'right', 'top'] }
}

/** The fallback without any hold: the class's own size at the click, if there is ground to stand on. */
function sizeOfClass(input: FitInput, around: Surroundings, size: Dimensions): FitResult {
  const { region, ground } = around
  if (!Number.isFinite(ground.height)) return { refused: { code: 'NO_POINTS_HERE' } }
  const yawRad = input.previous ? yawOf(input.previous.heading) : (input.motionYawRad ?? region.yawRad)
  const prior = placedPrior(size, { middleM: 0.1, sizeShare: 0, headingRad: KNOWN_HEADING_RAD })
  return drawnBox(input, { ...around, region: { ...region, yawRad } }, prior, [{ code: 'CLASS_SIZE' }])
}

/**
 * Fits the box again from the points in and around it: all of it, its size, its position, its heading, its heading by
 * the direction of motion, or tightened to the points within it.
 */
export function refitCuboid(verb: RefitVerb, cuboid: Cuboid, input: FitInput): FitResult {
  return refitters[verb](cuboid, input)
}
