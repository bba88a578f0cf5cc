import { composePoses, identityPose, invertPose, type Pose } from '../../../geometry/pose.ts'
import { calibrationRows } from '../../kitti/readCalibration.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import { calibratedCamera, type LidarCalibration } from '../kittiRig.ts'
import type { LayoutRequest } from '../layout.ts'
import type { SourceArchive } from '../sourceArchive.ts'

const CAMERAS_FILE = 'calib_cam_to_cam.txt'
const LIDAR_FILE = 'calib_velo_to_cam.txt'
const EGO_FILE = 'calib_imu_to_velo.txt'

/**
 * Reads calib_*.txt of a folder as the development kit does: cameras by P_rect and R_rect_00.
 * @throws SourceError CALIBRATION_INVALID
 */
export async function readDayCalibration(
  archive: SourceArchive,
  folder: string,
  cameras: readonly string[],
  { fail }: Pick<LayoutRequest, 'fail'>,
): Promise<LidarCalibration> {
  const check = new CalibrationCheck(fail)
  const lidarFromEgo = await readRigid(archive, `${folder}${EGO_FILE}`, check)
  const cameraFromLidar = await readRigid(archive, `${folder}${LIDAR_FILE}`, check)
  const file = `${folder}${CAMERAS_FILE}`
  const rows = archive.has(file) ? calibrationRows(await archive.readText(file)) : null
  const turn = rows && numbersIn(rows, file, 'R_rect_00', 9, check)
  const heading = turn && check.rotation(file, 'R_rect_00', turn)
  const rectifiedFromLidar =
    heading && cameraFromLidar && composePoses({ position: identityPose.position, heading }, cameraFromLidar)
  const found = cameras.flatMap((camera) => {
    const field = `P_rect_${camera.slice(-2)}`
    const projection = rows && numbersIn(rows, file, field, 12, check)
    if (!projection || !check.focalLengths(file, field, projection[0], projection[5])) return []
    return [[camera, calibratedCamera(projection, rectifiedFromLidar)] as const]
  })
  check.finish()
  return { egoFromLidar: lidarFromEgo && invertPose(lidarFromEgo), cameras: new Map(found) }
}

/** R and T of a file; null where there is no such file. */
async function readRigid(archive: SourceArchive, file: string, check: CalibrationCheck): Promise<Pose | null> {
  if (!archive.has(file)) return null
  const rows = calibrationRows(await archive.readText(file))
  const [turn, place] = [numbersIn(rows, file, 'R', 9, check), numbersIn(rows, file, 'T', 3, check)]
  const heading = turn && check.rotation(file, 'R', turn)
  if (!heading || !place) return null
  const [x, y, z] = place
  return { position: { x, y, z }, heading }
}

const numbersIn = (
  rows: ReadonlyMap<string, number[]>,
  file: string,
  field: string,
  count: number,
  check: CalibrationCheck,
): number[] | null => check.numbers(file, field, rows.get(field), count)
