import type { JobInput } from '../formats/jobBody/input.ts'
import type { FileKind } from './fileFailure.ts'

/** One file of a job on its way through the checks. */
export interface FileToCheck {
  field: string
  url: string
  kind: FileKind
  frameIndex: number | null
  sensorId: string | null
  /** A camera with intrinsics: its pixels are taken as stored. */
  calibrated: boolean
}

/** All files of a job, in the order of the body, with what each has to be. */
export function filesOfJob(input: JobInput): FileToCheck[] {
  const image = (field: string, url: string, frameIndex: number): FileToCheck => ({
    field,
    url,
    kind: 'image',
    frameIndex,
    sensorId: null,
    calibrated: false,
  })
  if (input.kind === 'image') return [image(input.image.field, input.image.url, 0)]
  if (input.kind === 'video') return input.frames.map((frame, index) => image(frame.field, frame.url, index))
  const lidars = new Set(input.sensors.flatMap(({ id, modality }) => (modality === 'lidar' ? [id] : [])))
  return input.frames.flatMap((frame, frameIndex) =>
    frame.sensors.map(
      ({ field, url, sensorId }): FileToCheck => ({
        field,
        url,
        kind: lidars.has(sensorId) ? 'cloud' : 'image',
        frameIndex,
        sensorId,
        // Cameras of a sensor-fusion job are drawn on by projection: their pixels are the sensor's.
        calibrated: true,
      }),
    ),
  )
}
