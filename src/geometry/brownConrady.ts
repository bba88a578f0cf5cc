import type { CameraIntrinsics } from './intrinsics.ts'
import type { FieldDirection, Lens, PlanePoint } from './lens.ts'
import { evaluate, type Polynomial, positiveRoots } from './polynomial.ts'
import { zeroBetween } from './solve.ts'

const MIN_DEPTH_M = 0.05
/** The radius where the view is 1 µrad from sideways; borders beyond it are ignored. */
const MAX_RADIUS = 1e6
const BRACKET_STEPS = 64
const MAX_QUICK_RADIUS = 5

/**
 * Radial 1 + k1 r² + k2 r⁴ + k3 r⁶ + k4 r⁸ and OpenCV's tangential terms. The valid field ends at the first stationary
 * point of the radial mapping r (1 + k1 r² + …): beyond it the formula folds back into the image. The tangential terms
 * do not move that border: with |p| up to 0.002 the image folds just inside it, by 0.04 to 0.2 px at f = 1000 px
 * (measured), and a border that needs no search in two dimensions is the same for all implementations.
 */
export function brownConradyLens(intrinsics: CameraIntrinsics): Lens {
  const { k1, k2, k3, k4, p1, p2 } = intrinsics
  const radial = [1, k1, k2, k3, k4]
  const slopes = [1, 3 * k1, 5 * k2, 7 * k3, 9 * k4]
  const stationary = positiveRoots(slopes, MAX_RADIUS ** 2)
  const maxRadius = stationary.length > 0 ? Math.sqrt(stationary[0]) : Number.POSITIVE_INFINITY
  const hasTangential = p1 !== 0 || p2 !== 0
  const injectiveRadius = radiusOfInjectivity(radial, slopes, Math.hypot(p1, p2), Math.min(maxRadius, MAX_QUICK_RADIUS))

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

  /** Bracketing in r: slower, but safe up to the border, where the slope is zero. */
  function safely(d: PlanePoint): PlanePoint | null {
    const excess = (r: number): number => {
      const x = candidate(d, r)
      // Where no x exists, r is too large for this d: the same sign as a candidate that falls short of r.
      return x === null ? -r : Math.hypot(x.x, x.y) - r
    }
    const slope = (r: number): number => {
      const step = 1e-6 * (1 + r)
      return (excess(r + step) - excess(r - step)) / (2 * step)
    }
    let upper = Math.min(maxRadius, 1)
    while (upper < maxRadius && excess(upper) > 0 && upper < MAX_RADIUS) upper = Math.min(maxRadius, upper * 2)
    // With tangential terms d may be met twice before the border: the first time counts.
    const steps = hasTangential ? BRACKET_STEPS : 1
    let before = excess(0)
    for (let i = 1; i <= steps; i++) {
      const end = (upper * i) / steps
      const after = excess(end)
      if (before > 0 !== after > 0) {
        const plane = candidate(d, zeroBetween(excess, slope, (upper * (i - 1)) / steps, end))
        const back = plane && distort(plane.x, plane.y, 1)
        // A candidate that vanished inside the bracket looks like a zero but is not one.
        if (back && Math.hypot(back.x - d.x, back.y - d.y) <= 1e-9 * (1 + Math.hypot(d.x, d.y))) return plane
      }
      before = after
    }
    return null
  }

  /** Newton's steps in the plane: what they find inside `injectiveRadius` is the only answer there is. */
  function quickly(d: PlanePoint): PlanePoint | null {
    let x = d.x
    let y = d.y
    for (let i = 0; i < 12; i++) {
      const r2 = x * x + y * y
      if (!(r2 < 4 * injectiveRadius * injectiveRadius)) return null
      const factor = evaluate(radial, r2)
      const bend = 2 * (k1 + r2 * (2 * k2 + r2 * (3 * k3 + r2 * 4 * k4)))
      const ex = x * factor + 2 * p1 * x * y + p2 * (r2 + 2 * x * x) - d.x
      const ey = y * factor + p1 * (r2 + 2 * y * y) + 2 * p2 * x * y - d.y
      if (Math.abs(ex) + Math.abs(ey) < 1e-14) return r2 < injectiveRadius * injectiveRadius ? { x, y } : null
      const xx = factor + x * x * bend + 2 * p1 * y + 6 * p2 * x
      const yy = factor + y * y * bend + 6 * p1 * y + 2 * p2 * x
      const xy = x * y * bend + 2 * p1 * x + 2 * p2 * y
      const determinant = xx * yy - xy * xy
      x -= (ex * yy - ey * xy) / determinant
      y -= (ey * xx - ex * xy) / determinant
    }
    return null
  }

  function directionOf(d: PlanePoint): FieldDirection | null {
    if (d.x === 0 && d.y === 0) return { offAxisRad: 0, azimuthRad: 0 }
    const plane = quickly(d) ?? safely(d)
    return plane && { offAxisRad: Math.atan(Math.hypot(plane.x, plane.y)), azimuthRad: Math.atan2(plane.y, plane.x) }
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

/**
 * A radius inside which no two points have the same image. The Jacobian is symmetric: radially and across it has the
 * eigenvalues (r ρ)' and ρ, and the tangential terms change them by at most 6 r |p|. Where all stay above zero it is
 * positive definite, and a map with such a Jacobian on a convex set is injective.
 */
function radiusOfInjectivity(radial: Polynomial, slopes: Polynomial, tangential: number, upTo: number): number {
  const steps = 200
  for (let i = 1; i <= steps; i++) {
    const r = (upTo * i) / steps
    if (Math.min(evaluate(radial, r * r), evaluate(slopes, r * r)) <= 6 * r * tangential + 0.01) {
      return (upTo * (i - 1)) / steps
    }
  }
  return upTo
}
