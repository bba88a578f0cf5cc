import type { Cuboid } from '../../../geometry/cuboid.ts'
import { applyPose, composePoses, identityPose, type Pose } from '../../../geometry/pose.ts'
import { yawOf } from '../../../geometry/quaternion.ts'
import { type Motion, motionBetween, movedOn, STILL, scaled, turnedBy } from './motion.ts'

/** How something moves on the way, a unit of time. */
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
  /** The motion of the stationary world since it was found; null if unknown. */
  readonly nowFromFound: Pose | null
  /** Frames since it was found, and how long that was. */
  readonly missed: number
  readonly time: number
}

/** The number of frames for which an object may be covered and still be found again. */
export const MOST_MISSED = 6
/** The weight of the newest step in the motion, once there are more: boxes fitted to few points jitter. */
const LEAST_SHARE = 0.3
/** Before it has moved an object is looked for this far off, in its own lengths; then this far from where it should be. */
const FIRST_REACH = { share: 0.5, leastM: 1 }
const NEXT_REACH = { share: 0.15, leastM: 0.3 }
/** Things this long can drive or ride; they may be this far ahead of their stationary place, tried in steps. */
const LEAST_AHEAD_LENGTH_M = 1.4
const MOST_AHEAD_M = 16
const AHEAD_STEPS = 4
const AHEAD_STEP = { share: 0.8, leastM: 1.5 }
const UNKNOWN: Course = { motion: STILL, steps: 0 }

/**
 * An object whose track begins here.
 * @param before its pose one frame earlier on the way, if known
 * @param nowFromBefore the motion of the stationary world since; null if unknown
 * @param time the time between the two
 */
export function followingFrom(cuboid: Cuboid, before: Cuboid | null, nowFromBefore: Pose | null, time = 1): Following {
  const course = (from: Cuboid | null): Course =>
    from ? { motion: scaled(motionBetween(from, cuboid), 1 / time), steps: 1 } : UNKNOWN
  return {
    cuboid,
    seen: course(before),
    overGround: course(before && nowFromBefore && carried(before, nowFromBefore)),
    nowFromFound: identityPose,
    missed: 0,
    time: 0,
  }
}

/**
 * Advances to the next frame on the way.
 * @param step the motion of the stationary world until then; null if unknown
 * @param stepTime its duration
 */
export function steppedOn(following: Following, step: Pose | null, stepTime = 1): Following {
  const { nowFromFound, missed, time } = following
  return {
    ...following,
    missed: missed + 1,
    time: time + stepTime,
    nowFromFound: step && nowFromFound && composePoses(step, nowFromFound),
  }
}

export interface Expected {
  cuboid: Cuboid
  /** How far from there it may be. */
  reachM: number
  /** Where it may be if it drives, while only one place of it is known; and how far from there. */
  ahead: readonly Cuboid[]
  aheadReachM: number
}

/** Where the object should be in the frame to which it was stepped on. @param direction of the way in time */
export function expectedHere(
  { cuboid, seen, overGround, nowFromFound, missed, time }: Following,
  direction: 1 | -1,
): Expected {
  const { length } = cuboid.dimensions
  const { motion, steps } = nowFromFound ? overGround : seen
  const { share, leastM } = steps === 0 ? FIRST_REACH : NEXT_REACH
  const moved = movedOn(cuboid, motion, time)
  const expected = nowFromFound ? carried(moved, nowFromFound) : moved
  const isFirst = nowFromFound !== null && steps === 0 && missed === 1 && length >= LEAST_AHEAD_LENGTH_M
  const stepM = Math.max(AHEAD_STEP.leastM, AHEAD_STEP.share * length)
  return {
    cuboid: expected,
    reachM: Math.max(leastM, share * length),
    ahead: isFirst ? placesAhead(expected, direction * stepM) : [],
    aheadReachM: stepM / 2 + NEXT_REACH.leastM,
  }
}

function placesAhead(cuboid: Cuboid, stepM: number): Cuboid[] {
  const steps = Array.from({ length: AHEAD_STEPS }, (_, i) => (i + 1) * stepM)
  return steps
    .filter((wayM) => Math.abs(wayM) <= MOST_AHEAD_M)
    .map((x) => ({ ...cuboid, position: applyPose(cuboid, { x, y: 0, z: 0 }) }))
}

/** The object was found in the frame to which it was stepped on. */
export function foundHere({ cuboid, seen, overGround, nowFromFound, time }: Following, found: Cuboid): Following {
  const turnRad = nowFromFound ? yawOf(nowFromFound.heading) : 0
  const before = { ...overGround, motion: turnedBy(overGround.motion, turnRad) }
  return {
    cuboid: found,
    seen: mixed(seen, motionBetween(cuboid, found), time),
    overGround: nowFromFound ? mixed(before, motionBetween(carried(cuboid, nowFromFound), found), time) : before,
    nowFromFound: identityPose,
    missed: 0,
    time: 0,
  }
}

const carried = (cuboid: Cuboid, nowFromBefore: Pose): Cuboid => ({ ...cuboid, ...composePoses(nowFromBefore, cuboid) })

function mixed({ motion, steps }: Course, whole: Motion, time: number): Course {
  const share = Math.max(LEAST_SHARE, 1 / (steps + 1))
  const mix = (before: number, now: number): number => before + share * (now / time - before)
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
