import { composePoses, type Pose } from '../../geometry/pose.ts'
import { quaternionFromAxisAngle, rotationMatrix } from '../../geometry/quaternion.ts'
import { classIndex } from './classes.ts'
import type { Random } from './random.ts'
import { groundClass } from './shading.ts'
import { GROUND, NOTHING, type RayHit, RayTargets, type Solid } from './solid.ts'

/** Shares of rays, 0 … 1. */
type Disturbances = {
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
function disturbing(
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

export type LidarOptions = {
  beams: number
  azimuthStepDeg: number
  maxRangeM: number
  rangeNoiseM: number
  /** The elevation of each beam, if they are not evenly spread. */
  elevationsDeg?: readonly number[]
  /** Width of a beam: at an edge, a part of it passes, and the point is somewhere between the two surfaces. */
  divergenceDeg?: number
  /** Effects of a real lidar; none if absent. */
  disturbances?: Disturbances
}

/** One turn of the lidar. All arrays run in parallel, in the order of the firings. */
export type LidarScan = {
  /** x y z of each point in the sensor's frame. */
  positions: Float64Array
  /** Place of the point's class in STREET_CLASSES. */
  classes: Uint8Array
  /** Number of the actor hit, from 1; 0 for everything without instances. */
  actors: Uint16Array
}

export const LIDAR_ID = 'lidar'
const LOWEST_DEG = -24.8
const HIGHEST_DEG = 12

/** Mounted on the roof, a little askew as real ones are. */
export const egoFromLidar: Pose = composePoses(
  { position: { x: 1, y: 0, z: 1.85 }, heading: quaternionFromAxisAngle({ x: 0, y: 0, z: 1 }, 0.015) },
  { position: { x: 0, y: 0, z: 0 }, heading: quaternionFromAxisAngle({ x: 0, y: 1, z: 0 }, 0.01) },
)

/** The point is not where the ray hit. */
const GHOST = -3
const SECTORS = 120
/** Surfaces closer than this are one echo, further apart than this two. */
const LEAST_MIXED_M = 0.3
const MOST_MIXED_M = 3
/** The share of the beams at an edge that mix two surfaces. */
const MIXED_SHARE = 0.4

/** Solids by direction, so that a ray is tested against only a few of them. */
function bySector(solids: readonly Solid[], origin: { x: number; y: number }, maxRangeM: number): number[][] {
  const sectors: number[][] = Array.from({ length: SECTORS }, () => [])
  solids.forEach((solid, i) => {
    const away = Math.hypot(solid.x - origin.x, solid.y - origin.y)
    const reach = Math.hypot(solid.halfLength, solid.halfWidth)
    if (away - reach > maxRangeM) return
    const middle = Math.atan2(solid.y - origin.y, solid.x - origin.x)
    const half = away > reach ? Math.asin(reach / away) : Math.PI
    const first = Math.floor(((middle - half) / (2 * Math.PI)) * SECTORS)
    const last = Math.min(first + SECTORS - 1, Math.floor(((middle + half) / (2 * Math.PI)) * SECTORS))
    for (let k = first; k <= last; k++) sectors[((k % SECTORS) + SECTORS) % SECTORS].push(i)
  })
  return sectors
}

function elevationsOf({ beams, elevationsDeg }: LidarOptions): readonly number[] {
  if (elevationsDeg) return elevationsDeg
  const share = (beam: number): number => (beams > 1 ? beam / (beams - 1) : 0.5)
  return Array.from({ length: beams }, (_, beam) => LOWEST_DEG + (HIGHEST_DEG - LOWEST_DEG) * share(beam))
}

/** Some points at an edge are between the surfaces on its two sides, on neither. */
function mixInto(hit: RayHit, beyond: RayHit, random: Random): void {
  if (random.next() >= MIXED_SHARE) return
  hit.rangeM += (beyond.rangeM - hit.rangeM) * random.next()
  hit.solid = GHOST
}

/** Casts every beam of one turn; a beam that meets nothing within range gives no point. */
export function scanStreet(
  solids: readonly Solid[],
  streetFromSensor: Pose,
  options: LidarOptions,
  random: Random,
): LidarScan {
  const { position, heading } = streetFromSensor
  const targets = new RayTargets(solids, position)
  const sectors = bySector(solids, position, options.maxRangeM)
  const m = rotationMatrix(heading)
  const hit: RayHit = { rangeM: 0, solid: NOTHING, axis: 0, side: 0 }
  const positions: number[] = []
  const classes: number[] = []
  const actors: number[] = []
  const disturbed = options.disturbances && disturbing(options.disturbances, random)
  const elevations = elevationsOf(options).map((degrees) => (degrees * Math.PI) / 180)
  const beyond: RayHit = { ...hit }
  const widthRad = ((options.divergenceDeg ?? 0) * Math.PI) / 180
  const turns = Math.round(360 / options.azimuthStepDeg)
  for (let turn = 0; turn < turns; turn++) {
    const azimuth = (2 * Math.PI * turn) / turns
    for (const elevation of elevations) {
      const x = Math.cos(elevation) * Math.cos(azimuth)
      const y = Math.cos(elevation) * Math.sin(azimuth)
      const z = Math.sin(elevation)
      const dx = m[0] * x + m[1] * y + m[2] * z
      const dy = m[3] * x + m[4] * y + m[5] * z
      const dz = m[6] * x + m[7] * y + m[8] * z
      const sector = Math.floor((Math.atan2(dy, dx) / (2 * Math.PI)) * SECTORS)
      const met = sectors[(sector + SECTORS) % SECTORS]
      targets.cast(met, dx, dy, dz, options.maxRangeM, hit)
      if (hit.solid === NOTHING) continue
      if (widthRad > 0) {
        targets.cast(met, dx - dy * widthRad, dy + dx * widthRad, dz, options.maxRangeM, beyond)
        const apart = beyond.solid === NOTHING ? 0 : Math.abs(beyond.rangeM - hit.rangeM)
        if (apart > LEAST_MIXED_M && apart < MOST_MIXED_M) mixInto(hit, beyond, random)
      }
      const seenM = disturbed ? disturbed(hit, position.x + dx * hit.rangeM, position.y + dy * hit.rangeM) : hit.rangeM
      if (seenM === null) continue
      if (seenM !== hit.rangeM) hit.solid = GHOST
      const range = seenM + options.rangeNoiseM * random.normal()
      positions.push(x * range, y * range, z * range)
      const solid = hit.solid >= 0 ? solids[hit.solid] : null
      classes.push(classIndex(solid?.className ?? groundClass(position.y + dy * hit.rangeM)))
      actors.push(solid?.actor ?? 0)
    }
  }
  return {
    positions: Float64Array.from(positions),
    classes: Uint8Array.from(classes),
    actors: Uint16Array.from(actors),
  }
}
