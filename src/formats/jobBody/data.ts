import type { TSchema } from 'typebox'
import type { AnnotationType } from '../../model/annotationType.ts'
import { hasCameraBoxes } from '../../model/annotationTypes/rulesOf.ts'
import { MAX_FAILURES } from '../errors/codes.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import { type SchemaCheck, schemaCheck } from '../json/schemaFailures.ts'
import {
  checkEgoPose,
  checkFrameIds,
  checkFrameSensors,
  checkTimestamps,
  checkUrlAt,
  type Findings,
  isFull,
  type KnownSensors,
  readSensorFrame,
  type UrlCheck,
} from './frameRules.ts'
import type { InputSensorMeta, JobInput } from './input.ts'
import { type DataShape, dataSchemas } from './schema.ts'
import { type SensorTable, sensorTable, type Warning } from './sensorRules.ts'
import { isObject, shapeOf } from './shape.ts'
import { readTimestamp, readTimestamps } from './timestamp.ts'
import type { JobDataWire, KeptSensor, SensorDataWire, SensorMetaWire } from './wire.ts'

export type CheckedData = { input: JobInput; warnings: Warning[] } | { failures: Fault[] }

export interface DataRules {
  annotationType: AnnotationType | null
  keptSensors: ReadonlyMap<string, KeptSensor>
  checkUrl: UrlCheck
}

/** Validates the `data` of a job body as far as the body alone allows (contract 4, "in the call"). */
export type DataCheck = (data: unknown, rules: DataRules) => CheckedData

/** `maxFrames` is a setting of the service. */
export function makeDataCheck(maxFrames: number): DataCheck {
  const schemas = dataSchemas(maxFrames)
  const checks: Readonly<Record<DataShape, Pick<SchemaCheck<TSchema>, 'failures'>>> = {
    image: schemaCheck(schemas.image),
    video: schemaCheck(schemas.video),
    cameraVideo: schemaCheck(schemas.cameraVideo),
    frames: schemaCheck(schemas.frames),
    cloud: schemaCheck(schemas.cloud),
  }
  return (data, rules) => {
    if (!isObject(data)) return { failures: [faultAt('data', 'INVALID_TYPE', 'an object', data)] }
    const known = shapeOf(data, rules.annotationType)
    if ('failures' in known) return known
    const found: Findings = { failures: checks[known.shape].failures(data, 'data'), warnings: [] }
    if (isFull(found)) return { failures: found.failures }
    const sensors = checkRules(data as JobDataWire, known.shape, rules, found)
    if (found.failures.length) return { failures: onePerField(found.failures) }
    return { input: readInput(data as JobDataWire, known.shape, sensors), warnings: found.warnings }
  }
}

/**
 * Checks the rules between values; each part looks only at values of the right shape and leaves the rest to the schema.
 */
function checkRules(data: JobDataWire, shape: DataShape, rules: DataRules, found: Findings): InputSensorMeta[] {
  if (shape === 'image') {
    checkUrlAt(data.image_url, 'data.image_url', rules.checkUrl, found)
    checkTimestamps([data], () => 'data', found)
  } else if (shape === 'video') {
    const frames = listOf(data.video_data?.frames)
    checkFrames(frames, 'data.video_data.frames', found)
    for (const [i, frame] of frames.entries()) {
      checkUrlAt(frame?.src, `data.video_data.frames[${i}].src`, rules.checkUrl, found)
    }
  } else if (shape === 'cameraVideo') {
    const frames = listOf(data.sensor_data?.frames)
    checkFrames(frames, 'data.sensor_data.frames', found)
    for (const [i, frame] of frames.entries()) {
      const field = `data.sensor_data.frames[${i}].sensors[0].data_url`
      checkUrlAt(frame?.sensors?.[0]?.data_url, field, rules.checkUrl, found)
    }
  } else if (isObject(data.sensor_data)) return checkSensorData(data.sensor_data, shape, rules, found)
  return []
}

function checkFrames(frames: readonly unknown[], field: string, found: Findings): void {
  checkFrameIds(frames, field, found)
  checkTimestamps(frames, (index) => `${field}[${index}]`, found)
}

function checkSensorData(
  sensorData: SensorDataWire,
  shape: DataShape,
  rules: DataRules,
  found: Findings,
): InputSensorMeta[] {
  const root = 'data.sensor_data'
  const isCloud = shape === 'cloud'
  if (!isCloud && sensorData.sensors != null)
    found.failures.push(faultAt(`${root}.sensors`, 'NOT_ALLOWED', 'sensors within frames alone', sensorData.sensors))
  const frames = isCloud ? [sensorData] : listOf(sensorData.frames).filter(isObject)
  const used = new Set<string>()
  for (const frame of frames) for (const sensor of listOf(frame.sensors)) used.add(sensor?.sensor_id)
  const meta = listOf(sensorData.sensor_meta)
  const table = sensorTable(meta, rules.keptSensors, used)
  if (sensorData.sensor_meta == null && table.sensors.length === 0)
    found.failures.push(faultAt(`${root}.sensor_meta`, 'MISSING', 'a list of sensors', sensorData.sensor_meta))
  found.failures = found.failures.concat(table.failures).slice(0, MAX_FAILURES)
  found.warnings = found.warnings.concat(table.warnings).slice(0, MAX_FAILURES)
  const known = knownSensors(meta, table)
  if (isCloud) checkTimestamps(frames, () => root, found)
  else checkFrames(listOf(sensorData.frames), `${root}.frames`, found)
  let withEgoPose = 0
  let lastWithout = -1
  frames.forEach((frame, i) => {
    const field = isCloud ? root : `${root}.frames[${i}]`
    checkFrameSensors(listOf(frame.sensors), `${field}.sensors`, known, rules.checkUrl, found)
    if (checkEgoPose(frame.ego_pose, `${field}.ego_pose`, found)) withEgoPose++
    else if (lastWithout < 0) lastWithout = i
  })
  if (withEgoPose > 0 && lastWithout >= 0)
    found.warnings.push({ field: `${root}.frames[${lastWithout}].ego_pose`, type: 'NO_MOTION' })
  if (isCloud) checkOneLidar(sensorData, known, found)
  if (
    rules.annotationType &&
    hasCameraBoxes(rules.annotationType) &&
    ![...known.values()].some((modality) => modality !== 'lidar')
  ) {
    found.failures.push(faultAt(`${root}.sensor_meta`, 'MISSING', 'a camera, as the tag links boxes', 'no camera'))
  }
  return table.sensors
}

/** Ids that frames may name; null if the modality itself is at fault, which has been reported. */
function knownSensors(meta: readonly SensorMetaWire[], table: SensorTable): KnownSensors {
  const known = new Map<string, 'lidar' | 'camera' | null>()
  for (const own of meta) if (typeof own?.id === 'string') known.set(own.id, null)
  for (const sensor of table.sensors) known.set(sensor.id, sensor.modality)
  return known
}

function checkOneLidar(sensorData: SensorDataWire, known: KnownSensors, found: Findings): void {
  const lidars = listOf(sensorData.sensors).filter((sensor) => known.get(sensor?.sensor_id) === 'lidar')
  if (lidars.length > 1) {
    found.failures.push(faultAt('data.sensor_data.sensors', 'NOT_ALLOWED', 'one lidar', `${lidars.length} lidars`))
  }
}

/** Reads data that its schema accepted: all members that the shape needs are present. */
function readInput(data: JobDataWire, shape: DataShape, sensors: InputSensorMeta[]): JobInput {
  if (shape === 'image')
    return {
      kind: 'image',
      image: { field: 'data.image_url', url: data.image_url ?? '' },
      timestamp: readTimestamp(data.timestamp),
    }
  if (shape === 'video') {
    const frames = data.video_data?.frames ?? []
    const times = readTimestamps(frames)
    return {
      kind: 'video',
      frames: frames.map((frame, i) => ({
        frameId: frame.frame_id,
        timestamp: times[i],
        url: frame.src,
        field: `data.video_data.frames[${i}].src`,
      })),
    }
  }
  const sensorData = data.sensor_data ?? {}
  const sensorFrames = sensorData.frames ?? []
  const times = readTimestamps(sensorData.frames ?? [sensorData])
  if (shape === 'cameraVideo') {
    return {
      kind: 'video',
      frames: sensorFrames.map((frame, i) => ({
        frameId: frame.frame_id,
        timestamp: times[i],
        url: frame.sensors[0].data_url,
        field: `data.sensor_data.frames[${i}].sensors[0].data_url`,
      })),
    }
  }
  const frames =
    shape === 'cloud'
      ? [
          readSensorFrame(
            { frameId: '', timestamp: times[0] },
            sensorData.ego_pose,
            sensorData.sensors ?? [],
            'data.sensor_data.sensors',
          ),
        ]
      : sensorFrames.map((frame, i) =>
          readSensorFrame(
            { frameId: frame.frame_id, timestamp: times[i] },
            frame.ego_pose,
            frame.sensors,
            `data.sensor_data.frames[${i}].sensors`,
          ),
        )
  return {
    kind: shape === 'cloud' ? 'cloud' : 'frames',
    frames,
    sensors,
    pointCloudFrame: sensorData.point_cloud_frame ?? null,
  }
}

function onePerField(failures: Fault[]): Fault[] {
  const byField = new Map<string, Fault>()
  for (const failure of failures) if (!byField.has(failure.field)) byField.set(failure.field, failure)
  return [...byField.values()]
}

const listOf = <T>(value: readonly T[] | null | undefined): readonly T[] => (Array.isArray(value) ? value : [])
