import type { Tag } from '../../model/tag.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'
import type { Timestamp } from '../jobBody/timestamp.ts'
import type { PoseWire } from '../jobBody/wire.ts'

/** Pixels of an image as it is annotated: upright for image and video jobs, as stored for calibrated cameras. */
export interface ImageSize {
  widthPx: number
  heightPx: number
}

export interface FrameContext {
  /** '' for a segmentation job and for an image, which have no frame ids. */
  frameId: string
  /** Of an image or a video frame: where it lies as the customer wrote it. */
  src: string | null
  image: ImageSize | null
  /** As sent; null when there is none or it is ignored. */
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
  /** Of sensor_meta, in order; empty for images and videos. */
  sensors: readonly InputSensorMeta[]
  /** Of cameras whose images all have one size, where their files are known. */
  cameraSizes?: ReadonlyMap<string, ImageSize>
  /** What an image file says of itself (1 to 8; 1 when it says nothing); null where there is no single image. */
  exifOrientation: number | null
  /** What was decided about the clouds; null where there are none. */
  pointCloudFrame: 'sensor' | 'common' | null
  /** Points of a segmentation's cloud, NaN points too; null elsewhere. */
  pointCount: number | null
  /** `data.sensor_data.frames` as parsed from the bytes received, repeated in results; empty where there are none. */
  inputSensorFrames: readonly unknown[]
}

/** The lidar that cuboids are delivered on: the primary view, else the first of sensor_meta. */
export function cuboidSensor(job: Pick<JobContext, 'sensors'>): InputSensorMeta | null {
  const lidars = job.sensors.filter((sensor) => sensor.modality === 'lidar')
  return lidars.find((sensor) => sensor.primaryView) ?? lidars[0] ?? null
}
