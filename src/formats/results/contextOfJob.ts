import type { Tag } from '../../model/tag.ts'
import type { InputImageFrame, InputSensorFrame } from '../jobBody/input.ts'
import type { StoredJobInput } from '../jobBody/readInput.ts'
import type { FrameContext, ImageSize, JobContext } from './jobContext.ts'

/** The facts of one file of a job, by its field. Sizes in pixels. */
export type FileFacts =
  | { width: number; height: number; uprightWidth: number; uprightHeight: number; exifOrientation: number }
  | { pointCount: number }

export interface ContextFacts {
  jobId: string
  referenceId: string
  tag: Tag
  pointCloudFrame: 'sensor' | 'common' | null
  stored: StoredJobInput
  files: ReadonlyMap<string, FileFacts>
}

/** Brings together what the database, the payload and the files say of a job. */
export function contextOfJob({ stored, files, ...job }: ContextFacts): JobContext {
  const { input, data } = stored
  const uprightSize = (field: string): ImageSize | null => {
    const facts = files.get(field)
    return facts && 'width' in facts ? { widthPx: facts.uprightWidth, heightPx: facts.uprightHeight } : null
  }
  const shared = { ...job, sensors: [], exifOrientation: null, pointCount: null, inputSensorFrames: [] }
  if (input.kind === 'image') {
    const facts = files.get(input.image.field)
    const exifOrientation = facts && 'width' in facts ? facts.exifOrientation : 1
    const frame = flatFrame({ frameId: '', timestamp: input.timestamp, ...input.image }, uprightSize(input.image.field))
    return { ...shared, frames: [frame], exifOrientation }
  }
  if (input.kind === 'video') {
    return {
      ...shared,
      frames: input.frames.map((frame) => flatFrame(frame, uprightSize(frame.field))),
    }
  }
  const frames = input.frames.map(
    (frame): FrameContext => ({
      frameId: frame.frameId,
      src: null,
      image: null,
      timestamp: frame.timestamp,
      egoPose: frame.egoPose,
      sensorIds: new Set(frame.sensors.map((sensor) => sensor.sensorId)),
    }),
  )
  return {
    ...shared,
    frames,
    sensors: input.sensors,
    cameraSizes: sizesOfCameras(input.frames, files),
    pointCount: input.kind === 'cloud' ? lidarPoints(stored, files) : null,
    inputSensorFrames: data.sensor_data?.frames ?? [],
  }
}

function sizesOfCameras(frames: readonly InputSensorFrame[], files: ContextFacts['files']): Map<string, ImageSize> {
  const found = new Map<string, ImageSize>()
  const varying = new Set<string>()
  for (const { sensorId, field } of frames.flatMap(({ sensors }) => sensors)) {
    const facts = files.get(field)
    if (!facts || !('width' in facts)) continue
    const known = found.get(sensorId)
    if (known && (known.widthPx !== facts.width || known.heightPx !== facts.height)) varying.add(sensorId)
    found.set(sensorId, { widthPx: facts.width, heightPx: facts.height })
  }
  for (const sensorId of varying) found.delete(sensorId)
  return found
}

const flatFrame = ({ frameId, url, timestamp }: InputImageFrame, image: ImageSize | null): FrameContext => ({
  frameId,
  src: url,
  image,
  timestamp,
  egoPose: null,
  sensorIds: new Set(),
})

function lidarPoints({ input }: StoredJobInput, files: ContextFacts['files']): number | null {
  if (input.kind !== 'cloud') return null
  const lidars = new Set(input.sensors.filter((sensor) => sensor.modality === 'lidar').map((sensor) => sensor.id))
  const sensor = input.frames[0].sensors.find((candidate) => lidars.has(candidate.sensorId))
  const facts = sensor && files.get(sensor.field)
  return facts && 'pointCount' in facts ? facts.pointCount : null
}
