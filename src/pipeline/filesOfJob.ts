import type { PointLayout } from '../formats/clouds/pointLayout.ts'
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
  /** How a cloud without a header holds its points. */
  layout: PointLayout | null
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
    layout: null,
  })
  if (input.kind === 'image') return [image(input.image.field, input.image.url, 0)]
  if (input.kind === 'video') return input.frames.map((frame, index) => image(frame.field, frame.url, index))
  const lidars = new Map(
    input.sensors.flatMap(({ id, modality, pointLayout }) => (modality === 'lidar' ? [[id, pointLayout]] : [])),
  )
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
        layout: lidars.get(sensorId) ?? null,
      }),
    ),
  )
}
