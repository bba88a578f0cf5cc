/** A point of the plane z = 1 in front of the camera, without unit; x right, y down. */
export type PlanePoint = { x: number; y: number }

/** Half opening and azimuth of a viewing direction: angle off the optical axis, and from x (right) towards y (down). */
export type FieldDirection = { offAxisRad: number; azimuthRad: number }

/**
 * The mapping between a direction and the pixel grid. The valid field is the cone of half angle `maxOffAxisRad`
 * around z, in front of the plane z = `minDepthM`.
 */
export type Lens = {
  maxOffAxisRad: number
  /** -Infinity where the lens sees behind the camera plane. */
  minDepthM: number
  /** Distorted plane coordinates by the formula alone: the caller has made sure of the valid field. */
  distort(x: number, y: number, z: number): PlanePoint
  /** The direction seen at distorted plane coordinates; null outside the field of view. */
  directionOf(distorted: PlanePoint): FieldDirection | null
  /** Angle off the axis where the image folds back at this azimuth, before the valid field ends; null where nowhere. */
  foldOffAxisRad(azimuthRad: number): number | null
}
