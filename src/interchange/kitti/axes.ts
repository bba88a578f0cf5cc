import {
  multiplyQuaternions,
  normalizeQuaternion,
  type Quaternion,
  quaternionFromYaw,
} from '../../geometry/quaternion.ts'

/** An upright box in the camera's frame, not turned: forward is the camera's right, up is against its y. */
const UPRIGHT: Quaternion = { w: Math.SQRT1_2, x: Math.SQRT1_2, y: 0, z: 0 }

/** cameraFromBox of a box that is turned by KITTI's rotation_y: from the camera's x axis towards its back, clockwise seen from above. */
export const uprightHeading = (rotationYRad: number): Quaternion =>
  normalizeQuaternion(multiplyQuaternions(UPRIGHT, quaternionFromYaw(-rotationYRad)))
