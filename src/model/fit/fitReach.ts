import type { Dimensions } from '../../geometry/cuboid.ts'
import { type BoxPrior, dragPrior } from './boxPrior.ts'
import { type FitGesture, type FitRegion, type GesturePoint, gestureRegion } from './gesture.ts'
import { type Reach, reachWithGround } from './surroundings.ts'

/** A drag off by more than this is meant for something else. */
const AROUND_DRAG_M = 1.3
export const UNKNOWN_HEIGHT_M = 2.5

export function dragReach({ along, across, height }: BoxPrior): Reach {
  return {
    halfLength: along.size / 2 + AROUND_DRAG_M,
    halfWidth: across.size / 2 + AROUND_DRAG_M,
    heightM: height.size,
  }
}

export function areaReach({ halfLength, halfWidth, marginM }: FitRegion, size: Dimensions | null): Reach {
  return {
    halfLength: halfLength + marginM,
    halfWidth: halfWidth + marginM,
    heightM: size?.height ?? UNKNOWN_HEIGHT_M,
  }
}

/** Where the fit of a gesture looks: points further off change nothing. Null: no gesture. */
export function pointsNeeded(
  gesture: FitGesture,
  classSize: Dimensions | null,
): { middle: GesturePoint; radiusM: number } | null {
  const region = gestureRegion(gesture, classSize, null)
  if (!region) return null
  const isDrag = region.kind === 'drag'
  const reach = isDrag ? dragReach(dragPrior(2 * region.halfLength, classSize)) : areaReach(region, classSize)
  return { middle: region.middle, radiusM: reachWithGround(reach) }
}
