import type { Pose } from '../../geometry/pose.ts'
import type { Positions } from '../../geometry/positions.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { motionCandidates } from './motionCandidates.ts'
import { backwards, isNear, type PlanarMotion, poseAbout } from './planarMotion.ts'
import { type StandingCloud, standingCloud } from './standingCloud.ts'
import { SurfaceCloud } from './surfaceCloud.ts'

/** With fewer standing points, clouds do not show the motion. */
const LEAST_POINTS = 50
/** Motions nearer to each other than this are one. */
const SAME = { metres: 1, rad: 0.05 }
/** The motion from the second cloud to the first must be the same. */
const BACK = { metres: 0.2, rad: 0.01 }
/** The share of the first cloud's standing points that must match the second one after the motion. */
const LEAST_SHARE = 0.4
/** So much of the agreement must be lost by the next best motion. */
const LEAST_AHEAD = 0.3
/**
 * Stricter if nothing seems to move: traffic at the same speed, and the pattern of the beams on a smooth wall, stay at
 * rest for the sensor however fast the vehicle drives.
 */
const STILL = { metres: 0.3, rad: 0.005 }
const LEAST_AHEAD_OF_STILL = 0.5
/** Sliding by SLIDE_M in any direction must lose this share of the agreement, at this many places around. */
const SLIDE_M = 0.7
const LEAST_LOSS = 0.2
const LEAST_PLACES = 15
const PLACE_M = 6
/** A place speaks for one of two motions that leaves so little of the agreement that the other has there. */
const PLACE_SHARE = 0.7
const PLACE_POINTS = 4

/**
 * The motion of the stationary world relative to the sensor from one cloud to the next: a rotation about the upright
 * axis and a shift over the ground. null if the clouds do not show it clearly: a wrong motion is worse than none.
 * @param middle the approximate position of the vehicle; points far from it are ignored
 */
export function vehicleMotion(before: Positions, now: Positions, middle: Pick<Vec3, 'x' | 'y'>): Pose | null {
  const from = standingCloud(before, middle)
  const to = standingCloud(now, middle)
  if (from.count < LEAST_POINTS || to.count < LEAST_POINTS) return null
  const surfaces = new SurfaceCloud(to)
  const ranked = motionCandidates(from, to)
    .map((start) => surfaces.refined(from, start))
    .map((motion) => ({ motion, agreement: surfaces.agreement(from, motion) }))
    .sort((one, other) => total(other.agreement) - total(one.agreement))
  const [best] = ranked
  if (total(best.agreement) < LEAST_SHARE * from.count) return null
  const next = ranked.find(({ motion }) => !isNear(motion, best.motion, SAME))
  const isStill = isNear(best.motion, { x: 0, y: 0, yawRad: 0 }, STILL)
  const mostOfNext = 1 - (isStill ? LEAST_AHEAD_OF_STILL : LEAST_AHEAD)
  if (next && total(next.agreement) > mostOfNext * total(best.agreement)) return null
  const back = new SurfaceCloud(from).refined(to, backwards(best.motion))
  if (!isNear(backwards(back), best.motion, BACK)) return null
  return isSharp(surfaces, from, best.motion, best.agreement) ? poseAbout(best.motion, middle) : null
}

/** Along a tunnel or a wall everything agrees as well a little further on: the motion could as well be another one. */
function isSharp(surfaces: SurfaceCloud, from: StandingCloud, motion: PlanarMotion, here: Float64Array): boolean {
  return Array.from({ length: 8 }, (_, eighth) => (eighth * Math.PI) / 4).every((angle) => {
    const slid = { ...motion, x: motion.x + SLIDE_M * Math.cos(angle), y: motion.y + SLIDE_M * Math.sin(angle) }
    const there = surfaces.agreement(from, slid)
    return total(there) <= (1 - LEAST_LOSS) * total(here) && placesAhead(from, here, there) >= LEAST_PLACES
  })
}

/** Places around that speak for the one agreement, less those that speak for the other. */
function placesAhead({ x, y, count }: StandingCloud, one: Float64Array, other: Float64Array): number {
  const places = new Map<string, [number, number]>()
  for (let i = 0; i < count; i++) {
    const key = `${Math.floor(x[i] / PLACE_M)} ${Math.floor(y[i] / PLACE_M)}`
    const sums = places.get(key) ?? [0, 0]
    places.set(key, sums)
    sums[0] += one[i]
    sums[1] += other[i]
  }
  let ahead = 0
  for (const [ofOne, ofOther] of places.values()) {
    if (Math.max(ofOne, ofOther) < PLACE_POINTS) continue
    if (ofOther < PLACE_SHARE * ofOne) ahead++
    else if (ofOne < PLACE_SHARE * ofOther) ahead--
  }
  return ahead
}

const total = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0)
