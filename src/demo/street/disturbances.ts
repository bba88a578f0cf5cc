import type { Random } from './random.ts'
import { GROUND, type RayHit } from './solid.ts'

/** Shares of rays, 0 … 1. */
export type Disturbances = {
  /**
   * The share of rays that wet or glossy patches of the road reflect, so that their points seem to be below the road.
   */
  reflections: number
  /** Rays that a drop or flake sends back on their way. */
  rain: number
  /** The share of rays that return nothing. */
  dropouts: number
}

const PATCH_M = 1.5
/** The share of rays that a glossy patch reflects. */
const SENT_ON = 0.35

/** @returns the range at which a ray's point appears, by what it hit and where; null if it gives no point */
export function disturbing(
  { reflections, rain, dropouts }: Disturbances,
  random: Random,
): (hit: RayHit, x: number, y: number) => number | null {
  return ({ rangeM, solid }, x, y) => {
    const chance = random.next()
    if (chance < dropouts) return null
    // Drops near the sensor send back most: light falls off with the square of the range.
    if (chance < dropouts + rain) return Math.min(rangeM, 1.5 + 12 * random.next() ** 2)
    if (solid === GROUND && isGlossy(x, y, reflections) && random.next() < SENT_ON) {
      return rangeM * (1 + 0.8 * random.next())
    }
    return rangeM
  }
}

/** The same patches in every frame. */
function isGlossy(x: number, y: number, share: number): boolean {
  let h = Math.imul(Math.floor(x / PATCH_M), 0x27d4eb2d) ^ Math.imul(Math.floor(y / PATCH_M), 0x165667b1)
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  return ((h ^ (h >>> 13)) >>> 0) / 4294967296 < share
}
