import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, invertPose, type Pose } from '../../geometry/pose.ts'
import { multiplyQuaternions, quaternionFromMatrix, rotate } from '../../geometry/quaternion.ts'
import type { ImportTarget, SentArchive, TargetFrame, TargetSensor } from '../core/reader.ts'
import { projectionOf } from './calibration.ts'

/** The values that are read from a calibration file. */
export interface ReadCalibration {
  /** P2, row by row. */
  projection: readonly number[] | null
  /** From the lidar to the rectified camera of the labels. */
  cameraFromLidar: Pose | null
  /** From the vehicle's receiver to the lidar. */
  lidarFromEgo: Pose | null
}

/** The numbers of each row by its name, which a colon or a blank ends; NaN for words that are not numbers. */
export function calibrationRows(text: string): Map<string, number[]> {
  return new Map(
    text.split('\n').map((line) => {
      const [name, ...values] = line.trim().split(/[\s:]+/)
      return [name, values.filter((value) => value !== '').map(Number)]
    }),
  )
}

/** null if the file is missing. */
export async function readCalibration(archive: SentArchive, file: string): Promise<ReadCalibration | null> {
  if (!archive.has(file)) return null
  const all = calibrationRows(await archive.readText(file))
  const rows = new Map([...all].filter(([, numbers]) => numbers.every(Number.isFinite)))
  const lidar = rows.get('Tr_velo_to_cam') ?? rows.get('Tr_velo_cam')
  const rectify = rows.get('R0_rect') ?? rows.get('R_rect')
  const ego = rows.get('Tr_imu_to_velo') ?? rows.get('Tr_imu_velo')
  const projection = rows.get('P2')
  return {
    projection: projection?.length === 12 ? projection : null,
    cameraFromLidar: lidar?.length === 12 ? rectified(lidar, rectify?.length === 9 ? rectify : null) : null,
    lidarFromEgo: ego?.length === 12 ? rectified(ego, null) : null,
  }
}

function rectified(lidar: readonly number[], rectify: readonly number[] | null): Pose | null {
  const rotation = [0, 1, 2, 4, 5, 6, 8, 9, 10].map((index) => lidar[index])
  const position = { x: lidar[3], y: lidar[7], z: lidar[11] }
  try {
    const heading = quaternionFromMatrix(rotation)
    if (!rectify) return { position, heading }
    const turn = quaternionFromMatrix(rectify)
    return { position: rotate(turn, position), heading: multiplyQuaternions(turn, heading) }
  } catch (error) {
    // The numbers are not a rotation.
    if (error instanceof RangeError) return null
    throw error
  }
}

/** The camera of the labels: the one with that projection, otherwise the first calibrated one. */
export function cameraFor(
  { sensors }: ImportTarget,
  calibration: ReadCalibration | null,
): { camera: TargetSensor | null; isExact: boolean } {
  const calibrated = sensors.filter(({ intrinsics }) => intrinsics !== null)
  const exact = calibrated.find(({ intrinsics }) => intrinsics && isProjection(intrinsics, calibration?.projection))
  return { camera: exact ?? calibrated[0] ?? null, isExact: exact !== undefined }
}

const isProjection = (intrinsics: CameraIntrinsics, given: readonly number[] | null | undefined): boolean =>
  given?.length === 12 && projectionOf(intrinsics).every((value, index) => Math.abs(value - given[index]) <= 1e-3)

/** The pose of the labels' camera: from the job's own camera, or from the lidar and the data set's calibration. */
export function commonFromLabels(
  frame: TargetFrame,
  target: ImportTarget,
  calibration: ReadCalibration | null,
): Pose | null {
  const { camera, isExact } = cameraFor(target, calibration)
  const poseOf = (sensorId: string | undefined) =>
    frame.files.find((file) => file.sensorId === sensorId)?.commonFromSensor ?? null
  const ofCamera = poseOf(camera?.id)
  if (ofCamera && isExact) return ofCamera
  const lidars = target.sensors.filter(({ modality }) => modality === 'lidar')
  const ofLidar = poseOf((lidars.find(({ primaryView }) => primaryView) ?? lidars[0])?.id)
  const { cameraFromLidar = null } = calibration ?? {}
  if (!ofLidar || !cameraFromLidar) return ofCamera
  return composePoses(ofLidar, invertPose(cameraFromLidar))
}
