/** Metres. */
export interface Position {
  x: number
  y: number
  z: number
}

/** Hamilton quaternion, of norm 1 ± 0.01. */
export interface Heading {
  w: number
  x: number
  y: number
  z: number
}

export interface PoseBody {
  position: Position
  heading: Heading
}

/** Pixels of the original image; absent numbers are 0, scale_factor 1. */
export interface Intrinsics {
  fx?: number
  fy?: number
  cx?: number
  cy?: number
  skew?: number
  k1?: number
  k2?: number
  k3?: number
  k4?: number
  p1?: number
  p2?: number
  /** The scale of the original relative to the sent image. */
  scale_factor?: number
  camera_model?: 'brown_conrady' | 'fisheye'
}

export interface SensorMeta {
  id: string
  name?: string
  modality?: 'lidar' | 'camera'
  /** At most one sensor can be the primary view. */
  primary_view?: boolean
  /** How files of a lidar without a header hold their points; little-endian. `x`, `y` and `z` are among the fields. */
  point_layout?: { fields: string[]; type: 'float32' | 'float64' }
  /** `editable` when absent. */
  state?: 'editable' | 'non_editable'
  intrinsics?: Intrinsics
}

export interface FrameSensor {
  sensor_id: string
  data_url: string
  sensor_pose: PoseBody
}

/** Nanoseconds as a string of digits, or seconds as a number; it increases from frame to frame. */
export type Timestamp = string | number

export interface SensorFrame {
  frame_id: string
  timestamp?: Timestamp
  /** Pose of the vehicle in the world; `{}` or null when it is not known. */
  ego_pose?: PoseBody | Record<string, never> | null
  sensors: FrameSensor[]
}

/** `auto` (when absent): the service finds out whether clouds are in the sensor's own frame or in the common one. */
export type PointCloudFrame = 'sensor' | 'common' | 'auto'

export interface ImageData {
  image_url: string
  timestamp?: Timestamp
}

export interface VideoData {
  video_data: { frames: { frame_id: string; src: string; timestamp?: Timestamp }[] }
}

export interface SensorFusionData {
  sensor_data: { frames: SensorFrame[]; sensor_meta: SensorMeta[]; point_cloud_frame?: PointCloudFrame }
}

export interface SegmentationData {
  sensor_data: {
    sensors: FrameSensor[]
    timestamp?: Timestamp
    ego_pose?: PoseBody | Record<string, never> | null
    sensor_meta: SensorMeta[]
    point_cloud_frame?: PointCloudFrame
  }
}

/** Further keys, such as `metadata`, are stored and ignored. */
export type JobData = (ImageData | VideoData | SensorFusionData | SegmentationData) & { metadata?: unknown }

export interface JobBody {
  /** Permanently unique in the project, 1 to 256 characters: this makes it safe to send a job again. */
  reference_id: string
  tag: string
  data: JobData
  /** The project's default batch when absent. */
  batch_id?: string
  /** 1 (lowest) to 10; 5 when absent. */
  priority_weight?: number
  /** Must have the origin of the project's callback, or one of its allowed origins. */
  callback_url?: string
  /** To find the job by, and delivered with its result: at most 20 keys; strings of at most 256 characters. */
  metadata?: Readonly<Record<string, string | number | boolean>>
  /** A starting point for the annotator, shaped like a submitted result. */
  prediction?: Record<string, unknown>
}
