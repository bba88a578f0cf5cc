import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import type { PointLayout } from '../clouds/pointLayout.ts'
import type { Timestamp } from './timestamp.ts'
import type { CloudFrame, PoseWire } from './wire.ts'

/** One file of a job: its field in `data`, and its address. */
export interface InputFile {
  /** JSON path from the body's root, such as `data.sensor_data.frames[3].sensors[0].data_url`. */
  field: string
  url: string
}

export interface InputImageFrame extends InputFile {
  frameId: string
  /** As sent; null if absent or ignored. */
  timestamp: Timestamp | null
}

export interface InputSensor extends InputFile {
  sensorId: string
  /** As sent: norm within 1 ± 0.01, not normalised yet. */
  sensorPose: PoseWire
}

export interface InputSensorFrame {
  /** '' for a segmentation job, which has no frames. */
  frameId: string
  timestamp: Timestamp | null
  egoPose: PoseWire | null
  sensors: InputSensor[]
}

/** One sensor: the job's own values, completed from the project's stored configuration. */
export interface InputSensorMeta {
  id: string
  name: string
  modality: 'lidar' | 'camera'
  primaryView: boolean
  state: 'editable' | 'non_editable'
  /** Numbers as sent, defaults filled in. */
  intrinsics: CameraIntrinsics | null
  /** Given for lidars whose files have no header. */
  pointLayout?: PointLayout
}

/** The data of a job, by its kind, in the service's own words. */
export type JobInput =
  | { kind: 'image'; image: InputFile; timestamp: Timestamp | null }
  | { kind: 'video'; frames: InputImageFrame[] }
  | {
      kind: 'frames' | 'cloud'
      frames: InputSensorFrame[]
      sensors: InputSensorMeta[]
      pointCloudFrame: CloudFrame | null
    }

/** Number of frames as the contract counts them: 1 for an image and for a segmentation. */
export function frameCount(input: JobInput): number {
  return input.kind === 'image' ? 1 : input.frames.length
}

/** Every file of a job, in order. */
export function inputFiles(input: JobInput): InputFile[] {
  if (input.kind === 'image') return [input.image]
  if (input.kind === 'video') return input.frames
  return input.frames.flatMap((frame) => frame.sensors)
}
