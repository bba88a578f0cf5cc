import { MAX_FAILURES } from '../errors/codes.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import type { InputSensor, InputSensorFrame } from './input.ts'
import type { Warning } from './sensorRules.ts'
import { isObject } from './shape.ts'
import { readTimestamps } from './timestamp.ts'
import type { PoseWire, SensorWire } from './wire.ts'

/** Returns the fault of a URL, or null. */
export type UrlCheck = (url: string) => UrlFaultType | null

type UrlFaultType = 'INVALID_URL' | 'FORBIDDEN_ADDRESS'

const EXPECTED_OF_URL: Readonly<Record<UrlFaultType, string>> = {
  INVALID_URL: 'an absolute http or https address, or s3 where an access rule of the project fits',
  FORBIDDEN_ADDRESS: 'a public address; the setting ALLOW_NETWORKS opens private ones',
}

export const urlFault = (field: string, type: UrlFaultType, url: string): Fault =>
  faultAt(field, type, EXPECTED_OF_URL[type], url)

/** Sensors by id, as far as frames have to know them. */
export type KnownSensors = ReadonlyMap<string, 'lidar' | 'camera' | null>

export interface Findings {
  failures: Fault[]
  warnings: Warning[]
}

/** Whether the list of failures is full; more would not help the reader. */
export const isFull = ({ failures }: Findings): boolean => failures.length >= MAX_FAILURES

/** Reports a URL that is text but invalid; the schema reports other types. */
export function checkUrlAt(url: unknown, field: string, checkUrl: UrlCheck, found: Findings): void {
  if (typeof url !== 'string') return
  if (isFull(found)) return
  const type = checkUrl(url)
  if (type) found.failures.push(urlFault(field, type, url))
}

/** Frame ids must differ; the later one is reported. */
export function checkFrameIds(frames: readonly unknown[], field: string, found: Findings): void {
  const seen = new Set<string>()
  for (let index = 0; index < frames.length && !isFull(found); index++) {
    const frame = frames[index]
    const id = isObject(frame) ? frame.frame_id : undefined
    if (typeof id !== 'string') continue
    if (seen.has(id))
      found.failures.push(faultAt(`${field}[${index}].frame_id`, 'DUPLICATE', 'another id in each frame', id))
    seen.add(id)
  }
}

/** Checks the rules of the sensors of one frame, beyond their shape. */
export function checkFrameSensors(
  sensors: readonly unknown[],
  field: string,
  known: KnownSensors,
  checkUrl: UrlCheck,
  found: Findings,
): void {
  const seen = new Set<string>()
  let lidars = 0
  sensors.forEach((sensor, index) => {
    if (!isObject(sensor) || isFull(found)) return
    const here = `${field}[${index}]`
    const id = sensor.sensor_id
    if (typeof id === 'string') {
      if (!known.has(id)) {
        found.failures.push(faultAt(`${here}.sensor_id`, 'UNKNOWN', 'an id of sensor_meta', id))
      } else if (seen.has(id)) {
        found.failures.push(faultAt(`${here}.sensor_id`, 'DUPLICATE', 'each sensor once a frame', id))
      }
      // An invalid modality is reported once, at its place.
      if (known.get(id) === 'lidar' || known.get(id) === null) lidars++
      seen.add(id)
    }
    checkUrlAt(sensor.data_url, `${here}.data_url`, checkUrl, found)
    checkHeading(sensor.sensor_pose, `${here}.sensor_pose`, found)
  })
  const allKnown = [...seen].every((id) => known.has(id))
  if (lidars === 0 && sensors.length > 0 && allKnown)
    found.failures.push(faultAt(field, 'MISSING', 'a lidar in every frame', 'cameras alone'))
}

/** A quaternion has norm 1 ± 0.01. The schema reports values that are not numbers. */
export function checkHeading(pose: unknown, field: string, found: Findings): void {
  const heading = isObject(pose) ? pose.heading : undefined
  if (!isObject(heading)) return
  const parts = [heading.w, heading.x, heading.y, heading.z]
  if (!parts.every((part): part is number => typeof part === 'number' && Number.isFinite(part))) return
  const norm = Math.hypot(...parts)
  if (Math.abs(norm - 1) <= 0.01) return
  const came = `norm ${Number(norm.toPrecision(4))}`
  found.failures.push(faultAt(`${field}.heading`, 'OUT_OF_RANGE', 'a quaternion of norm 1 ± 0.01', came))
}

/** `{}` and null mean that the pose is unknown; any other pose must be complete. */
export function checkEgoPose(pose: unknown, field: string, found: Findings): boolean {
  if (!isObject(pose) || Object.keys(pose).length === 0) return false
  for (const part of ['position', 'heading']) {
    if (pose[part] === undefined || pose[part] === null)
      found.failures.push(faultAt(`${field}.${part}`, 'MISSING', 'both position and heading', pose[part]))
  }
  checkHeading(pose, field, found)
  return true
}

/** Warns of each timestamp that was sent and is ignored. */
export function checkTimestamps(frames: readonly unknown[], fieldOf: (index: number) => string, found: Findings): void {
  for (const [index, read] of readTimestamps(frames).entries()) {
    const frame = frames[index]
    const wasSent = isObject(frame) && frame.timestamp !== undefined && frame.timestamp !== null
    if (wasSent && read === null && found.warnings.length < MAX_FAILURES) {
      found.warnings.push({ field: `${fieldOf(index)}.timestamp`, type: 'TIMESTAMP_IGNORED' })
    }
  }
}

export function readEgoPose(pose: Partial<PoseWire> | null | undefined): PoseWire | null {
  return pose?.position && pose.heading ? { position: pose.position, heading: pose.heading } : null
}

export function readSensorFrame(
  { frameId, timestamp }: Pick<InputSensorFrame, 'frameId' | 'timestamp'>,
  egoPose: Partial<PoseWire> | null | undefined,
  sensors: readonly SensorWire[],
  field: string,
): InputSensorFrame {
  return {
    frameId,
    timestamp,
    egoPose: readEgoPose(egoPose),
    sensors: sensors.map(
      (sensor, index): InputSensor => ({
        sensorId: sensor.sensor_id,
        url: sensor.data_url,
        field: `${field}[${index}].data_url`,
        sensorPose: sensor.sensor_pose,
      }),
    ),
  }
}
