import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import type { Positions } from '../../geometry/positions.ts'
import { type BoxPrior, dragPrior } from './boxPrior.ts'
import type { FitInput } from './fitInput.ts'
import { type FitGesture, type FitRegion, type GesturePoint, gestureRegion } from './gesture.ts'
import { FURTHER_M, isSparse, type Reach, reachWithGround } from './surroundings.ts'

/** A drag farther off than this means something else. */
const AROUND_DRAG_M = 1.3
export const UNKNOWN_HEIGHT_M = 2.5
/** How far an object moves from one frame to the next, or is from its predicted place. */
export const REFIT_REACH_M = 3.2
/** A rough box is at most this far off. */
export const NEAR_BOX_M = 1

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

/** Around a box whose object is `size` and may be `reachM` from it. */
export function boxReach(cuboid: Cuboid, size: Dimensions, reachM: number): Reach {
  return {
    halfLength: Math.max(size.length, cuboid.dimensions.length) / 2 + NEAR_BOX_M + reachM,
    halfWidth: Math.max(size.width, cuboid.dimensions.width) / 2 + NEAR_BOX_M + reachM,
    heightM: size.height,
  }
}

/** How far from the middle of a box its refit looks, whichever part is fitted: farther points change nothing. */
export function refitRadiusM(cuboid: Cuboid, { previous, classSize, reachM }: Omit<FitInput, 'positions'>): number {
  const sizes = [cuboid.dimensions, previous?.dimensions, classSize].filter((size) => size != null)
  return Math.max(...sizes.map((size) => reachWithGround(boxReach(cuboid, size, reachM ?? REFIT_REACH_M))))
}

/** The area that the fit of a gesture examines: farther points change nothing. null: no gesture. */
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

/** The points that a fit looks at: those near, and where they are few those further off, which show the ground. */
export function pointsToFit<P extends Positions>(within: (radiusM: number) => P, radiusM: number): P {
  const near = within(radiusM)
  return isSparse(near) ? within(radiusM + FURTHER_M) : near
}
