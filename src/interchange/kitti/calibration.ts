import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'

const number = (value: number): string => value.toExponential(12)
const row = (name: string, values: readonly number[]): string => `${name}: ${values.map(number).join(' ')}`
const IDENTITY_3X3 = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const IDENTITY_3X4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

/** calib/NNNNNN.txt: one camera stands for all four; images are not rectified, so R0_rect is the identity. */
export function calibrationText(intrinsics: CameraIntrinsics, cameraFromLidar: Pose | null): string {
  const projection = projectionOf(intrinsics)
  return `${[
    ...['P0', 'P1', 'P2', 'P3'].map((name) => row(name, projection)),
    row('R0_rect', IDENTITY_3X3),
    row('Tr_velo_to_cam', cameraFromLidar ? matrixOf(cameraFromLidar) : IDENTITY_3X4),
    row('Tr_imu_to_velo', IDENTITY_3X4),
  ].join('\n')}\n`
}

export const projectionOf = ({ fx, fy, cx, cy, skew, scaleFactor: s }: CameraIntrinsics): number[] => [
  fx / s,
  skew / s,
  cx / s,
  0,
  0,
  fy / s,
  cy / s,
  0,
  0,
  0,
  1,
  0,
]

/** The upper three rows, row by row. */
export function matrixOf({ position, heading }: Pose): number[] {
  const r = rotationMatrix(heading)
  return [...r.slice(0, 3), position.x, ...r.slice(3, 6), position.y, ...r.slice(6, 9), position.z]
}

export const hasDistortion = ({ k1, k2, k3, k4, p1, p2, cameraModel }: CameraIntrinsics): boolean =>
  cameraModel === 'fisheye' || [k1, k2, k3, k4, p1, p2].some((coefficient) => coefficient !== 0)
