import { brownConradyLens } from './brownConrady.ts'
import { type CameraIntrinsics, isProjectable } from './intrinsics.ts'
import type { FieldDirection, Lens, PlanePoint } from './lens.ts'
import { evaluate, positiveRoots } from './polynomial.ts'
import { applyInversePose, identityPose, type Pose } from './pose.ts'
import { zeroBetween } from './solve.ts'
import type { Vec3 } from './vec3.ts'

/** Pixel coordinates of the image as sent; the centre of the first pixel is 0, 0, as in OpenCV. */
export type CameraPixel = { u: number; v: number }

export type CameraImageSize = { width: number; height: number }

/** A calibrated camera. Its own frame is optical: z forward, x right, y down. */
export type Camera = {
  intrinsics: CameraIntrinsics
  commonFromCamera: Pose
  lens: Lens
  /** Null outside the lens model's valid field. */
  imageFromCamera(pointInCamera: Vec3): CameraPixel | null
  imageFromCommon(pointInCommon: Vec3): CameraPixel | null
  /** The formula alone, for points known to be in the valid field or on its border. */
  imageFromField(pointInCamera: Vec3): CameraPixel
  /** Unit ray in the camera's frame; null where the lens sees nothing. */
  cameraRayFromImage(u: number, v: number): Vec3 | null
}

/**
 * u = fx x_d + skew y_d + cx, v = fy y_d + cy, each of the five divided by the scale factor.
 * @throws RangeError when the intrinsics cannot project (isProjectable)
 */
export function createCamera(intrinsics: CameraIntrinsics, commonFromCamera: Pose = identityPose): Camera {
  if (!isProjectable(intrinsics)) throw new RangeError('these intrinsics cannot project')
  const { scaleFactor } = intrinsics
  const fx = intrinsics.fx / scaleFactor
  const fy = intrinsics.fy / scaleFactor
  const cx = intrinsics.cx / scaleFactor
  const cy = intrinsics.cy / scaleFactor
  const skew = intrinsics.skew / scaleFactor
  const lens = intrinsics.cameraModel === 'fisheye' ? fisheyeLens(intrinsics) : brownConradyLens(intrinsics)

  function imageFromField(p: Vec3): CameraPixel {
    const d = lens.distort(p.x, p.y, p.z)
    return { u: fx * d.x + skew * d.y + cx, v: fy * d.y + cy }
  }

  function imageFromCamera(p: Vec3): CameraPixel | null {
    if (!(p.z > lens.minDepthM)) return null
    const sine = Math.hypot(p.x, p.y)
    // The camera's own centre, and the one direction exactly behind it, have no single pixel.
    if (sine === 0 && p.z <= 0) return null
    if (!(Math.atan2(sine, p.z) <= lens.maxOffAxisRad)) return null
    return imageFromField(p)
  }

  function cameraRayFromImage(u: number, v: number): Vec3 | null {
    const y = (v - cy) / fy
    const direction = lens.directionOf({ x: (u - cx - skew * y) / fx, y })
    return direction === null ? null : unitDirection(direction.offAxisRad, direction.azimuthRad)
  }

  return {
    intrinsics,
    commonFromCamera,
    lens,
    imageFromCamera,
    imageFromCommon: (p) => imageFromCamera(applyInversePose(commonFromCamera, p)),
    imageFromField,
    cameraRayFromImage,
  }
}

/** Direction in the camera's frame by its angle off the optical axis and its azimuth from x towards y. */
export function unitDirection(offAxisRad: number, azimuthRad: number): Vec3 {
  const sine = Math.sin(offAxisRad)
  return { x: sine * Math.cos(azimuthRad), y: sine * Math.sin(azimuthRad), z: Math.cos(offAxisRad) }
}

/** Whether the point lies on the image: u from -0.5 to width - 0.5, v alike. */
export function isInsideImage(point: CameraPixel, size: CameraImageSize): boolean {
  return point.u >= -0.5 && point.u <= size.width - 0.5 && point.v >= -0.5 && point.v <= size.height - 0.5
}

/** 0..1 over the image's edges: x = (u + 0.5) / width. */
export function normalizeImagePoint(point: CameraPixel, size: CameraImageSize): { x: number; y: number } {
  return { x: (point.u + 0.5) / size.width, y: (point.v + 0.5) / size.height }
}

export function imagePointFromNormalized(point: { x: number; y: number }, size: CameraImageSize): CameraPixel {
  return { u: point.x * size.width - 0.5, v: point.y * size.height - 0.5 }
}

/**
 * OpenCV's equidistant fisheye (Kannala and Brandt): θ = atan2(√(x²+y²), z), θ_d = θ (1 + k1 θ² + … + k4 θ⁸), up to the
 * first stationary point of θ_d or π. p1 and p2 have no meaning here.
 */
function fisheyeLens(intrinsics: CameraIntrinsics): Lens {
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
