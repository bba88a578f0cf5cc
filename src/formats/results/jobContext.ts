import type { Tag } from '../../model/tag.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'
import type { Timestamp } from '../jobBody/timestamp.ts'
import type { PoseWire } from '../jobBody/wire.ts'

/** Pixels of an image as annotated: upright for image and video jobs, as stored for calibrated cameras. */
export interface ImageSize {
  widthPx: number
  heightPx: number
}

export interface FrameContext {
  /** '' for a segmentation job and for an image, which have no frame ids. */
  frameId: string
  /** The address of an image or video frame, as the customer wrote it. */
  src: string | null
  image: ImageSize | null
  /** As sent; null if absent or ignored. */
  timestamp: Timestamp | null
  egoPose: PoseWire | null
  /** Sensors that have data in this frame. */
  sensorIds: ReadonlySet<string>
}

/** What is known of a job when its annotations are read or its result is written. Plain data, filled from the database. */
export interface JobContext {
  jobId: string
  referenceId: string
  tag: Tag
  /** One for an image or a segmentation. */
  frames: readonly FrameContext[]
  /** From sensor_meta, in order; empty for images and videos. */
  sensors: readonly InputSensorMeta[]
  /** Cameras whose images all have one size, if their files are known. */
  cameraSizes?: ReadonlyMap<string, ImageSize>
  /** The EXIF orientation of an image file (1 to 8; 1 if it has none); null if there is no single image. */
  exifOrientation: number | null
  /** The decision about the clouds; null without clouds. */
  pointCloudFrame: 'sensor' | 'common' | null
  /** Points of a segmentation's cloud, NaN points too; null elsewhere. */
  pointCount: number | null
  /** `data.sensor_data.frames` as parsed from the received bytes, repeated in results; empty if absent. */
  inputSensorFrames: readonly unknown[]
}

/** The lidar on which cuboids are delivered: the primary view, otherwise the first of sensor_meta. */
export function cuboidSensor(job: Pick<JobContext, 'sensors'>): InputSensorMeta | null {
  const lidars = job.sensors.filter((sensor) => sensor.modality === 'lidar')
  return lidars.find((sensor) => sensor.primaryView) ?? lidars[0] ?? null
}
