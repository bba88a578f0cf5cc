/** Wire shapes of a job's data that passed its schema. Absent and null are equivalent. */
export type CloudFrame = 'sensor' | 'common' | 'auto'

export interface PoseWire {
  position: { x: number; y: number; z: number }
  heading: { w: number; x: number; y: number; z: number }
}

export interface SensorWire {
  sensor_id: string
  data_url: string
  sensor_pose: PoseWire
}

export type IntrinsicsWire = Record<string, number | null | undefined> & {
  camera_model?: 'brown_conrady' | 'fisheye' | null
}

export interface SensorMetaWire {
  id: string
  name?: string | null
  modality?: 'lidar' | 'camera' | null
  primary_view?: boolean | null
  state?: 'editable' | 'non_editable' | null
  intrinsics?: IntrinsicsWire | null
  camera_model?: 'brown_conrady' | 'fisheye' | null
  point_layout?: { fields: string[]; type: 'float32' | 'float64' } | null
}

/** A sensor's configuration as a project keeps it (PUT …/sensors/{sensor_id}). */
export type KeptSensor = Omit<SensorMetaWire, 'id' | 'primary_view'>

export interface SensorDataWire {
  frames?: { frame_id: string; timestamp?: unknown; ego_pose?: Partial<PoseWire> | null; sensors: SensorWire[] }[]
  sensors?: SensorWire[]
  timestamp?: unknown
  ego_pose?: Partial<PoseWire> | null
  sensor_meta?: SensorMetaWire[] | null
  point_cloud_frame?: CloudFrame | null
}

export interface JobDataWire {
  image_url?: string | null
  timestamp?: unknown
  video_data?: { frames: { frame_id: string; src: string; timestamp?: unknown }[] } | null
  sensor_data?: SensorDataWire | null
}
