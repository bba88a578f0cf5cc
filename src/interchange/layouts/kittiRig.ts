import type { PointLayout } from '../../formats/clouds/pointLayout.ts'
import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, identityPose, invertPose, type Pose } from '../../geometry/pose.ts'
import { intrinsicsOfProjection, rectifiedFromCamera } from '../kitti/projection.ts'
import { calibrationRows } from '../kitti/readCalibration.ts'
import type { CalibrationCheck } from './calibrationCheck.ts'
import type { LayoutRequest, PlannedFrame, PlannedSensor, SourceFile } from './layout.ts'
import type { SourceArchive } from './sourceArchive.ts'

/** Where the sensors of a drive are. Without the file of a pose, what depends on it has none. */
export interface LidarCalibration {
  /** null: the lidar stands for the vehicle, since where it is mounted is not known. */
  egoFromLidar: Pose | null
  /** By folder, such as `image_02`. */
  cameras: ReadonlyMap<string, { lidarFromCamera: Pose | null; intrinsics: Partial<CameraIntrinsics> }>
}

export const NO_CALIBRATION: LidarCalibration = { egoFromLidar: null, cameras: new Map() }

/** Files of a drive by the number of their frame. */
export interface KittiFiles {
  clouds: ReadonlyMap<string, SourceFile>
  /** By the folder of the camera. */
  images: ReadonlyMap<string, ReadonlyMap<string, SourceFile>>
}

/** Clouds of all data sets of KITTI, and of SemanticKITTI. */
const POINTS: PointLayout = { fields: ['x', 'y', 'z', 'intensity'], type: 'float32' }

/** Names of the rows of a calibration, which each of the data sets calls differently. */
interface RowNames {
  cameraFromLidar: string
  /** The turn from camera 0 to the rectified one; null where poses lead to the rectified one. */
  rectify: string | null
  lidarFromEgo: string | null
}

/**
 * Reads a calibration of one of the benchmarks. Faults go to the check, which the caller finishes.
 *
 * @param cameras folders whose last digit is the number of their projection
 */
export async function readKittiCalibration(
  archive: SourceArchive,
  file: string,
  cameras: readonly string[],
  names: RowNames,
  check: CalibrationCheck,
): Promise<LidarCalibration> {
  const rows = calibrationRows(await archive.readText(file))
  const rigid = (field: string): Pose | null => {
    const m = check.numbers(file, field, rows.get(field), 12)
    const heading =
      m &&
      check.rotation(
        file,
        field,
        [0, 1, 2, 4, 5, 6, 8, 9, 10].map((index) => m[index]),
      )
    return heading && { position: { x: m[3], y: m[7], z: m[11] }, heading }
  }
  const cameraFromLidar = rigid(names.cameraFromLidar)
  const turn = names.rectify === null ? null : check.numbers(file, names.rectify, rows.get(names.rectify), 9)
  const heading = turn && names.rectify !== null ? check.rotation(file, names.rectify, turn) : identityPose.heading
  const rectifiedFromLidar =
    cameraFromLidar && heading && composePoses({ position: identityPose.position, heading }, cameraFromLidar)
  const lidarFromEgo = names.lidarFromEgo !== null && rows.has(names.lidarFromEgo) ? rigid(names.lidarFromEgo) : null
  const found = cameras.flatMap((camera) => {
    const field = `P${camera.slice(-1)}`
    const projection = check.numbers(file, field, rows.get(field), 12)
    if (!projection || !check.focalLengths(file, field, projection[0], projection[5])) return []
    return [[camera, calibratedCamera(projection, rectifiedFromLidar)] as const]
  })
  return { egoFromLidar: lidarFromEgo && invertPose(lidarFromEgo), cameras: new Map(found) }
}

export const calibratedCamera = (projection: readonly number[], rectifiedFromLidar: Pose | null) => ({
  lidarFromCamera: rectifiedFromLidar && composePoses(invertPose(rectifiedFromLidar), rectifiedFromCamera(projection)),
  intrinsics: intrinsicsOfProjection(projection),
})

/** Says once a drive which cameras have no calibration, and what that costs. */
export function warnUncalibrated(
  path: string,
  cameras: readonly string[],
  calibration: LidarCalibration,
  { warn }: LayoutRequest,
): void {
  for (const camera of cameras)
    if (!calibration.cameras.get(camera)?.lidarFromCamera)
      warn({
        code: 'NO_CALIBRATION',
        message: `${camera} of ${path} is not calibrated: it is shown without projection`,
        source: camera,
      })
}

export const kittiSensors = (
  lidar: string,
  cameras: readonly string[],
  calibration: LidarCalibration,
): PlannedSensor[] => [
  { id: lidar, modality: 'lidar', source: lidar, intrinsics: null, pointLayout: POINTS, maxOffsetMs: null },
  ...cameras.map((id): PlannedSensor => {
    const intrinsics = calibration.cameras.get(id)?.intrinsics ?? null
    return { id, modality: 'camera', source: id, intrinsics, pointLayout: null, maxOffsetMs: null }
  }),
]

interface FramePlace {
  calibration: LidarCalibration
  worldFromEgo: Pose | null
  timestampNs: bigint | null
}

/** The frame of one number: its cloud and its pictures, of which any may be missing. */
export function kittiFrame(
  { clouds, images }: KittiFiles,
  stem: string,
  sensors: readonly PlannedSensor[],
  { calibration, worldFromEgo, timestampNs }: FramePlace,
): PlannedFrame {
  const commonFromLidar = composePoses(worldFromEgo ?? identityPose, calibration.egoFromLidar ?? identityPose)
  const files = sensors.flatMap(({ id, modality }) => {
    const file = modality === 'lidar' ? clouds.get(stem) : images.get(id)?.get(stem)
    const lidarFromCamera = calibration.cameras.get(id)?.lidarFromCamera ?? identityPose
    const commonFromSensor = modality === 'lidar' ? commonFromLidar : composePoses(commonFromLidar, lidarFromCamera)
    return file ? [{ sensorId: id, file: { kind: 'source' as const, file }, commonFromSensor }] : []
  })
  return { frameId: stem, timestampNs, worldFromEgo, files }
}

/** Numbers of all frames of a drive, in their order. */
export const kittiStems = ({ clouds, images }: KittiFiles): string[] =>
  [...new Set([...clouds.keys(), ...[...images.values()].flatMap((one) => [...one.keys()])])].sort()
