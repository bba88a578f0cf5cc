import type { CameraIntrinsics } from '../../geometry/intrinsics.ts'
import { identityPose, type Pose, relativePose } from '../../geometry/pose.ts'
import type { ExportFile, ExportFrame, ExportJob } from '../core/exportSet.ts'
import { frameTimesNs } from '../core/frameTimes.ts'
import { stableToken } from '../core/stableIds.ts'
import type { NuscenesTables } from './tables.ts'

/** The latest time that Python's datetime accepts on every platform. */
const MAX_UNIX_SECONDS = 2 ** 31

export interface SceneFrame {
  frame: ExportFrame
  sampleToken: string
  egoPoseToken: string
  timestampUs: number
  worldFromEgo: Pose
}

export const sampleToken = (
  { referenceId }: Pick<ExportJob, 'referenceId'>,
  { frameId }: Pick<ExportFrame, 'frameId'>,
): string => stableToken('sample', referenceId, frameId)

/** Scene, log, samples and ego poses of a job. */
export function writeScene(tables: NuscenesTables, job: ExportJob): SceneFrame[] {
  const { referenceId, frames } = job
  const sceneToken = stableToken('scene', referenceId)
  const logToken = stableToken('log', referenceId)
  tables.addLog(logToken, job.name)
  const tokens = frames.map((frame) => sampleToken(job, frame))
  const timesNs = frameTimesNs(job, assumedStartNs(referenceId))
  tables.addScene(job.name, job.split, {
    token: sceneToken,
    log_token: logToken,
    nbr_samples: frames.length,
    first_sample_token: tokens[0] ?? '',
    last_sample_token: tokens.at(-1) ?? '',
    description: referenceId,
  })
  return frames.map((frame, index): SceneFrame => {
    const timestampUs = Number(timesNs[index] / 1000n)
    const worldFromEgo = frame.worldFromEgo ?? identityPose
    const egoPoseToken = stableToken('ego_pose', referenceId, frame.frameId)
    tables.add('sample', {
      token: tokens[index],
      timestamp: timestampUs,
      prev: tokens[index - 1] ?? '',
      next: tokens[index + 1] ?? '',
      scene_token: sceneToken,
    })
    tables.add('ego_pose', { token: egoPoseToken, timestamp: timestampUs, ...poseRow(worldFromEgo) })
    return { frame, sampleToken: tokens[index], egoPoseToken, timestampUs, worldFromEgo }
  })
}

/**
 * The devkit lists scenes by their first time and fails if two begin at the same one, so those without times begin at
 * different seconds.
 */
const assumedStartNs = (referenceId: string): bigint =>
  BigInt(Number.parseInt(stableToken('start', referenceId).slice(0, 8), 16) % MAX_UNIX_SECONDS) * 1_000_000_000n

export const poseRow = ({ position, heading }: Pose) => ({
  rotation: [heading.w, heading.x, heading.y, heading.z],
  translation: [position.x, position.y, position.z],
})

export interface DataFile {
  file: ExportFile
  name: string
  channel: string
}

export const dataToken = ({ referenceId }: ExportJob, { frameId }: ExportFrame, channel: string): string =>
  stableToken('sample_data', referenceId, frameId, channel)

/** The rows of sensor data: one a file, in the order of frames for each channel. */
export function writeSensorData(
  tables: NuscenesTables,
  job: ExportJob,
  scene: readonly SceneFrame[],
  filesOf: (frame: ExportFrame) => readonly DataFile[],
): void {
  const byChannel = Map.groupBy(
    scene.flatMap((at) => filesOf(at.frame).map((data) => ({ at, data }))),
    ({ data }) => data.channel,
  )
  for (const [channel, rows] of byChannel) {
    const tokens = rows.map(({ at }) => dataToken(job, at.frame, channel))
    for (const [index, { at, data }] of rows.entries()) {
      const { file, name } = data
      tables.add('sample_data', {
        token: tokens[index],
        sample_token: at.sampleToken,
        ego_pose_token: at.egoPoseToken,
        calibrated_sensor_token: calibrationToken(tables, job, at, data),
        timestamp: at.timestampUs,
        fileformat: file.kind === 'cloud' ? 'pcd' : (name.split('.').at(-1) ?? ''),
        is_key_frame: true,
        height: file.size?.heightPx ?? 0,
        width: file.size?.widthPx ?? 0,
        filename: name,
        prev: tokens[index - 1] ?? '',
        next: tokens[index + 1] ?? '',
      })
    }
  }
}

function calibrationToken(tables: NuscenesTables, job: ExportJob, at: SceneFrame, { file, channel }: DataFile): string {
  const sensor = job.sensors.find(({ id }) => id === file.sensorId)
  const modality = sensor?.modality ?? 'lidar'
  const sensorToken = tables.once('sensor', [channel], (token) => ({ token, channel, modality }))
  // Poses that only differ by rounding are one calibration.
  const egoFromSensor = rounded(relativePose(at.worldFromEgo, file.commonFromSensor ?? identityPose))
  const intrinsic = sensor?.intrinsics ? matrixOf(sensor.intrinsics) : []
  const row = { sensor_token: sensorToken, ...poseRow(egoFromSensor), camera_intrinsic: intrinsic }
  return tables.once('calibrated_sensor', [job.referenceId, JSON.stringify(row)], (token) => ({ token, ...row }))
}

const matrixOf = ({ fx, fy, cx, cy, skew, scaleFactor: s }: CameraIntrinsics): number[][] => [
  [fx / s, skew / s, cx / s],
  [0, fy / s, cy / s],
  [0, 0, 1],
]

const STEP = 1e9
const round = (value: number): number => Math.round(value * STEP) / STEP + 0

function rounded({ position: p, heading: q }: Pose): Pose {
  const sign = q.w < 0 ? -1 : 1
  return {
    position: { x: round(p.x), y: round(p.y), z: round(p.z) },
    heading: { w: round(sign * q.w), x: round(sign * q.x), y: round(sign * q.y), z: round(sign * q.z) },
  }
}
