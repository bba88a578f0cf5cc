import type { Cuboid } from '../../geometry/cuboid.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { DistanceLimits } from '../../model/segmentation/pointCloud.ts'
import type { ScreenPoint, ViewCamera } from './viewCamera.ts'

/** Indices of points in the file's order, ascending. */
export type PointIndices = Uint32Array

/** What a stroke is drawn on: a view of the scene, or a camera's image (then places are pixels of the image). */
export type PickSurface =
  | { kind: 'view'; viewCamera: ViewCamera; pointSizePx: number }
  | {
      kind: 'image'
      intrinsics: CameraIntrinsics
      /** To the camera from coordinates relative to the job's origin. */
      cameraFromRelative: Pose
      widthPx: number
      heightPx: number
    }

/** Which points may be taken at all. Places are relative to the job's origin, in metres. */
export interface PickRules {
  /** By slot of the legend, 1 if its points may be selected (only unlabelled ones; only one class). */
  takes: Uint8Array
  /** By slot, 1 if its points are shown: hidden ones are neither selected nor occluding. */
  shows: Uint8Array
  /** Selects only points that no nearer point hides. */
  visibleOnly: boolean
  /** Least and most z. */
  heightsM: readonly [number, number] | null
  crop: Cuboid | null
  /** Left out: points of all distances. */
  distances?: DistanceLimits
  /** Points on the ground count as hidden; left out: they do not. */
  hidesGround?: boolean
}

/** Points that belong together. */
export interface PointCluster {
  indices: PointIndices
  centre: Vec3
}

/**
 * Finds the points of a stroke, off the page's thread. Missing points (NaN) are never found. One stroke at a
 * time: `begin` again when the view, the labels or the rules have changed.
 */
export interface PointPicker {
  begin(surface: PickSurface, rules: PickRules): Promise<void>
  /** Points within `radiusPx` of the way from one place to the next that this stroke has not found before. */
  brush(from: ScreenPoint, to: ScreenPoint, radiusPx: number): Promise<PointIndices>
  /** Points within a closed line: lasso, polygon, rectangle. */
  polygon(corners: readonly ScreenPoint[]): Promise<PointIndices>
  cuboid(cuboid: Cuboid, rules: PickRules): Promise<PointIndices>
  /** Points up to `aboveM` over the ground as a height grid has it. */
  ground(aboveM: number, rules: PickRules): Promise<PointIndices>
  /** The surface around a point, as long as it turns by at most `maxTurnRad` from one place to the next. */
  surface(seed: number, maxTurnRad: number, rules: PickRules): Promise<PointIndices>
  /** Clusters of points within `gapM`, largest first, at least `leastPoints` each. */
  clusters(gapM: number, leastPoints: number, rules: PickRules): Promise<PointCluster[]>
  /**
   * The largest cluster of selectable points near a place, null if none is left. Repeated calls return other clusters
   * until all have been returned.
   */
  nextCluster(from: Vec3, rules: PickRules): Promise<PointCluster | null>
}
