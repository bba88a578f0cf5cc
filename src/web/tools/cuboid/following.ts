import type { Cuboid } from '../../../geometry/cuboid.ts'
import { type Motion, motionBetween, movedOn } from './motion.ts'

/** An object on its way through the frames, from a place that is known. */
export interface Following {
  /** Where it was found last. */
  readonly cuboid: Cuboid
  /** From each frame to the next, whichever way it is followed. */
  readonly motion: Motion
  /** Steps from which the motion is known. */
  readonly steps: number
  /** Frames since it was found. */
  readonly missed: number
}

/** For so many frames an object may be covered by others and still be found again. */
export const MOST_MISSED = 6
/** Of the newest step in the motion, once there are more: boxes fitted to few points tremble. */
const LEAST_SHARE = 0.3
/** Before it has moved an object is looked for this far off, in its own lengths; then this far from where it should be. */
const FIRST_REACH = { share: 0.5, leastM: 1 }
const NEXT_REACH = { share: 0.15, leastM: 0.3 }

/** Where the motion leads in the next frame on the way, and how far from there the object may be. */
export function expectedNext(following: Following, direction: 1 | -1): { cuboid: Cuboid; reachM: number } {
  const { cuboid, motion, missed, steps } = following
  const { share, leastM } = steps === 0 ? FIRST_REACH : NEXT_REACH
  const reachM = Math.max(leastM, share * cuboid.dimensions.length)
  return { cuboid: movedOn(cuboid, motion, direction * (missed + 1)), reachM }
}

/** After a frame on the way: found there, or (null) not. */
export function followedOn(following: Following, found: Cuboid | null, direction: 1 | -1): Following {
  const { cuboid, motion, steps, missed } = following
  if (!found) return { ...following, missed: missed + 1 }
  const whole = direction === 1 ? motionBetween(cuboid, found) : motionBetween(found, cuboid)
  const share = Math.max(LEAST_SHARE, 1 / (steps + 1))
  const mixed = (before: number, now: number) => before + share * (now / (missed + 1) - before)
  return {
    cuboid: found,
    motion: {
      x: mixed(motion.x, whole.x),
      y: mixed(motion.y, whole.y),
      z: mixed(motion.z, whole.z),
      yawRad: mixed(motion.yawRad, whole.yawRad),
    },
    steps: steps + 1,
    missed: 0,
  }
}
