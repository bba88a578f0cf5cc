import { type Pose, relativePose } from '../../geometry/pose.ts'
import type { FeatherColumn } from '../arrow/feather.ts'
import type { ExportJob, ExportSensor } from '../core/exportSet.ts'
import { movedFrames } from '../core/movedFrames.ts'
import { NameRegistry } from '../core/names.ts'
import { steadyPose } from '../core/steady.ts'
import { hasDistortion } from '../kitti/calibration.ts'
import { poseColumns } from './poseColumns.ts'

/** Names that av2 looks up for every sweep. */
const UP_LIDAR = 'up_lidar'
const DOWN_LIDAR = 'down_lidar'

interface NamedSensor {
  sensor: ExportSensor
  /** Also of its folder. */
  name: string
  /** Its first place on the vehicle; null if the log has no file of it. */
  egoFromSensor: Pose | null
  /** Frames in which the sensor has another pose: a log has one calibration. */
  movedFrames: number
}

export function namedSensors(job: ExportJob, worldFromEgo: readonly Pose[]): NamedSensor[] {
  const names = new NameRegistry()
  const lidars = job.sensors.filter(({ modality }) => modality === 'lidar')
  const up = lidars.find(({ primaryView }) => primaryView) ?? lidars[0]
  const down = lidars.find((sensor) => sensor !== up)
  return job.sensors.map((sensor) => {
    const places = job.frames.flatMap(({ files }, index) => {
      const pose = files.find(({ sensorId }) => sensorId === sensor.id)?.commonFromSensor
      return pose ? [steadyPose(relativePose(worldFromEgo[index], pose))] : []
    })
    const [egoFromSensor = null] = places
    return {
      sensor,
      name: sensor === up ? UP_LIDAR : sensor === down ? DOWN_LIDAR : names.take(sensor.id),
      egoFromSensor,
      movedFrames: movedFrames(places),
    }
  })
}

/** egovehicle_SE3_sensor.feather. A single lidar is both of those that av2 asks for. */
export function calibrationColumns(sensors: readonly NamedSensor[]): Record<string, FeatherColumn> {
  const rows = sensors.flatMap(({ name, egoFromSensor }) => (egoFromSensor ? [{ name, pose: egoFromSensor }] : []))
  const up = rows.find(({ name }) => name === UP_LIDAR)
  const isAlone = up && !rows.some(({ name }) => name === DOWN_LIDAR)
  if (isAlone) rows.push({ ...up, name: DOWN_LIDAR })
  return {
    sensor_name: { type: 'text', values: rows.map(({ name }) => name) },
    ...poseColumns(rows.map(({ pose }) => pose)),
  }
}

/** intrinsics.feather, of the images as sent. */
export function intrinsicsColumns(job: ExportJob, sensors: readonly NamedSensor[]): Record<string, FeatherColumn> {
  const rows = sensors.flatMap(({ sensor: { id, intrinsics }, name }) => {
    const size = job.frames.flatMap(({ files }) => files).find(({ sensorId, size }) => sensorId === id && size)?.size
    return intrinsics && size ? [{ name, size, ...intrinsics }] : []
  })
  const column = (read: (row: (typeof rows)[number]) => number): FeatherColumn => ({
    type: 'float64',
    values: rows.map(read),
  })
  return {
    sensor_name: { type: 'text', values: rows.map(({ name }) => name) },
    fx_px: column(({ fx, scaleFactor }) => fx / scaleFactor),
    fy_px: column(({ fy, scaleFactor }) => fy / scaleFactor),
    cx_px: column(({ cx, scaleFactor }) => cx / scaleFactor),
    cy_px: column(({ cy, scaleFactor }) => cy / scaleFactor),
    k1: column(({ k1 }) => k1),
    k2: column(({ k2 }) => k2),
    k3: column(({ k3 }) => k3),
    height_px: { type: 'int64', values: rows.map(({ size }) => BigInt(size.heightPx)) },
    width_px: { type: 'int64', values: rows.map(({ size }) => BigInt(size.widthPx)) },
  }
}

/** Whether the lens needs more than three radial coefficients. */
export const isBeyondRadial = ({ intrinsics }: ExportSensor): boolean =>
  intrinsics !== null &&
  (intrinsics.cameraModel === 'fisheye' ||
    intrinsics.skew !== 0 ||
    hasDistortion({ ...intrinsics, k1: 0, k2: 0, k3: 0 }))
