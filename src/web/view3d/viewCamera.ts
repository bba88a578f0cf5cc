import { add, dot, norm, scale, subtract, type Vec3 } from '../../geometry/vec3.ts'

/** Size of a view in CSS pixels. */
export interface ViewSize {
  widthPx: number
  heightPx: number
}

export interface ScreenPoint {
  x: number
  y: number
}

/** Between two places of a view. */
export const apartPx = (a: ScreenPoint, b: ScreenPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

/** A place and way of looking, in coordinates relative to the job's origin. right × up = −forward, all of norm 1. */
export interface ViewCamera extends ViewSize {
  eye: Vec3
  right: Vec3
  up: Vec3
  forward: Vec3
  projection: { kind: 'perspective'; tanHalfFov: number } | { kind: 'orthographic'; metresPerPx: number }
  nearM: number
  farM: number
}

export interface Ray {
  origin: Vec3
  /** Norm 1. */
  direction: Vec3
}

/** The ray through a place of the view; CSS pixels from its top left corner. */
export function rayThrough(viewCamera: ViewCamera, { x, y }: ScreenPoint): Ray {
  const { eye, right, up, forward, projection, widthPx, heightPx } = viewCamera
  const fromCentre = { x: x - widthPx / 2, y: heightPx / 2 - y }
  if (projection.kind === 'orthographic') {
    const across = scale(right, fromCentre.x * projection.metresPerPx)
    return { origin: add(eye, add(across, scale(up, fromCentre.y * projection.metresPerPx))), direction: forward }
  }
  const perPx = projection.tanHalfFov / (heightPx / 2)
  const direction = add(forward, add(scale(right, fromCentre.x * perPx), scale(up, fromCentre.y * perPx)))
  return { origin: eye, direction: scale(direction, 1 / norm(direction)) }
}

/** Where a point appears, null behind the eye. `depthM` is along the view direction. */
export function screenOf(viewCamera: ViewCamera, point: Vec3): (ScreenPoint & { depthM: number }) | null {
  const { eye, right, up, forward, projection, widthPx, heightPx } = viewCamera
  const d = subtract(point, eye)
  const depthM = dot(d, forward)
  if (projection.kind === 'perspective' && !(depthM > viewCamera.nearM)) return null
  const pxPerMetre = pixelsPerMetre(viewCamera, depthM)
  if (projection.kind === 'orthographic' && !Number.isFinite(depthM)) return null
  return { x: widthPx / 2 + dot(d, right) * pxPerMetre, y: heightPx / 2 - dot(d, up) * pxPerMetre, depthM }
}

/** The size of a metre across the view at this depth. */
export function pixelsPerMetre({ projection, heightPx }: ViewCamera, depthM: number): number {
  if (projection.kind === 'orthographic') return 1 / projection.metresPerPx
  return heightPx / 2 / (projection.tanHalfFov * depthM)
}

/** Where the ray meets the horizontal plane, null when it runs away from it or along it. */
export function meetPlaneZ({ origin, direction }: Ray, z: number): Vec3 | null {
  const along = (z - origin.z) / direction.z
  if (!Number.isFinite(along) || along < 0) return null
  return add(origin, scale(direction, along))
}

/** Column-major 4 × 4: coordinates of the scene to those of the view (x right, y up, z towards the viewer). */
export function viewMatrix({ eye, right, up, forward }: ViewCamera): number[] {
  return [
    right.x,
    up.x,
    -forward.x,
    0,
    right.y,
    up.y,
    -forward.y,
    0,
    right.z,
    up.z,
    -forward.z,
    0,
    -dot(right, eye),
    -dot(up, eye),
    dot(forward, eye),
    1,
  ]
}

/** Column-major 4 × 4 for clip space with z from −1 to 1. */
export function projectionMatrix({ projection, widthPx, heightPx, nearM, farM }: ViewCamera): number[] {
  const depth = farM - nearM
  if (projection.kind === 'orthographic') {
    const sx = 2 / (widthPx * projection.metresPerPx)
    const sy = 2 / (heightPx * projection.metresPerPx)
    return [sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, -2 / depth, 0, 0, 0, -(farM + nearM) / depth, 1]
  }
  const sy = 1 / projection.tanHalfFov
  const sx = (sy * heightPx) / widthPx
  return [sx, 0, 0, 0, 0, sy, 0, 0, 0, 0, -(farM + nearM) / depth, -1, 0, 0, (-2 * farM * nearM) / depth, 0]
}
