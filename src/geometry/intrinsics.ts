export type CameraModel = 'brown_conrady' | 'fisheye'

/** All numbers resolved. fx, fy, cx, cy, skew in pixels of the image before it was downscaled by `scaleFactor`. */
export type CameraIntrinsics = {
  cameraModel: CameraModel
  fx: number
  fy: number
  cx: number
  cy: number
  skew: number
  k1: number
  k2: number
  k3: number
  k4: number
  p1: number
  p2: number
  scaleFactor: number
}

/** The defaults of the specification where a number was left out; fx = fy = 0 means: shown without projection. */
export const DEFAULT_INTRINSICS: CameraIntrinsics = Object.freeze({
  cameraModel: 'brown_conrady',
  fx: 0,
  fy: 0,
  cx: 0,
  cy: 0,
  skew: 0,
  k1: 0,
  k2: 0,
  k3: 0,
  k4: 0,
  p1: 0,
  p2: 0,
  scaleFactor: 1,
})

/** Whether points can be projected at all with these numbers. */
export function isProjectable(intrinsics: CameraIntrinsics): boolean {
  const { cameraModel: _, ...numbers } = intrinsics
  return (
    intrinsics.fx !== 0 &&
    intrinsics.fy !== 0 &&
    intrinsics.scaleFactor > 0 &&
    Object.values(numbers).every((value) => Number.isFinite(value))
  )
}
