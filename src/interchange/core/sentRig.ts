import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose } from '../../geometry/pose.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'

/** The sensors and frames of a data set, as far as it has them: the body of a job is made from them. */
export interface SentRig {
  sensors: readonly SentSensor[]
  frames: readonly SentRigFrame[]
}

export interface SentSensor {
  id: string
  modality: 'lidar' | 'camera'
  isPrimary?: boolean
  /** The calibration of the stored image; null if it is not calibrated. */
  intrinsics?: Partial<CameraIntrinsics> | null
}

export interface SentRigFrame {
  frameId: string
  timestampNs: bigint | null
  worldFromEgo: Pose | null
  files: readonly SentRigFile[]
}

export interface SentRigFile {
  sensorId: string
  /** The entry or address of the file. */
  source: string
  commonFromSensor: Pose
  /** Pixels of the image, if the data set has them. */
  size?: { widthPx: number; heightPx: number } | null
}

const LIDAR = 'lidar'

/** Clouds of one lidar, each in the coordinates that its labels are in. */
export const lidarRig = (sources: readonly string[], frameIds?: readonly string[]): SentRig => ({
  sensors: [{ id: LIDAR, modality: 'lidar' }],
  frames: sources.map((source, index) => ({
    frameId: frameIds?.[index] ?? String(index),
    timestampNs: null,
    worldFromEgo: null,
    files: [{ sensorId: LIDAR, source, commonFromSensor: identityPose }],
  })),
})

/** Leaves out sensors that a job of that type does not use: a segmentation has one cloud. */
function usedRig({ sensors, frames }: SentRig, annotationType: AnnotationType): SentRig {
  const used = new Set(frames.flatMap(({ files }) => files.map(({ sensorId }) => sensorId)))
  const found = sensors.filter(({ id }) => used.has(id))
  if (!rulesOf(annotationType).hasLabels) return { sensors: found, frames }
  const [first] = found.filter(({ modality }) => modality === 'lidar')
  const files = frames[0]?.files.filter(({ sensorId }) => sensorId === first?.id) ?? []
  return { sensors: first ? [first] : [], frames: frames.slice(0, 1).map((frame) => ({ ...frame, files })) }
}

/** Jobs take clouds as PCD: for clouds of other kinds, a PCD of the same name is looked for. */
const CLOUD = /(?:\.pcd)?\.(?:bin|feather|las|laz|ply|npy)$/i

export const asPcd = (source: string): string => source.replace(CLOUD, '.pcd')

/** `data` of a job body; `urlOf` answers where a file of the data set is. */
export function rigJobData(rig: SentRig, annotationType: AnnotationType, urlOf: (source: string) => string): object {
  const { sensors, frames } = usedRig(rig, annotationType)
  const lidars = new Set(sensors.flatMap(({ id, modality }) => (modality === 'lidar' ? [id] : [])))
  const wireFrames = frames.map(({ frameId, timestampNs, worldFromEgo, files }) => ({
    frame_id: frameId,
    ...(timestampNs !== null && { timestamp: String(timestampNs) }),
    ...(worldFromEgo && { ego_pose: worldFromEgo }),
    sensors: files.map(({ sensorId, source, commonFromSensor }) => ({
      sensor_id: sensorId,
      data_url: urlOf(lidars.has(sensorId) ? asPcd(source) : source),
      sensor_pose: commonFromSensor,
    })),
  }))
  const sensor_meta = sensors.map(sensorMeta)
  if (!rulesOf(annotationType).hasLabels)
    return { sensor_data: { frames: wireFrames, sensor_meta, point_cloud_frame: 'sensor' } }
  const [{ frame_id: _, ...frame }] = wireFrames
  return { sensor_data: { ...frame, sensor_meta, point_cloud_frame: 'sensor' } }
}

function sensorMeta({ id, modality, isPrimary, intrinsics }: SentSensor): object {
  const { cameraModel, scaleFactor, ...numbers } = intrinsics ?? {}
  const camera = {
    ...numbers,
    ...(scaleFactor !== undefined && { scale_factor: scaleFactor }),
    ...(cameraModel && { camera_model: cameraModel }),
  }
  return { id, name: id, modality, ...(isPrimary && { primary_view: true }), ...(intrinsics && { intrinsics: camera }) }
}
