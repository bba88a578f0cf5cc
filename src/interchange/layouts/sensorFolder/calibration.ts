import type { PointLayout } from '../../../formats/clouds/pointLayout.ts'
import { INTRINSIC_NUMBERS } from '../../../formats/jobBody/schema.ts'
import type { CameraIntrinsics, CameraModel } from '../../../geometry/intrinsics.ts'
import type { Pose } from '../../../geometry/pose.ts'
import type { CalibrationCheck } from '../calibrationCheck.ts'

/** A sensor of a `calibration.json`; null for what it does not say. */
export interface FolderSensor {
  modality: 'lidar' | 'camera' | null
  egoFromSensor: Pose | null
  intrinsics: Partial<CameraIntrinsics> | null
  pointLayout: PointLayout | null
}

type Members = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const KNOWN = ['modality', 'pose', 'intrinsics', 'point_layout']
const MOST_SENSORS = 1000

/**
 * The sensors of a calibration, by name. `check` collects each fault with its field, such as
 * `sensors.cam.pose.heading`.
 */
export function readSensors(content: unknown, file: string, check: CalibrationCheck): Map<string, FolderSensor> {
  const read = new Map<string, FolderSensor>()
  const sensors = isObject(content) ? content.sensors : undefined
  if (!isObject(sensors)) {
    check.refuse({
      file,
      field: 'sensors',
      type: sensors === undefined ? 'MISSING' : 'INVALID_TYPE',
      expected: 'an object',
    })
    return read
  }
  const entries = Object.entries(sensors)
  if (entries.length > MOST_SENSORS) {
    check.refuse({ file, field: 'sensors', type: 'OUT_OF_RANGE', expected: `at most ${MOST_SENSORS} sensors` })
    return read
  }
  for (const [name, sensor] of entries) {
    const reading = new SensorReading(file, `sensors.${name}`, check)
    read.set(name, reading.read(sensor))
  }
  return read
}

class SensorReading {
  readonly #file: string
  readonly #field: string
  readonly #check: CalibrationCheck

  constructor(file: string, field: string, check: CalibrationCheck) {
    this.#file = file
    this.#field = field
    this.#check = check
  }

  read(sensor: unknown): FolderSensor {
    const none = { modality: null, egoFromSensor: null, intrinsics: null, pointLayout: null }
    if (!isObject(sensor)) {
      this.#refuse('', 'INVALID_TYPE', 'an object', sensor)
      return none
    }
    for (const name of Object.keys(sensor))
      if (!KNOWN.includes(name)) this.#refuse(`.${name}`, 'UNKNOWN', KNOWN.join(' or '), name)
    return {
      modality: this.#modality(sensor.modality),
      egoFromSensor: sensor.pose == null ? null : this.#pose(sensor.pose),
      intrinsics: sensor.intrinsics == null ? null : this.#intrinsics(sensor.intrinsics),
      pointLayout: sensor.point_layout == null ? null : this.#pointLayout(sensor.point_layout),
    }
  }

  #modality(value: unknown): 'lidar' | 'camera' | null {
    if (value === undefined || value === null || value === 'lidar' || value === 'camera') return value ?? null
    return this.#refuse('.modality', 'INVALID_VALUE', 'lidar or camera', value)
  }

  #pose(value: unknown): Pose | null {
    if (!isObject(value)) return this.#refuse('.pose', 'INVALID_TYPE', 'an object', value)
    const position = this.#members(value.position, '.pose.position', ['x', 'y', 'z'])
    const heading = this.#members(value.heading, '.pose.heading', ['w', 'x', 'y', 'z'])
    const rotation = heading && this.#check.quaternion(this.#file, `${this.#field}.pose.heading`, heading)
    if (!position || !rotation) return null
    const [x, y, z] = position
    return { position: { x, y, z }, heading: rotation }
  }

  #members(value: unknown, place: string, names: readonly string[]): number[] | null {
    if (!isObject(value))
      return this.#refuse(place, value === undefined ? 'MISSING' : 'INVALID_TYPE', 'an object', value)
    const numbers = names.map((name) => value[name])
    return this.#check.numbers(this.#file, `${this.#field}${place}`, numbers, names.length)
  }

  #intrinsics(value: unknown): Partial<CameraIntrinsics> | null {
    if (!isObject(value)) return this.#refuse('.intrinsics', 'INVALID_TYPE', 'an object', value)
    const read: Record<string, number | CameraModel> = {}
    for (const [name, number] of Object.entries(value)) {
      if (number === null) continue
      const place = `.intrinsics.${name}`
      if (name === 'camera_model') {
        if (number === 'brown_conrady' || number === 'fisheye') read.cameraModel = number
        else this.#refuse(place, 'INVALID_VALUE', 'brown_conrady or fisheye', number)
      } else if (name !== 'scale_factor' && !INTRINSIC_NUMBERS.some((known) => known === name))
        this.#refuse(place, 'UNKNOWN', `${INTRINSIC_NUMBERS.join(', ')}, scale_factor or camera_model`, name)
      else if (typeof number !== 'number' || !Number.isFinite(number))
        this.#refuse(place, 'INVALID_TYPE', 'a number', number)
      else read[NAMES[name] ?? name] = number
    }
    for (const name of ['fx', 'fy', 'cx', 'cy'])
      if (typeof read[name] !== 'number') this.#refuse(`.intrinsics.${name}`, 'MISSING', 'a number', read[name])
    return read
  }

  #pointLayout(value: unknown): PointLayout | null {
    if (!isObject(value)) return this.#refuse('.point_layout', 'INVALID_TYPE', 'an object', value)
    const { fields, type } = value
    const names = Array.isArray(fields) ? fields.filter((name) => typeof name === 'string') : []
    const isWhole =
      Array.isArray(fields) &&
      names.length === fields.length &&
      new Set(names).size === names.length &&
      names.length <= 64
    if (!isWhole || !['x', 'y', 'z'].every((name) => names.includes(name)))
      return this.#refuse('.point_layout.fields', 'INVALID_VALUE', 'names that differ, x, y and z among them', fields)
    if (type === 'float32' || type === 'float64') return { fields: names, type }
    return this.#refuse('.point_layout.type', 'INVALID_VALUE', 'float32 or float64', type)
  }

  #refuse(place: string, type: string, expected: string, found: unknown): null {
    const words = typeof found === 'string' ? found : (JSON.stringify(found) ?? 'nothing')
    return this.#check.refuse({
      file: this.#file,
      field: `${this.#field}${place}`,
      type,
      expected,
      found: words.slice(0, 100),
    })
  }
}

/** Spellings of the wire whose names here differ. */
const NAMES: Readonly<Record<string, string>> = { cX: 'cx', cY: 'cy', scale_factor: 'scaleFactor' }
