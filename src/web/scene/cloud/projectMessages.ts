import type { CameraIntrinsics } from '../../../geometry/intrinsics.ts'
import type { Pose } from '../../../geometry/pose.ts'

export interface ProjectRequest {
  /** The worker's own copy. */
  positions: Float32Array
  intrinsics: CameraIntrinsics
  cameraFromChunk: Pose
  width: number
  height: number
}
export interface ProjectAnswer {
  /** u, v, depth of the points on the image, after one another. */
  points: Float32Array
  /** Numbers of these points in their cloud. */
  indices: Uint32Array
}
