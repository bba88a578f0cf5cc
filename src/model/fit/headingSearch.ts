import type { FlatPoints } from './cluster.ts'

/** A point closer than this counts as on the face: the noise of a lidar and the roundness of bodies. */
const ON_FACE_M = 0.06
/** More points add nothing about a direction. */
const MOST_POINTS = 1500
const STEPS_DEG = [10, 2, 0.5] as const
const DEGREE = Math.PI / 180

export type Extent = { min: number; max: number }
export type HeadingPlace = { u: number; v: number }

/** Extent of the points along the direction (cos, sin). */
export function extentAlong(points: FlatPoints, cos: number, sin: number): Extent {
  let min = Number.POSITIVE_INFINITY
  let max = Number.NEGATIVE_INFINITY
  for (let i = 0; i < points.count; i++) {
    const at = cos * points.u[i] + sin * points.v[i]
    if (at < min) min = at
    if (at > max) max = at
  }
  return { min, max }
}

/** The side of the extent that the points follow: the one the sensor sees, otherwise the nearer one. */
function seenSide(
  points: FlatPoints,
  cos: number,
  sin: number,
  sensor: HeadingPlace | null,
): { at: number; sign: 1 | -1 } {
  const { min, max } = extentAlong(points, cos, sin)
  const from = sensor ? cos * sensor.u + sin * sensor.v : Number.NaN
  if (from >= max) return { at: max, sign: -1 }
  if (from <= min) return { at: min, sign: 1 }
  let balance = 0
  for (let i = 0; i < points.count; i++) balance += cos * points.u[i] + sin * points.v[i] - (min + max) / 2
  return balance > 0 ? { at: max, sign: -1 } : { at: min, sign: 1 }
}

/**
 * How well a box turned by `yawRad` wraps the points, 0 … 1: the mean of 1 / distance to the nearer of its two seen
 * faces. Formula: the closeness criterion of Zhang, Xu, Dong and Dolan, "Efficient L-shape fitting", 2017.
 */
export function closeness(points: FlatPoints, yawRad: number, sensor: HeadingPlace | null): number {
  const cos = Math.cos(yawRad)
  const sin = Math.sin(yawRad)
  const along = seenSide(points, cos, sin, sensor)
  const across = seenSide(points, -sin, cos, sensor)
  const step = Math.max(1, points.count / MOST_POINTS)
  let sum = 0
  let count = 0
  for (let k = 0; k < points.count; k += step) {
    const i = Math.floor(k)
    const a = along.sign * (cos * points.u[i] + sin * points.v[i] - along.at)
    const b = across.sign * (-sin * points.u[i] + cos * points.v[i] - across.at)
    sum += ON_FACE_M / Math.max(ON_FACE_M, Math.min(a, b))
    count++
  }
  return count > 0 ? sum / count : 0
}

/**
 * The direction of the best closeness within `reachDeg` of `yawRad`, in steps of 10°, 2° and 0.5°; a box is the same
 * after a quarter turn, so 45° covers every direction.
 */
export function searchHeading(
  points: FlatPoints,
  yawRad: number,
  reachDeg: number,
  sensor: HeadingPlace | null,
): { yawRad: number; closeness: number } {
  let best = { yawRad, closeness: closeness(points, yawRad, sensor) }
  let reach = reachDeg
  for (const step of STEPS_DEG) {
    const middle = best.yawRad
    const turns = Math.floor(reach / step)
    for (let k = -turns; k <= turns; k++) {
      const candidate = middle + k * step * DEGREE
      if (k === 0 || Math.abs(candidate - yawRad) > (reachDeg + 1e-9) * DEGREE) continue
      const found = closeness(points, candidate, sensor)
      if (found > best.closeness) best = { yawRad: candidate, closeness: found }
    }
    reach = step
  }
  return best
}

/** The angle in (-π, π]. */
export function wrapped(angleRad: number): number {
  const turned = angleRad - 2 * Math.PI * Math.floor(angleRad / (2 * Math.PI))
  return turned > Math.PI ? turned - 2 * Math.PI : turned
}

/** The direction nearest to `towardsRad` among the four directions of a box, or two (`turnRad` π). */
export function nearestTurn(yawRad: number, towardsRad: number, turnRad = Math.PI / 2): number {
  return wrapped(yawRad + turnRad * Math.round((towardsRad - yawRad) / turnRad))
}
