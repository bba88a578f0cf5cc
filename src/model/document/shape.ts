import type { Dimensions } from '../../geometry/cuboid.ts'
import type { Quaternion } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/** Normalised image coordinates, 0..1 over the image's edges, origin top left. */
export interface ImagePoint {
  x: number
  y: number
}

export interface Rectangle {
  type: 'rectangle'
  left: number
  top: number
  right: number
  bottom: number
}

/** Size in pixels, rotation in radians clockwise on the screen; the centre is normalised. */
export interface RotatedRectangle {
  type: 'rotated_rectangle'
  center: ImagePoint
  widthPx: number
  heightPx: number
  rotationRad: number
}

export interface Ellipse {
  type: 'ellipse'
  center: ImagePoint
  radiusXPx: number
  radiusYPx: number
  rotationRad: number
}

/** Closed rings; which of them are holes follows from the even-odd rule. */
export interface Polygon {
  type: 'polygon'
  rings: readonly (readonly ImagePoint[])[]
}

export interface Line {
  type: 'line'
  points: readonly ImagePoint[]
}

export interface LandmarkPoint extends ImagePoint {
  /** Which keypoint of the skeleton it is. */
  label: number
  visible: boolean
}

export interface Landmark {
  type: 'landmark'
  points: readonly LandmarkPoint[]
}

/** Run lengths column by column, beginning with background (uncompressed COCO). */
export interface Mask {
  type: 'mask'
  heightPx: number
  widthPx: number
  counts: readonly number[]
}

/** A box drawn in an image: front face top-left, top-right, bottom-right, bottom-left, then the back face alike. */
export interface FlatCuboid {
  type: 'cuboid'
  points: readonly ImagePoint[]
}

export type FlatShape = Rectangle | RotatedRectangle | Ellipse | Polygon | Line | Landmark | Mask | FlatCuboid

/** What a keyframe of a 3D box holds, in the job's common frame: the size only where it differs from the track's own. */
export interface CuboidPlacement {
  position: Vec3
  /** worldFromBox; norm 1, w ≥ 0. */
  heading: Quaternion
  sizeOverride: Dimensions | null
}
