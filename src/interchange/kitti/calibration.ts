import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { Pose } from '../../geometry/pose.ts'
import { rotationMatrix } from '../../geometry/quaternion.ts'

const number = (value: number): string => value.toExponential(12)
const row = (name: string, values: readonly number[]): string => `${name}: ${values.map(number).join(' ')}`
const IDENTITY_3X3 = [1, 0, 0, 0, 1, 0, 0, 0, 1]
const IDENTITY_3X4 = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0]

interface RigPoses {
  cameraFromLidar: Pose | null
  lidarFromEgo?: Pose | null
}

/** One camera represents all four; images are not rectified, so that rotation is the identity. */
const calibrationRows = (intrinsics: CameraIntrinsics, { cameraFromLidar, lidarFromEgo }: RigPoses) => ({
  projections: ['P0', 'P1', 'P2', 'P3'].map((name) => ({ name, values: projectionOf(intrinsics) })),
  lidar: cameraFromLidar ? matrixOf(cameraFromLidar) : IDENTITY_3X4,
  ego: lidarFromEgo ? matrixOf(lidarFromEgo) : IDENTITY_3X4,
})

/** calib/NNNNNN.txt of the object data set. */
export function calibrationText(intrinsics: CameraIntrinsics, poses: RigPoses): string {
  const { projections, lidar, ego } = calibrationRows(intrinsics, poses)
  const rows = [
    ...projections.map(({ name, values }) => row(name, values)),
    row('R0_rect', IDENTITY_3X3),
    row('Tr_velo_to_cam', lidar),
    row('Tr_imu_to_velo', ego),
  ]
  return `${rows.join('\n')}\n`
}

/** calib/NAME.txt of the tracking data set, which names its last rows differently and has no colons there. */
export function trackingCalibrationText(intrinsics: CameraIntrinsics, poses: RigPoses): string {
  const { projections, lidar, ego } = calibrationRows(intrinsics, poses)
  const bare = (name: string, values: readonly number[]) => row(name, values).replace(':', '')
  const rows = [
    ...projections.map(({ name, values }) => row(name, values)),
    bare('R_rect', IDENTITY_3X3),
    bare('Tr_velo_cam', lidar),
    bare('Tr_imu_velo', ego),
  ]
  return `${rows.join('\n')}\n`
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
function matrixOf({ position, heading }: Pose): number[] {
  const r = rotationMatrix(heading)
  return [...r.slice(0, 3), position.x, ...r.slice(3, 6), position.y, ...r.slice(6, 9), position.z]
}

export const hasDistortion = ({ k1, k2, k3, k4, p1, p2, cameraModel }: CameraIntrinsics): boolean =>
  cameraModel === 'fisheye' || [k1, k2, k3, k4, p1, p2].some((coefficient) => coefficient !== 0)
