import { MAX_SENSORS_PER_FRAME } from '../../../model/limits.ts'
import {
  CALIBRATED_SENSORS,
  type CalibratedSensor,
  EGO_POSES,
  type PoseRow,
  SAMPLE_DATA,
  SAMPLES,
  type SampleData,
  SCENES,
  SENSOR_ROWS,
  type SensorRow,
} from '../../nuscenes/readTables.ts'
import { CalibrationCheck } from '../calibrationCheck.ts'
import type { LayoutRequest } from '../layout.ts'
import type { SourceArchive } from '../sourceArchive.ts'
import type { TableReader } from './tableRows.ts'

export interface SceneSample {
  token: string
  timestampUs: number
  data: SampleData[]
}

export interface NuscenesScene {
  token: string
  name: string
  /** In the order of time. */
  samples: SceneSample[]
  /** Whether the times increase. */
  isTimed: boolean
}

/**
 * Sensors and calibrations by token; those of lidars and cameras are checked where boxes are placed by them.
 * @throws SourceError CALIBRATION_INVALID
 */
export async function readCalibrations(tables: TableReader, request: LayoutRequest, isPlaced: boolean) {
  const { fail } = request
  const sensors = await tables.byToken(SENSOR_ROWS, fail)
  const check = new CalibrationCheck(fail)
  const refuse = isPlaced ? (failure: Parameters<typeof fail>[0]) => void check.refuse(failure) : fail
  const calibrated = new Map<string, CalibratedSensor>()
  const file = tables.nameOf(CALIBRATED_SENSORS)
  for await (const rows of tables.rows(CALIBRATED_SENSORS, refuse))
    for (const { row, index } of rows) {
      const modality = sensors.get(row.sensor_token)?.modality
      if (modality === undefined)
        fail({ file, field: `[${index}].sensor_token`, type: 'UNKNOWN', found: row.sensor_token })
      calibrated.set(row.token, row)
      if (!isPlaced || (modality !== 'lidar' && modality !== 'camera')) continue
      check.quaternion(file, `[${index}].rotation`, row.rotation)
      if (modality === 'camera') checkMatrix(check, file, `[${index}].camera_intrinsic`, row.camera_intrinsic)
    }
  check.finish()
  return { sensors, calibrated }
}

/** A camera that is not calibrated has an empty matrix. */
function checkMatrix(
  check: CalibrationCheck,
  file: string,
  field: string,
  matrix: CalibratedSensor['camera_intrinsic'],
) {
  if (matrix.length === 0) return
  const numbers = check.numbers(file, field, matrix.flat(), 9)
  if (numbers) check.focalLengths(file, field, numbers[0], numbers[4])
}

const MOST_SENSORS = `at most ${MAX_SENSORS_PER_FRAME} sensors a sample`

interface SceneTables {
  archive: SourceArchive
  sensors: ReadonlyMap<string, SensorRow>
  calibrated: ReadonlyMap<string, CalibratedSensor>
}

/**
 * The scenes with the key frames of lidars and cameras whose files the source has. The table of data is the largest: of
 * its millions of rows only these are kept.
 */
export async function readScenes(
  tables: TableReader,
  { archive, sensors, calibrated }: SceneTables,
  { fail }: LayoutRequest,
): Promise<NuscenesScene[]> {
  const scenes = new Map<string, NuscenesScene>()
  for (const { token, name } of (await tables.byToken(SCENES, fail)).values())
    scenes.set(token, { token, name: name || token, samples: [], isTimed: true })
  const samples = new Map<string, SceneSample>()
  for (const { token, scene_token, timestamp } of (await tables.byToken(SAMPLES, fail)).values()) {
    const scene = scenes.get(scene_token)
    const sample = { token, timestampUs: timestamp, data: [] }
    samples.set(token, sample)
    if (scene) scene.samples.push(sample)
    else fail({ file: tables.nameOf(SAMPLES), field: `${token}.scene_token`, type: 'UNKNOWN', found: scene_token })
  }
  const sensorOf = (row: SampleData) => calibrated.get(row.calibrated_sensor_token ?? '')?.sensor_token
  const file = tables.nameOf(SAMPLE_DATA)
  for await (const rows of tables.rows(SAMPLE_DATA, fail))
    for (const { row, index } of rows) {
      if (row.is_key_frame === false) continue
      const { calibrated_sensor_token: found = '' } = row
      const calibration = calibrated.get(found)
      if (!calibration) {
        fail({ file, field: `[${index}].calibrated_sensor_token`, type: 'UNKNOWN', found })
        continue
      }
      const modality = sensors.get(calibration.sensor_token)?.modality
      const isUsed = modality === 'lidar' || modality === 'camera'
      if (!isUsed || !archive.has(tables.entryOf(row.filename))) continue
      const sample = samples.get(row.sample_token)
      const isTwice = sample?.data.some((other) => sensorOf(other) === calibration.sensor_token)
      if (!sample) fail({ file, field: `[${index}].sample_token`, type: 'UNKNOWN', found: row.sample_token })
      else if (sample.data.length >= MAX_SENSORS_PER_FRAME)
        fail({
          file,
          field: `[${index}].sample_token`,
          type: 'OUT_OF_RANGE',
          expected: MOST_SENSORS,
          found: row.filename,
        })
      else if (isTwice) fail({ file, field: `[${index}].filename`, type: 'DUPLICATE', found: row.filename })
      else sample.data.push(keptOf(row, sample, calibration))
    }
  for (const scene of scenes.values()) order(scene, tables.nameOf(SAMPLES), fail)
  return [...scenes.values()]
}

/** Without the members that are not needed, and with the tokens that others hold already. */
const keptOf = (row: SampleData, { token }: SceneSample, calibration: CalibratedSensor): SampleData => ({
  token: row.token,
  sample_token: token,
  filename: row.filename,
  calibrated_sensor_token: calibration.token,
  ego_pose_token: row.ego_pose_token,
  timestamp: row.timestamp,
  width: row.width,
  height: row.height,
})

/** The latest time whose nanoseconds 64 bits hold. */
const MAX_US = 9e15

function order(scene: NuscenesScene, file: string, fail: LayoutRequest['fail']): void {
  scene.samples.sort((a, b) => a.timestampUs - b.timestampUs)
  for (const [index, { token, timestampUs }] of scene.samples.entries()) {
    const before = scene.samples[index - 1]
    const isOut = timestampUs < 0 || timestampUs > MAX_US
    if (!isOut && (!before || timestampUs > before.timestampUs)) continue
    scene.isTimed = false
    const expected = isOut ? `0 to ${MAX_US}` : `another time than that of sample ${before.token}`
    const type = isOut ? 'OUT_OF_RANGE' : 'DUPLICATE'
    fail({ file, field: `${token}.timestamp`, type, expected, found: String(timestampUs) })
  }
}

const NUMBERS = 7

/** Poses of the vehicle by token: the largest table but one, so one array holds the numbers of those that are needed. */
export async function readEgoPoses(
  tables: TableReader,
  scenes: readonly NuscenesScene[],
  { fail }: LayoutRequest,
): Promise<((token: string) => PoseRow | undefined) | null> {
  if (!tables.has(EGO_POSES)) return null
  const places = new Map<string, number>()
  for (const { samples } of scenes)
    for (const { data } of samples)
      for (const { ego_pose_token: token } of data)
        if (token !== undefined && !places.has(token)) places.set(token, places.size)
  const numbers = new Float64Array(NUMBERS * places.size).fill(Number.NaN)
  const file = tables.nameOf(EGO_POSES)
  for await (const rows of tables.rows(EGO_POSES, fail))
    for (const { row, index } of rows) {
      const place = places.get(row.token)
      if (place === undefined) continue
      const norm = Math.hypot(...row.rotation)
      if (Math.abs(norm - 1) <= 1e-3)
        numbers.set([...row.translation, ...row.rotation.map((q) => q / norm)], NUMBERS * place)
      else
        fail({ file, field: `[${index}].rotation`, type: 'INVALID_VALUE', expected: 'norm 1', found: `norm ${norm}` })
    }
  return (token) => {
    const place = places.get(token)
    if (place === undefined || Number.isNaN(numbers[NUMBERS * place])) return undefined
    const at = [...numbers.subarray(NUMBERS * place, NUMBERS * (place + 1))]
    return { translation: at.slice(0, 3), rotation: at.slice(3) }
  }
}
