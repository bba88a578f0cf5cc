import { type CameraIntrinsics, DEFAULT_INTRINSICS } from '../../../geometry/intrinsics.ts'
import type { Pose } from '../../../geometry/pose.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import type { LayoutRequest } from '../layout.ts'
import { type Fields, fieldsOf } from './fieldsOf.ts'
import type { SensorTopic } from './logIndex.ts'

/** A sensor of options.calibration. */
export interface GivenSensor {
  egoFromSensor: Pose | null
  intrinsics: Partial<CameraIntrinsics> | null
}

const FILE = 'options.calibration'
const NUMBERS = ['fx', 'fy', 'cx', 'cy', 'skew', 'k1', 'k2', 'k3', 'k4', 'p1', 'p2'] as const

/**
 * Reads options.calibration: {sensors: {NAME: {pose?: {position, heading}, intrinsics?}}}, where NAME is a topic or id.
 * @throws SourceError CALIBRATION_INVALID after each fault is reported
 */
export function givenCalibration(request: LayoutRequest): (sensor: SensorTopic) => GivenSensor | null {
  const { calibration } = request.options
  if (isMissing(calibration)) return () => null
  const check = new CalibrationCheck((failure) => request.fail(failure))
  const { sensors } = fieldsOf(calibration)
  const known = new Map<string, GivenSensor>()
  if (!isObject(sensors)) refuse(check, 'sensors', 'an object of sensors by their names')
  else
    for (const [name, sensor] of Object.entries(sensors)) {
      const field = `sensors.${name.slice(0, 128)}`
      if (isObject(sensor)) known.set(name, readSensor(sensor, field, check))
      else refuse(check, field, 'an object')
    }
  check.finish()
  return ({ topic, id }) => known.get(topic) ?? known.get(topic.replace(/^\//, '')) ?? known.get(id) ?? null
}

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isMissing = (value: unknown): boolean => value === undefined || value === null

const refuse = (check: CalibrationCheck, field: string, expected: string): null =>
  check.refuse({ file: FILE, field, type: 'INVALID_VALUE', expected })

const readSensor = ({ pose, intrinsics }: Fields, field: string, check: CalibrationCheck): GivenSensor => ({
  egoFromSensor: isMissing(pose) ? null : readPose(fieldsOf(pose), `${field}.pose`, check),
  intrinsics: isMissing(intrinsics) ? null : readIntrinsics(intrinsics, `${field}.intrinsics`, check),
})

function readPose({ position, heading }: Fields, field: string, check: CalibrationCheck): Pose | null {
  const numbers = (part: unknown, name: string, members: readonly string[]) => {
    const values = members.map((member) => fieldsOf(part)[member])
    return check.numbers(FILE, `${field}.${name}`, values, members.length)
  }
  const place = numbers(position, 'position', ['x', 'y', 'z'])
  const turn = numbers(heading, 'heading', ['w', 'x', 'y', 'z'])
  const rotation = turn && check.quaternion(FILE, `${field}.heading`, turn)
  if (!place || !rotation) return null
  const [x, y, z] = place
  return { position: { x, y, z }, heading: rotation }
}

function readIntrinsics(value: unknown, field: string, check: CalibrationCheck): CameraIntrinsics | null {
  if (!isObject(value)) return refuse(check, field, 'an object')
  const intrinsics: CameraIntrinsics = { ...DEFAULT_INTRINSICS }
  for (const name of NUMBERS) {
    if (isMissing(value[name])) continue
    const [number] = check.numbers(FILE, `${field}.${name}`, [value[name]], 1) ?? []
    if (number !== undefined) intrinsics[name] = number
  }
  const { camera_model: model } = value
  if (model === 'brown_conrady' || model === 'fisheye') intrinsics.cameraModel = model
  else if (!isMissing(model)) refuse(check, `${field}.camera_model`, 'brown_conrady or fisheye')
  return intrinsics
}
