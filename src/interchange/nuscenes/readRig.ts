import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { composePoses, identityPose, type Pose } from '../../geometry/pose.ts'
import type { SentRig, SentRigFrame, SentSensor } from '../core/sentRig.ts'
import {
  byToken,
  CALIBRATED_SENSORS,
  type CalibratedSensor,
  EGO_POSES,
  type PoseRow,
  type SampleData,
  SENSOR_ROWS,
  type SensorRow,
  type SentTables,
} from './readTables.ts'

/** Where sensors and the vehicle are, by the tokens that rows of data name. */
export interface SentCalibration {
  channelOf(data: SampleData): Pick<SentSensor, 'id' | 'modality' | 'intrinsics'> | null
  egoFromSensor(data: SampleData): Pose
  worldFromEgo(data: SampleData): Pose | null
}

/** Read when it is asked for, and once: these tables are the largest. */
export function sentCalibration(tables: SentTables): () => Promise<SentCalibration> {
  let reading: Promise<SentCalibration> | null = null
  return () => {
    reading ??= readCalibration(tables)
    return reading
  }
}

async function readCalibration(tables: SentTables): Promise<SentCalibration> {
  const sensors = byToken(await tables.read(SENSOR_ROWS))
  const calibrated = byToken(await tables.read(CALIBRATED_SENSORS))
  const egoPoses = byToken(await tables.read(EGO_POSES))
  return calibrationOfRows(sensors, calibrated, (token) => egoPoses.get(token))
}

export const calibrationOfRows = (
  sensors: ReadonlyMap<string, SensorRow>,
  calibrated: ReadonlyMap<string, CalibratedSensor>,
  egoPoseOf: (token: string) => PoseRow | undefined,
): SentCalibration => ({
  channelOf({ calibrated_sensor_token: token = '' }) {
    const calibration = calibrated.get(token)
    const sensor = sensors.get(calibration?.sensor_token ?? '')
    if (!calibration || !sensor || (sensor.modality !== 'lidar' && sensor.modality !== 'camera')) return null
    const { channel, modality } = sensor
    return {
      id: channel,
      modality,
      intrinsics: modality === 'camera' ? intrinsicsOf(calibration.camera_intrinsic) : null,
    }
  },
  egoFromSensor({ calibrated_sensor_token: token = '' }) {
    const calibration = calibrated.get(token)
    return calibration ? poseOfRow(calibration) : identityPose
  },
  worldFromEgo({ ego_pose_token: token = '' }) {
    const pose = egoPoseOf(token)
    return pose ? poseOfRow(pose) : null
  },
})

const poseOfRow = ({ translation: [x, y, z], rotation: [qw, qx, qy, qz] }: PoseRow): Pose => ({
  position: { x, y, z },
  heading: { w: qw, x: qx, y: qy, z: qz },
})

function intrinsicsOf(matrix: readonly (readonly number[])[]): Partial<CameraIntrinsics> | null {
  if (matrix.length !== 3 || matrix.some((row) => row.length !== 3)) return null
  const [[fx, skew, cx], [, fy, cy]] = matrix
  return { fx, fy, cx, cy, skew }
}

const TOP = 'LIDAR_TOP'

export interface SentSample {
  frameId: string
  timestampUs: number
  data: readonly SampleData[]
}

/** The key frames of lidars and cameras. Sweeps between them and radars do not belong to a job. */
export function sceneRig(
  samples: readonly SentSample[],
  calibration: SentCalibration,
  entryOf: (filename: string) => string,
): SentRig {
  const sensors = new Map<string, SentSensor>()
  const frames = samples.map(({ frameId, timestampUs, data }): SentRigFrame => {
    const files = data.flatMap((row) => {
      const channel = row.is_key_frame === false ? null : calibration.channelOf(row)
      if (!channel) return []
      sensors.set(channel.id, { ...channel, isPrimary: channel.id === TOP })
      const worldFromEgo = calibration.worldFromEgo(row)
      const egoFromSensor = calibration.egoFromSensor(row)
      return [
        {
          sensorId: channel.id,
          source: entryOf(row.filename),
          commonFromSensor: worldFromEgo ? composePoses(worldFromEgo, egoFromSensor) : egoFromSensor,
          size: row.width && row.height ? { widthPx: row.width, heightPx: row.height } : null,
          worldFromEgo,
        },
      ]
    })
    // Cameras fire a little before and after the sweep that the sample is about.
    const main =
      files.find(({ sensorId }) => sensorId === TOP) ??
      files.find(({ sensorId }) => sensors.get(sensorId)?.modality === 'lidar') ??
      files[0]
    return {
      frameId,
      timestampNs: BigInt(Math.round(timestampUs)) * 1000n,
      worldFromEgo: main?.worldFromEgo ?? null,
      files: files.map(({ worldFromEgo: _, ...file }) => file),
    }
  })
  return { sensors: [...sensors.values()], frames }
}
