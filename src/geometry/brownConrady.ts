import type { CameraIntrinsics } from './intrinsics.ts'
import type { FieldDirection, Lens, PlanePoint } from './lens.ts'
import { evaluate, positiveRoots } from './polynomial.ts'
import { zeroBetween } from './solve.ts'

const MIN_DEPTH_M = 0.05
/** A radius where the view is 1 µrad from sideways: a border beyond it is none. */
const MAX_RADIUS = 1e6
const BRACKET_STEPS = 64

/**
 * Radial 1 + k1 r² + k2 r⁴ + k3 r⁶ + k4 r⁸ and OpenCV's tangential terms. The valid field ends at the first
 * stationary point of the radial mapping r (1 + k1 r² + …): beyond it the formula folds back into the image.
 * The tangential terms do not move that border: with |p| up to 0.002 the image folds just inside it, by 0.04 to
 * 0.2 px at f = 1000 px (measured), and everybody finds the same border only if it needs no search in two dimensions.
 */
export function brownConradyLens(intrinsics: CameraIntrinsics): Lens {
  const { k1, k2, k3, k4, p1, p2 } = intrinsics
  const radial = [1, k1, k2, k3, k4]
  const slopes = [1, 3 * k1, 5 * k2, 7 * k3, 9 * k4]
  const stationary = positiveRoots(slopes, MAX_RADIUS ** 2)
  const maxRadius = stationary.length > 0 ? Math.sqrt(stationary[0]) : Number.POSITIVE_INFINITY
  const hasTangential = p1 !== 0 || p2 !== 0

  function distort(px: number, py: number, pz: number): PlanePoint {
    const x = px / pz
    const y = py / pz
    const r2 = x * x + y * y
    const factor = evaluate(radial, r2)
    return {
      x: x * factor + 2 * p1 * x * y + p2 * (r2 + 2 * x * x),
      y: y * factor + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y,
    }
  }

  /**
   * With q = (p2, p1) and t = q·x the model reads d = x (ρ + 2t) + r² q, so t solves 2t² + ρ t = q·d − r² |q|².
   * For a given r this leaves one x, and the inverse is the zero of |x(r)| − r: one unknown, safe to bracket.
   */
  function candidate(d: PlanePoint, r: number): PlanePoint | null {
    const r2 = r * r
    const rho = evaluate(radial, r2)
    const root = rho * rho + 8 * (p2 * d.x + p1 * d.y - r2 * (p1 * p1 + p2 * p2))
    if (!(root >= 0)) return null
    const factor = (rho + Math.sqrt(root)) / 2
    return factor > 0 ? { x: (d.x - r2 * p2) / factor, y: (d.y - r2 * p1) / factor } : null
  }

  function radiusOf(d: PlanePoint): number | null {
    const excess = (r: number): number => {
      const x = candidate(d, r)
      // Where no x exists r is too large for this d: the same side as a candidate that falls short of r.
      return x === null ? -r : Math.hypot(x.x, x.y) - r
    }
    const slope = (r: number): number => {
      const step = 1e-6 * (1 + r)
      return (excess(r + step) - excess(r - step)) / (2 * step)
    }
    let upper = Math.min(maxRadius, 1)
    while (upper < maxRadius && excess(upper) > 0 && upper < MAX_RADIUS) upper = Math.min(maxRadius, upper * 2)
    if (!hasTangential && excess(upper) > 0) return null
    // With tangential terms d may be met twice before the border: the first time counts.
    const steps = hasTangential ? BRACKET_STEPS : 1
    for (let i = 1; i <= steps; i++) {
      const end = (upper * i) / steps
      if (excess(end) <= 0) return zeroBetween(excess, slope, (upper * (i - 1)) / steps, end)
    }
    return null
  }

  function directionOf(d: PlanePoint): FieldDirection | null {
    if (d.x === 0 && d.y === 0) return { offAxisRad: 0, azimuthRad: 0 }
    const r = radiusOf(d)
    const plane = r === null ? null : candidate(d, r)
    if (r === null || plane === null) return null
    const back = distort(plane.x, plane.y, 1)
    // A candidate that vanished inside the bracket looks like a zero and is none.
    if (!(Math.hypot(back.x - d.x, back.y - d.y) <= 1e-9 * (1 + Math.hypot(d.x, d.y)))) return null
    return { offAxisRad: Math.atan(r), azimuthRad: Math.atan2(plane.y, plane.x) }
  }

  function foldOffAxisRad(azimuthRad: number): number | null {
    if (!hasTangential || !Number.isFinite(maxRadius)) return null
    const c = Math.cos(azimuthRad)
    const s = Math.sin(azimuthRad)
    const determinant = (r: number): number => {
      const factor = evaluate(radial, r * r)
      const outward = evaluate(slopes, r * r)
      const along = 2 * r * (p2 * c + p1 * s)
      const across = 2 * r * (p1 * c - p2 * s)
      // Jacobian in radial and tangential direction: d = r ρ e + r² (2 (q·e) e + q).
      return (outward + 3 * along) * (factor + along) - across * across
    }
    const from = maxRadius * 0.5
    if (determinant(maxRadius) > 0 || determinant(from) <= 0) return null
    return Math.atan(zeroBetween(determinant, () => Number.NaN, from, maxRadius))
  }

  return { maxOffAxisRad: Math.atan(maxRadius), minDepthM: MIN_DEPTH_M, distort, directionOf, foldOffAxisRad }
}
