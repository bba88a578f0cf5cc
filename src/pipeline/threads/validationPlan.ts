import type { JobInput } from '../../formats/jobBody/input.ts'
import { readStoredJob } from '../../formats/jobBody/readInput.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { CloudFrame, PoseWire } from '../../formats/jobBody/wire.ts'
import { parseJson } from '../../json/text.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { filesOfJob } from '../filesOfJob.ts'
import { packed } from '../pieces.ts'

/** The bytes of an accepted job with what reading them takes. */
export interface StoredBody {
  bytes: Uint8Array
  annotationType: AnnotationType
  keptSensors: Record<string, object> | null
}

/** The primary lidar over the frames, which shows in which frame its clouds are. */
export interface SeenLidar {
  /** The frame that the job states. */
  asked: CloudFrame | null
  places: readonly { field: string; sensorPose: PoseWire }[]
}

/** The part of a job's data that validation needs: little of many megabytes crosses threads. */
export interface ValidationPlan {
  /** All files in order, `packed`. */
  files: Uint8Array<ArrayBuffer>[]
  isVideo: boolean
  lidar: SeenLidar | null
  hasPrediction: boolean
}

export function planValidation({ bytes, annotationType, keptSensors }: StoredBody): ValidationPlan {
  const { input, prediction } = readStoredJob(bytes, annotationType, keptSensors)
  return {
    files: packed(filesOfJob(input)),
    isVideo: input.kind === 'video',
    lidar: seenLidar(input),
    hasPrediction: prediction !== undefined,
  }
}

function seenLidar(input: JobInput): SeenLidar | null {
  if (input.kind !== 'frames' && input.kind !== 'cloud') return null
  const lidars = input.sensors.filter((sensor) => sensor.modality === 'lidar')
  const primary = lidars.find((sensor) => sensor.primaryView) ?? lidars[0]
  const places = input.frames.flatMap(({ sensors }) =>
    sensors.filter(({ sensorId }) => sensorId === primary.id).map(({ field, sensorPose }) => ({ field, sensorPose })),
  )
  return { asked: input.pointCloudFrame, places }
}

/** The tag that a job body names; '' if it names none. */
export function bodyTag(bytes: Uint8Array): string {
  const body = parseJson(bytes)
  return isObject(body) && typeof body.tag === 'string' ? body.tag : ''
}
