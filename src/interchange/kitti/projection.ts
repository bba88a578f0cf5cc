import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'

/** Intrinsics of a 3 × 4 projection matrix, row by row; pixels. */
export function intrinsicsOfProjection([fx, skew, cx, , , fy, cy]: readonly number[]): Partial<CameraIntrinsics> {
  return { fx, fy, cx, cy, skew }
}

/**
 * The place of a camera in the rectified camera 0, metres: a projection is K [I | t], so its last column is K t, and
 * t is the place of camera 0 in the camera.
 */
export function rectifiedFromCamera([fx, , cx, px, , fy, cy, py, , , , pz]: readonly number[]): Pose {
  const position = { x: -(px - cx * pz) / fx, y: -(py - cy * pz) / fy, z: -pz }
  return { position, heading: identityPose.heading }
}
