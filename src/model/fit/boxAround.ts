import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { countPointsInBox, type Positions } from '../../geometry/pointCount.ts'
import { identityPose } from '../../geometry/pose.ts'
import { quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { FlatPoints } from './cluster.ts'
import { CLEARANCE_M, completeAxis } from './faces.ts'
import { extentAlong, wrapped } from './headingSearch.ts'
import { fromRegion, type Surroundings } from './surroundings.ts'

/** One frame and what is known of the object. All coordinates in the frame of the points. */
export type FitInput = {
  /** x y z interleaved, of one frame, minus any origin; NaN where a point is missing. */
  positions: Positions
  classSize: Dimensions | null
  /** The box of the keyframe before, or after. */
  previous?: Cuboid
  /** Direction in which the object moves. */
  motionYawRad?: number
  sensorPosition?: Vec3
}

/** `reasons` are sentences for people: what the box rests on where it is not on points. */
export type FitResult = { cuboid: Cuboid; pointCount: number; reasons: string[] } | { refused: string }

/** `height` is null where nothing says how high things of this kind are. */
export type ExpectedSize = { length: number; width: number; height: number | null }

const LARGEST = 3
export const LEAST_SIDE_M = 0.1

/** The box in the direction found, from the points and from what is expected. */
export function boxAround(
  input: FitInput,
  around: Surroundings,
  points: FlatPoints,
  yawRad: number,
  expected: ExpectedSize | null,
  reasons: string[],
): FitResult {
  const { region, sensor, ground } = around
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  const seenAlong = extentAlong(points, cos, sin)
  const seenAcross = extentAlong(points, -sin, cos)
  const spread = (seenAlong.max - seenAlong.min + seenAcross.max - seenAcross.min) * 1.2
  const spacingM = Math.min(0.4, Math.sqrt(spread / points.count))
  const middleAt = region.kind === 'click' ? null : 0
  const along = completeAxis({
    seen: seenAlong,
    sensorAt: sensor && cos * sensor.u + sin * sensor.v,
    expectedM: expected?.length ?? null,
    middleAt,
    spacingM,
  })
  const across = completeAxis({
    seen: seenAcross,
    sensorAt: sensor && -sin * sensor.u + cos * sensor.v,
    expectedM: expected?.width ?? null,
    middleAt,
    spacingM,
  })
  if (along.completed) reasons.push('length completed: the far end is not seen')
  if (across.completed) reasons.push('width completed: the far side is not seen')
  const length = Math.max(LEAST_SIDE_M, along.max - along.min)
  const width = Math.max(LEAST_SIDE_M, across.max - across.min)
  const a = (along.min + along.max) / 2
  const b = (across.min + across.max) / 2
  const place = { u: cos * a - sin * b, v: sin * a + cos * b }
  const bottom = ground.heightAt(place.u, place.v)
  let top = Number.NEGATIVE_INFINITY
  for (let i = 0; i < points.count; i++) top = Math.max(top, points.z[i])
  const risen = completeAxis({
    seen: { min: bottom + CLEARANCE_M, max: top },
    sensorAt: bottom,
    expectedM: expected?.height ?? null,
    middleAt: null,
    spacingM: 1.5 * spacingM,
  })
  if (risen.completed) reasons.push('height completed: the top is not seen')
  const dimensions = { length, width, height: Math.max(LEAST_SIDE_M, risen.max - bottom) }
  const tooLarge = largerThanClass(dimensions, input.classSize)
  if (tooLarge) return { refused: tooLarge }
  const { x, y } = fromRegion(region, place)
  const cuboid = {
    position: { x, y, z: bottom + dimensions.height / 2 },
    heading: quaternionFromYaw(wrapped(region.yawRad + yawRad)),
    dimensions,
  }
  return { cuboid, pointCount: countPointsInBox(input.positions, identityPose, cuboid), reasons }
}

function largerThanClass(dimensions: Dimensions, classSize: Dimensions | null): string | null {
  if (!classSize) return null
  for (const side of ['length', 'width', 'height'] as const) {
    if (dimensions[side] > LARGEST * classSize[side]) {
      const [is, usual] = [dimensions[side].toFixed(1), classSize[side].toFixed(1)]
      return `${side} would be ${is} m, more than ${LARGEST} times the ${usual} m of the class`
    }
  }
  return null
}
