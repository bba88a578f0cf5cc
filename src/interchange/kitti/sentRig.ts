import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, identityPose, invertPose, type Pose } from '../../geometry/pose.ts'
import { isImageName } from '../core/entryNames.ts'
import type { SentArchive } from '../core/reader.ts'
import type { SentRig, SentRigFrame, SentSensor } from '../core/sentRig.ts'
import { stemOf } from '../core/targetFrames.ts'
import { intrinsicsOfProjection, rectifiedFromCamera } from './projection.ts'
import type { ReadCalibration } from './readCalibration.ts'

const LIDAR = 'velodyne'
const CAMERA = 'image_2'

export interface KittiFrame {
  frameId: string
  /** Entries as the layout has them. */
  cloud: string
  image: string
  worldFromEgo: Pose | null
  calibration: ReadCalibration | null
}

/** Which files there are: those of the archive, and all of the layout where it holds labels alone. */
export function sentFiles({ names }: SentArchive): { hasFile(name: string): boolean; imageOf(wanted: string): string } {
  const images = new Map(names.filter(isImageName).map((name) => [pathOf(name), name]))
  const clouds = new Set(names.filter((name) => /\.(bin|pcd)$/i.test(name)).map(pathOf))
  const isBare = images.size === 0 && clouds.size === 0
  return {
    hasFile: (name) => isBare || images.has(pathOf(name)) || clouds.has(pathOf(name)),
    imageOf: (wanted) => images.get(pathOf(wanted)) ?? wanted,
  }
}

const pathOf = (name: string): string => `${name.replace(/[^/]*$/, '')}${stemOf(name)}`

/** The lidar and the left colour camera. Without the path of the vehicle, the lidar is the common frame. */
export function kittiRig(archive: SentArchive, frames: readonly KittiFrame[]): SentRig {
  const { hasFile, imageOf } = sentFiles(archive)
  const calibrated = frames.find(({ calibration }) => calibration?.projection)
  const sensors: SentSensor[] = [
    { id: LIDAR, modality: 'lidar', isPrimary: true },
    { id: CAMERA, modality: 'camera', intrinsics: intrinsicsOf(calibrated?.calibration?.projection ?? null) },
  ]
  return {
    sensors,
    frames: frames.map(({ frameId, cloud, image, worldFromEgo, calibration }): SentRigFrame => {
      const commonFromLidar = placeOfLidar(worldFromEgo, calibration)
      const files = [{ sensorId: LIDAR, source: cloud, commonFromSensor: commonFromLidar }]
      const lidarFromCamera = calibration && cameraPlace(calibration)
      if (lidarFromCamera)
        files.push({
          sensorId: CAMERA,
          source: imageOf(image),
          commonFromSensor: composePoses(commonFromLidar, lidarFromCamera),
        })
      return { frameId, timestampNs: null, worldFromEgo, files: files.filter(({ source }) => hasFile(source)) }
    }),
  }
}

const placeOfLidar = (worldFromEgo: Pose | null, calibration: ReadCalibration | null): Pose =>
  worldFromEgo ? composePoses(worldFromEgo, invertPose(calibration?.lidarFromEgo ?? identityPose)) : identityPose

function cameraPlace({ projection, cameraFromLidar }: ReadCalibration): Pose | null {
  if (!projection || !cameraFromLidar) return null
  return composePoses(invertPose(cameraFromLidar), rectifiedFromCamera(projection))
}

const intrinsicsOf = (projection: readonly number[] | null): Partial<CameraIntrinsics> | null =>
  projection && intrinsicsOfProjection(projection)
