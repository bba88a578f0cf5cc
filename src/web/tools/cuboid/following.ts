import type { Cuboid } from '../../../geometry/cuboid.ts'
import { composePoses, identityPose, type Pose } from '../../../geometry/pose.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import { type Motion, motionBetween, movedOn, STILL, turnedBy } from './motion.ts'

/** How something moves from each frame to the next on the way. */
interface Course {
  readonly motion: Motion
  /** Steps from which it is known. */
  readonly steps: number
}

/** An object on its way through the frames, from a place that is known. */
export interface Following {
  /** Where it was found last. */
  readonly cuboid: Cuboid
  /** As the sensor sees it, and over the ground. */
  readonly seen: Course
  readonly overGround: Course
  /** Where what stands still has gone since it was found; null where that is not known. */
  readonly nowFromFound: Pose | null
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
const UNKNOWN: Course = { motion: STILL, steps: 0 }

/**
 * An object whose way begins here.
 * @param before where it was one frame earlier on the way, if that is known
 * @param nowFromBefore where what stands still has gone since; null where that is not known
 */
export function followingFrom(cuboid: Cuboid, before: Cuboid | null, nowFromBefore: Pose | null): Following {
  const course = (from: Cuboid | null): Course => (from ? { motion: motionBetween(from, cuboid), steps: 1 } : UNKNOWN)
  return {
    cuboid,
    seen: course(before),
    overGround: course(before && nowFromBefore && carried(before, nowFromBefore)),
    nowFromFound: identityPose,
    missed: 0,
  }
}

/** In the next frame on the way. @param step where what stands still goes until then; null where that is not known */
export function steppedOn(following: Following, step: Pose | null): Following {
  const { nowFromFound, missed } = following
  return { ...following, missed: missed + 1, nowFromFound: step && nowFromFound && composePoses(step, nowFromFound) }
}

/** Where the object should be in the frame to which it was stepped on, and how far from there it may be. */
export function expectedHere({ cuboid, seen, overGround, nowFromFound, missed }: Following): {
  cuboid: Cuboid
  reachM: number
} {
  const { motion, steps } = nowFromFound ? overGround : seen
  const { share, leastM } = steps === 0 ? FIRST_REACH : NEXT_REACH
  const reachM = Math.max(leastM, share * cuboid.dimensions.length)
  const moved = movedOn(cuboid, motion, missed)
  return { cuboid: nowFromFound ? carried(moved, nowFromFound) : moved, reachM }
}

/** The object was found in the frame to which it was stepped on. */
export function foundHere({ cuboid, seen, overGround, nowFromFound, missed }: Following, found: Cuboid): Following {
  const turnRad = nowFromFound ? yawOf(nowFromFound.heading) : 0
  const before = { ...overGround, motion: turnedBy(overGround.motion, turnRad) }
  return {
    cuboid: found,
    seen: mixed(seen, motionBetween(cuboid, found), missed),
    overGround: nowFromFound ? mixed(before, motionBetween(carried(cuboid, nowFromFound), found), missed) : before,
    nowFromFound: identityPose,
    missed: 0,
  }
}

const carried = (cuboid: Cuboid, nowFromBefore: Pose): Cuboid => ({ ...cuboid, ...composePoses(nowFromBefore, cuboid) })

function mixed({ motion, steps }: Course, whole: Motion, frames: number): Course {
  const share = Math.max(LEAST_SHARE, 1 / (steps + 1))
  const mix = (before: number, now: number): number => before + share * (now / frames - before)
  return {
    motion: {
      x: mix(motion.x, whole.x),
      y: mix(motion.y, whole.y),
      z: mix(motion.z, whole.z),
      yawRad: mix(motion.yawRad, whole.yawRad),
    },
    steps: steps + 1,
  }
}
