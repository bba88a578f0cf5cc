import type { CameraIntrinsics } from './intrinsics.ts'
import type { FieldDirection, Lens, PlanePoint } from './lens.ts'
import { evaluate, positiveRoots } from './polynomial.ts'
import { zeroBetween } from './solve.ts'

/**
 * OpenCV's equidistant fisheye (Kannala and Brandt): θ = atan2(√(x²+y²), z), θ_d = θ (1 + k1 θ² + … + k4 θ⁸), up to the
 * first stationary point of θ_d or π. p1 and p2 have no meaning here.
 */
export function fisheyeLens(intrinsics: CameraIntrinsics): Lens {
  const { k1, k2, k3, k4 } = intrinsics
  const factors = [1, k1, k2, k3, k4]
  const slopes = [1, 3 * k1, 5 * k2, 7 * k3, 9 * k4]
  const stationary = positiveRoots(slopes, Math.PI ** 2)
  const maxOffAxisRad = stationary.length > 0 ? Math.sqrt(stationary[0]) : Math.PI
  const distorted = (theta: number): number => theta * evaluate(factors, theta * theta)

  function distort(x: number, y: number, z: number): PlanePoint {
    const sine = Math.hypot(x, y)
    if (sine === 0) return { x: 0, y: 0 }
    const stretch = distorted(Math.atan2(sine, z)) / sine
    return { x: x * stretch, y: y * stretch }
  }

  function directionOf(d: PlanePoint): FieldDirection | null {
    const radius = Math.hypot(d.x, d.y)
    const azimuthRad = Math.atan2(d.y, d.x)
    if (radius === 0) return { offAxisRad: 0, azimuthRad: 0 }
    const excess = (theta: number): number => distorted(theta) - radius
    const atBorder = excess(maxOffAxisRad)
    if (!(atBorder >= 0)) return null
    if (atBorder === 0) return { offAxisRad: maxOffAxisRad, azimuthRad }
    const slope = (theta: number): number => evaluate(slopes, theta * theta)
    return { offAxisRad: zeroBetween(excess, slope, 0, maxOffAxisRad), azimuthRad }
  }

  return { maxOffAxisRad, minDepthM: Number.NEGATIVE_INFINITY, distort, directionOf, foldOffAxisRad: () => null }
}
