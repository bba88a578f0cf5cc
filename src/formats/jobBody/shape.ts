import type { Operation } from '../../model/operation.ts'
import type { Failure } from '../errors/codes.ts'
import type { DataShape } from './schema.ts'

const SHAPE_OF_OPERATION: Readonly<Record<Operation, DataShape>> = {
  image2d: 'image',
  video2d: 'video',
  cuboid3d: 'frames',
  cuboid3d_linked2d: 'frames',
  segmentation3d: 'cloud',
}

const present = (value: unknown) => value !== undefined && value !== null

/**
 * Which kind of data was sent, judged by its keys; `operation` (null when the tag is unknown) only settles whether
 * frames of one camera are a video. Failures when there is not exactly one kind, or not the kind of the tag.
 */
export function shapeOf(
  data: Record<string, unknown>,
  operation: Operation | null,
): { shape: DataShape } | { failures: Failure[] } {
  const kinds = ['image_url', 'video_data', 'sensor_data'].filter(
    (key) => Object.hasOwn(data, key) && present(data[key]),
  )
  if (kinds.length !== 1) return { failures: [{ field: 'data', type: kinds.length ? 'NOT_ALLOWED' : 'MISSING' }] }
  const sent = sentShape(data, kinds[0], operation)
  if (operation === null) return { shape: sent }
  const wanted = SHAPE_OF_OPERATION[operation]
  if (sent === wanted || (wanted === 'video' && sent === 'cameraVideo')) return { shape: sent }
  const sensorData = data.sensor_data
  const mixed = isObject(sensorData) && present(sensorData.frames) && present(sensorData.sensors)
  return { failures: [{ field: mixed ? 'data.sensor_data.frames' : 'data', type: 'NOT_ALLOWED' }] }
}

function sentShape(data: Record<string, unknown>, kind: string, operation: Operation | null): DataShape {
  if (kind === 'image_url') return 'image'
  if (kind === 'video_data') return 'video'
  const sensorData = data.sensor_data
  if (!isObject(sensorData) || !present(sensorData.frames))
    return operation === 'segmentation3d' || hasSensors(sensorData) ? 'cloud' : 'frames'
  const mayBeVideo = operation === 'video2d' || operation === null
  return mayBeVideo && isOneCamera(sensorData) ? 'cameraVideo' : 'frames'
}

const hasSensors = (sensorData: unknown) => isObject(sensorData) && present(sensorData.sensors)

/** One sensor a frame, none of them a lidar. */
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
