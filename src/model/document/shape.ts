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

/** Closed rings; the even-odd rule decides which of them are holes. */
export interface Polygon {
  type: 'polygon'
  rings: readonly (readonly ImagePoint[])[]
}

export interface Line {
  type: 'line'
  points: readonly ImagePoint[]
}

export interface LandmarkPoint extends ImagePoint {
  /** The label of the key point in the skeleton. */
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

/** A point in the job's common frame, in metres. */
export interface SpacePoint extends Vec3 {
  /** Which point of its kind it is: `top`, `left mirror`. */
  name?: string
  /** Absent: unknown. */
  visible?: boolean
}

/** An open line in the common frame: a lane line, a kerb, a cable. */
export interface Polyline3d {
  type: 'polyline3d'
  points: readonly SpacePoint[]
}

/** One point or several that belong together: a pole, the joints of a person. */
export interface Keypoint3d {
  type: 'keypoint3d'
  points: readonly SpacePoint[]
}

export type SpaceShape = Polyline3d | Keypoint3d

export type FlatShape = Rectangle | RotatedRectangle | Ellipse | Polygon | Line | Landmark | Mask | FlatCuboid

/** What a view shows: of an image or a camera flat shapes, of the common frame those of points in space. */
export type ViewShape = FlatShape | SpaceShape

/** What a keyframe of a 3D box holds, in the job's common frame: the size only where it differs from the track's own. */
export interface CuboidPlacement {
  position: Vec3
  /** worldFromBox; norm 1, w ≥ 0. */
  heading: Quaternion
  sizeOverride: Dimensions | null
}
