import type { Pose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'

/** SHA-256 of a file of the job; fileUrl makes its address. */
export type FileName = string

export interface TilePyramid {
  tileSizePx: number
  /** Level 0 fits one tile, each next one has twice the size, the last has all pixels. */
  levels: { level: number; width: number; height: number }[]
  /** `level/x/y` → file, column x and row y from the top left. */
  tiles: Record<string, FileName>
}

export interface ImageFile {
  /** What to show, ready for any browser; null where there are tiles only. */
  file: FileName | null
  mediaType: string
  bytes: number
  /** As it is annotated: upright in image and video jobs, as stored for calibrated cameras. */
  widthPx: number
  heightPx: number
  pyramid: TilePyramid | null
}

export interface CloudFile {
  /** Point chunks: decodePointChunks. */
  file: FileName
  /** The size of the chunks, for the progress bar. */
  bytes: number
  pointCount: number
  finiteCount: number
  /** In the frame of the file, metres. */
  bounds: { min: Vec3; max: Vec3 } | null
  /** Takes the file's coordinates to the common frame: the sensor's pose, or the identity. */
  commonFromCloud: Pose
}

export interface ImageFrame {
  frameId: string
  /** Nanoseconds in digits; null if no timestamp was sent. */
  timestampNs: string | null
  image: ImageFile
}

export interface SensorView {
  sensorId: string
  commonFromSensor: Pose
  image: ImageFile | null
  cloud: CloudFile | null
}

export interface SensorFrame {
  frameId: string
  timestampNs: string | null
  /** null: no motion features in this frame. */
  commonFromEgo: Pose | null
  sensors: SensorView[]
}

export type JobContent =
  | { kind: 'image' | 'video'; frames: ImageFrame[] }
  | {
      kind: 'frames' | 'cloud'
      frames: SensorFrame[]
      /** In the order of sensor_meta. Intrinsics are null or have fx 0 if nothing can be projected. */
      sensors: InputSensorMeta[]
      pointCloudFrame: 'sensor' | 'common' | null
      /** Every frame has an ego_pose: aggregation and `stationary` are possible. */
      hasEgoPose: boolean
    }

/** The address of a file of a job that was opened. */
export const fileUrl = ({ files }: { files: { base: string; query: string } }, file: FileName): string =>
  `${files.base}${file}${files.query}`
