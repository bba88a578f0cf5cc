import type { AnnotationType } from '../../model/annotationType.ts'
import type { JobDataForm } from '../../model/annotationTypes/annotationRules.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { type Fault, faultAt } from '../errors/fault.ts'
import type { DataShape } from './schema.ts'

/** The keys of each shape in a body. */
const KEYS_OF_SHAPE: Readonly<Record<DataShape, string>> = {
  image: 'image_url',
  video: 'video_data.frames',
  frames: 'sensor_data.frames',
  cloud: 'sensor_data.sensors without frames',
  cameraVideo: 'sensor_data.frames of one camera',
}

/** What `data` has to hold, whatever the tag. */
export const DATA_WORDS = 'exactly one of image_url, video_data and sensor_data'

const present = (value: unknown) => value !== undefined && value !== null

/**
 * Which kind of data was sent, recognized by its keys; `operation` (null when the tag is unknown) only settles whether
 * frames of one camera are a video. Failures when there is not exactly one kind, or not the kind of the tag.
 */
export function shapeOf(
  data: Record<string, unknown>,
  annotationType: AnnotationType | null,
): { shape: DataShape } | { failures: Fault[] } {
  const kinds = ['image_url', 'video_data', 'sensor_data'].filter(
    (key) => Object.hasOwn(data, key) && present(data[key]),
  )
  if (kinds.length !== 1) {
    const came = kinds.length ? kinds.join(' and ') : 'none of them'
    return { failures: [faultAt('data', kinds.length ? 'NOT_ALLOWED' : 'MISSING', DATA_WORDS, came)] }
  }
  const wanted = annotationType && rulesOf(annotationType).data
  const sent = sentShape(data, kinds[0], wanted)
  if (wanted === null) return { shape: sent }
  if (sent === wanted || (wanted === 'video' && sent === 'cameraVideo')) return { shape: sent }
  const sensorData = data.sensor_data
  const mixed = isObject(sensorData) && present(sensorData.frames) && present(sensorData.sensors)
  const expected = `${KEYS_OF_SHAPE[wanted]}, as the tag is ${annotationType}`
  const field = mixed ? 'data.sensor_data.frames' : 'data'
  return { failures: [faultAt(field, 'NOT_ALLOWED', expected, KEYS_OF_SHAPE[sent])] }
}

function sentShape(data: Record<string, unknown>, kind: string, wanted: JobDataForm | null): DataShape {
  if (kind === 'image_url') return 'image'
  if (kind === 'video_data') return 'video'
  const sensorData = data.sensor_data
  if (!isObject(sensorData) || !present(sensorData.frames))
    return wanted === 'cloud' || hasSensors(sensorData) ? 'cloud' : 'frames'
  const mayBeVideo = wanted === 'video' || wanted === null
  return mayBeVideo && isOneCamera(sensorData) ? 'cameraVideo' : 'frames'
}

const hasSensors = (sensorData: unknown) => isObject(sensorData) && present(sensorData.sensors)

/** Whether each frame has one sensor, and none is a lidar. */
function isOneCamera(sensorData: Record<string, unknown>): boolean {
  const { frames, sensor_meta: meta } = sensorData
  if (!Array.isArray(frames)) return false
  const lidars = new Set(
    (Array.isArray(meta) ? meta : []).filter((m) => isObject(m) && m.modality === 'lidar').map((m) => m.id),
  )
  return frames.every(
    (frame) =>
      isObject(frame) &&
      Array.isArray(frame.sensors) &&
      frame.sensors.length === 1 &&
      isObject(frame.sensors[0]) &&
      !lidars.has(frame.sensors[0].sensor_id),
  )
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
