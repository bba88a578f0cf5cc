import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { yawOf } from '../../geometry/quaternion.ts'

export type GesturePoint = { x: number; y: number }

/** What a person did in the top view, in the frame of the points. A drag goes from the rear of the object to its front. */
export type FitGesture =
  | { kind: 'drag'; from: GesturePoint; to: GesturePoint }
  | { kind: 'click'; at: GesturePoint }
  | { kind: 'rectangle'; corners: readonly GesturePoint[] }

/**
 * The area to examine, in local axes: u along the gesture, v to its left, from its middle. These axes make the fit turn
 * and move with its input, since no grid then depends on the customer's axes.
 */
export type FitRegion = {
  middle: GesturePoint
  yawRad: number
  /** Half sides of what the gesture covers: the object itself, as far as the person showed it. */
  halfLength: number
  halfWidth: number
  /** How far beyond it the object may extend, since people are not exact. */
  marginM: number
  /** The kind of gesture: a drag is along the object, a click is on it, a rectangle is around it. */
  kind: FitGesture['kind']
}

/** A hand is seldom further off than this. */
export const DRAG_REACH_DEG = 22
/** Half of the least side searched: shorter drags are meant for thin things. */
const LEAST_HALF_M = 0.25
const UNKNOWN_SIZE_M = 5
/** For unknown classes: cars, trucks and people are at most about this much longer than wide. */
const USUAL_WIDTH_SHARE = 0.45

/** @returns null when the gesture is too small to say anything, or not finite */
export function gestureRegion(
  gesture: FitGesture,
  classSize: Dimensions | null,
  sensor: GesturePoint | null,
): FitRegion | null {
  switch (gesture.kind) {
    case 'drag': {
      const { from, to } = gesture
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      if (!(length >= 0.05)) return null
      const width = classSize ? classSize.width : Math.max(0.5, length * USUAL_WIDTH_SHARE)
      return {
        middle: { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 },
        yawRad: Math.atan2(to.y - from.y, to.x - from.x),
        halfLength: length / 2,
        halfWidth: Math.max(LEAST_HALF_M, width / 2),
        marginM: Math.max(0.5, 0.12 * length),
        kind: 'drag',
      }
    }
    case 'click': {
      const { at } = gesture
      if (!Number.isFinite(at.x + at.y)) return null
      const reach = classSize ? Math.max(classSize.length, classSize.width) : UNKNOWN_SIZE_M
      return {
        middle: at,
        yawRad: sensor ? Math.atan2(at.y - sensor.y, at.x - sensor.x) : 0,
        halfLength: reach,
        halfWidth: reach,
        marginM: 0.5,
        kind: 'click',
      }
    }
    case 'rectangle': {
      const [a, b, c] = gesture.corners
      const [one, other] = [Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y)]
      if (!(one > 0.05 && other > 0.05)) return null
      return {
        middle: { x: (a.x + c.x) / 2, y: (a.y + c.y) / 2 },
        yawRad: Math.atan2(b.y - a.y, b.x - a.x),
        halfLength: one / 2,
        halfWidth: other / 2,
        // A rectangle is drawn around the object: points outside belong to another one.
        marginM: 0.1,
        kind: 'rectangle',
      }
    }
  }
}

/** Around a box that is there already. */
export function cuboidRegion(cuboid: Cuboid, marginM: number): FitRegion {
  return {
    middle: { x: cuboid.position.x, y: cuboid.position.y },
    yawRad: yawOf(cuboid.heading),
    halfLength: cuboid.dimensions.length / 2,
    halfWidth: cuboid.dimensions.width / 2,
    marginM,
    kind: 'drag',
  }
}
