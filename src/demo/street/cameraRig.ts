import { type CameraIntrinsics, DEFAULT_INTRINSICS } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { multiplyQuaternions, normalizeQuaternion, quaternionFromYaw } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/** A camera with its mounting pose. */
export type MountedCamera = { sensorId: string; name: string; egoFromCamera: Pose; intrinsics: CameraIntrinsics }

/** Optical axes (z forward, x right, y down) seen from a body that looks along x, z up. */
const BODY_FROM_OPTICAL = { w: 0.5, x: -0.5, y: 0.5, z: -0.5 }

function mounted(position: Vec3, yawRad: number): Pose {
  return {
    position,
    heading: normalizeQuaternion(multiplyQuaternions(quaternionFromYaw(yawRad), BODY_FROM_OPTICAL)),
  }
}

/**
 * A front camera with the barrel distortion of a cheap wide lens, and a fisheye on the left with a view of more than
 * 90° to each side.
 */
export function cameraRig(width: number, height: number): MountedCamera[] {
  return [
    {
      sensorId: 'front',
      name: 'Front camera',
      egoFromCamera: mounted({ x: 1.9, y: 0, z: 1.55 }, 0.01),
      intrinsics: {
        ...DEFAULT_INTRINSICS,
        fx: 0.68 * width,
        fy: 0.682 * width,
        cx: width / 2 - 3.2,
        cy: height / 2 + 1.7,
        skew: 0.15,
        k1: -0.21,
        k2: 0.045,
        k3: -0.004,
        p1: 0.0006,
        p2: -0.0004,
      },
    },
    {
      sensorId: 'left',
      name: 'Left fisheye',
      egoFromCamera: mounted({ x: 1.2, y: 0.95, z: 1.4 }, Math.PI / 2),
      intrinsics: {
        ...DEFAULT_INTRINSICS,
        cameraModel: 'fisheye',
        fx: 0.285 * width,
        fy: 0.286 * width,
        cx: width / 2 + 1.4,
        cy: height / 2 - 2.1,
        k1: 0.012,
        k2: -0.006,
        k3: 0.001,
        k4: -0.0002,
      },
    },
  ]
}
