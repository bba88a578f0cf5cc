import type { Positions } from '../../geometry/positions.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { FlatPoints } from './cluster.ts'
import type { FitInput } from './fitInput.ts'
import type { FitRegion } from './gesture.ts'
import { type ExpectedGround, type GroundPlane, groundPlane, type HalfSides, heightOn } from './groundPlane.ts'
import { type Footprint, groundUnder } from './groundUnder.ts'
import type { HeadingPlace } from './headingSearch.ts'

/** The cloud around a gesture, in the gesture's axes. */
export type Surroundings = {
  region: FitRegion
  ground: GroundPlane
  hasGround: boolean
  /** Points that may be of the object, z over the ground: within reach, not much higher than such things are. */
  standing: FlatPoints
  /** The same up to twice as high, z as in the cloud: where the top is has still to be found. */
  overhead: FlatPoints
  /** The sensor positions; empty if they are unknown. */
  sensors: readonly HeadingPlace[]
  /** The height on which a box stands: the ground, or without ground its own lowest points. */
  bottomOf(footprint: Footprint, pointsZ: Float64Array): number
}

type SeenPoints = Pick<FitInput, 'positions' | 'sensorPosition' | 'otherSensors'>
export type Reach = { halfLength: number; halfWidth: number; heightM: number }

/** The ground is looked for this far around: enough to see past a bus. */
const GROUND_REACH_M = 9
const GROUND_THICKNESS_M = 0.2
/** At most this share of low things may pass for ground. */
const GROUND_SHARE = 1 / 6
/** Less ground than one good cell near the object does not count. */
const LEAST_SUPPORT = 0.5
/** With less ground than this, and few points, the lower edges of things around may pass for it. */
const SURE_SUPPORT = 8
const SPARSE_POINTS = 20_000
/** How much farther the ground is then searched than around the object, and how certainly it continues evenly. */
export const FURTHER_M = 120
const STEP_M = 15
const FURTHER_SIGMA_M = 0.2
const FURTHER_SIGMA_SHARE = 0.015
/** From one frame to the next, things rise and sink by no more than about this. */
const BOX_SIGMA_M = 0.3

/** @param standsAtM height of the bottom of a box that is there already, where it is about right */
export function surroundingsOf(
  { positions, sensorPosition, otherSensors = [] }: SeenPoints,
  region: FitRegion,
  reach: Reach,
  standsAtM?: number,
): Surroundings {
  const half = Math.hypot(reach.halfLength, reach.halfWidth)
  const local = pointsAround(positions, region, reachWithGround(reach))
  const halfSize = Math.min(half, Math.hypot(region.halfLength, region.halfWidth))
  const object = region.kind === 'drag' ? region : null
  const ground = groundAround(local, halfSize, object, () => {
    if (standsAtM !== undefined) return standingAt(standsAtM)
    return sensorPosition ? groundTowards(positions, region, sensorPosition) : null
  })
  const lowest = groundThickness(reach.heightM)
  const hasGround = ground.support >= LEAST_SUPPORT
  const from = hasGround ? lowest : -0.5
  const isOver = (i: number, from: number, to: number): boolean => {
    if (Math.abs(local[i]) > reach.halfLength || Math.abs(local[i + 1]) > reach.halfWidth) return false
    const above = local[i + 2] - heightOn(ground, local[i], local[i + 1])
    return above > from && above < to
  }
  return {
    region,
    ground,
    hasGround,
    standing: overGround(
      picked(local, (i) => isOver(i, from, 1.1 * reach.heightM + 0.1)),
      ground,
    ),
    overhead: picked(local, (i) => isOver(i, from, 2 * reach.heightM + 0.5)),
    sensors: sensorPosition ? [sensorPosition, ...otherSensors].map((at) => inRegion(region, at)) : [],
    bottomOf(footprint, pointsZ) {
      if (hasGround || pointsZ.length === 0) return groundUnder(local, ground, footprint)
      return pointsZ.reduce((low, z) => Math.min(low, z), Number.POSITIVE_INFINITY)
    },
  }
}

/**
 * The plane around the object. If so few beams meet it that the lower edges of things around are as numerous and flat
 * as the road, the ground farther away counts too.
 */
function groundAround(
  local: Float64Array,
  halfSizeM: number,
  object: HalfSides | null,
  further: () => ExpectedGround | null,
): GroundPlane {
  const near = groundPlane(local, halfSizeM, object)
  const expected = near.support < SURE_SUPPORT && isSparse(local) ? further() : null
  if (!expected) return near
  const both = groundPlane(local, halfSizeM, object, expected)
  return both.support < LEAST_SUPPORT ? expected.plane : both
}

/** Whether so few points are around an object that farther ones may be needed to find the ground. */
export const isSparse = (positions: Positions): boolean => positions.length < 3 * SPARSE_POINTS

const standingAt = (height: number): ExpectedGround => ({
  plane: { height, slopeU: 0, slopeV: 0, support: LEAST_SUPPORT },
  sigmaM: BOX_SIGMA_M,
})

/** The ground extended from the nearest certain place towards the sensor, in the region's axes. */
function groundTowards(positions: Positions, region: FitRegion, sensor: Vec3): ExpectedGround | null {
  const { u, v } = inRegion(region, sensor)
  const awayM = Math.hypot(u, v)
  for (let towardsM = STEP_M; towardsM < FURTHER_M; towardsM += STEP_M) {
    const share = Math.min(1, towardsM / Math.max(awayM, 1e-9))
    const there = { u: share * u, v: share * v }
    const around = pointsAround(positions, { ...region, middle: fromRegion(region, there) }, STEP_M)
    const plane = groundPlane(around, 0, null)
    if (plane.support >= SURE_SUPPORT) {
      const height = heightOn(plane, -there.u, -there.v)
      return { plane: { ...plane, height }, sigmaM: FURTHER_SIGMA_M + FURTHER_SIGMA_SHARE * share * awayM }
    }
    if (share === 1) break
  }
  return null
}

/** How far from its middle points are looked at, those of the ground included. */
export function reachWithGround({ halfLength, halfWidth }: Reach): number {
  return Math.hypot(halfLength, halfWidth) + GROUND_REACH_M
}

function groundThickness(heightM: number): number {
  return Math.min(GROUND_THICKNESS_M, heightM * GROUND_SHARE)
}

/** Whether the point, given in the frame of the cloud, is too high to be ground. */
export function standsOnGround({ ground, region }: Surroundings, point: Vec3, heightM: number): boolean {
  const { u, v } = inRegion(region, point)
  return point.z - heightOn(ground, u, v) > groundThickness(heightM)
}

export function inRegion({ middle, yawRad }: FitRegion, at: { x: number; y: number }): HeadingPlace {
  const dx = at.x - middle.x
  const dy = at.y - middle.y
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { u: cos * dx + sin * dy, v: -sin * dx + cos * dy }
}

export function fromRegion({ middle, yawRad }: FitRegion, { u, v }: HeadingPlace): { x: number; y: number } {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  return { x: middle.x + cos * u - sin * v, y: middle.y + sin * u + cos * v }
}

function picked(local: Float64Array, keep: (i: number) => boolean): FlatPoints {
  const kept = new Uint32Array(local.length / 3)
  let count = 0
  for (let i = 0; i < local.length; i += 3) if (keep(i)) kept[count++] = i
  const points = { u: new Float64Array(count), v: new Float64Array(count), z: new Float64Array(count), count }
  for (let k = 0; k < count; k++) {
    points.u[k] = local[kept[k]]
    points.v[k] = local[kept[k] + 1]
    points.z[k] = local[kept[k] + 2]
  }
  return points
}

function overGround({ u, v, z, count }: FlatPoints, ground: GroundPlane): FlatPoints {
  return { u, v, z: z.map((height, i) => height - heightOn(ground, u[i], v[i])), count }
}

function pointsAround(positions: Positions, { middle, yawRad }: FitRegion, reachM: number): Float64Array {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  const near = new Uint32Array(positions.length / 3)
  let count = 0
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const dx = positions[i] - middle.x
    const dy = positions[i + 1] - middle.y
    // Written so that NaN fails.
    if (dx * dx + dy * dy <= reachM * reachM && Number.isFinite(positions[i + 2])) near[count++] = i
  }
  const local = new Float64Array(3 * count)
  for (let k = 0; k < count; k++) {
    const dx = positions[near[k]] - middle.x
    const dy = positions[near[k] + 1] - middle.y
    local[3 * k] = cos * dx + sin * dy
    local[3 * k + 1] = -sin * dx + cos * dy
    local[3 * k + 2] = positions[near[k] + 2]
  }
  return local
}
