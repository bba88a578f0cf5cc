import type { TilePyramid } from '../../formats/workbench/job.ts'
import type { Camera, CameraImageSize } from '../../geometry/camera.ts'
import type { Pose } from '../../geometry/pose.ts'
import type { Vec3 } from '../../geometry/vec3.ts'

/** One lidar's file of one frame. */
export interface CloudSource {
  sensorId: string
  /** Point chunks (pcd/pointChunks); the cache's key. */
  url: string
  /** The size of the chunks. */
  bytes: number
  /** Pose of the frame the points are stored in: the sensor's, or the identity where files are in the common frame. */
  commonFromCloud: Pose
  /** The position of the sensor in the common frame, which determines what it could see of an object. */
  sensorPosition: Vec3
}

export interface ImageTiles {
  pyramid: TilePyramid
  urlOf(file: string): string
}

/** One camera's image of one frame. */
export interface CameraSource {
  sensorId: string
  url: string
  size: CameraImageSize
  /** For a huge image: `url` is only its smallest level. */
  tiles: ImageTiles | null
  /** null: the image is shown without projection. */
  camera: Camera | null
}

export interface FusionFrame {
  frameId: string
  egoPose: Pose | null
  clouds: readonly CloudSource[]
  cameras: readonly CameraSource[]
}

export interface FusionSensor {
  id: string
  name: string
  modality: 'lidar' | 'camera'
  editable: boolean
}

/** What the scene shows of a job, every transform resolved. */
export interface FusionJob {
  /** What everything on the GPU is relative to, in the common frame; whole metres. */
  originM: Vec3
  frames: readonly FusionFrame[]
  /** One per frame: seconds, or the frame's index if some have no timestamp. */
  frameTimes: readonly number[]
  sensors: readonly FusionSensor[]
  /** sensor_id of the view to open on: a lidar or a camera. */
  primarySensorId: string
  /** Every frame has an ego pose, so the common frame is fixed in the world. */
  hasEgoPose: boolean
}
