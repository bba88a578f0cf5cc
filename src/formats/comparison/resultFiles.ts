import { type AnnotationType, isAnnotationType } from '../../model/annotationType.ts'
import { hasCameraBoxes, isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { ComparedJob, ComparedSide } from '../../model/compare/compare.ts'
import { comparedRecords } from '../../model/compare/comparedRecord.ts'
import type { InputSensorMeta } from '../jobBody/input.ts'
import type { PoseWire } from '../jobBody/wire.ts'
import type { FrameContext, ImageSize, JobContext } from '../results/jobContext.ts'
import { isJsonObject, type JsonObject, own } from '../results/read.ts'
import { classesIn, listIn, recordsIn } from '../results/resultClasses.ts'
import { parseSubmission } from '../results/submission.ts'

/** Two result documents made ready to be compared without the service that wrote them. */
export interface ComparedFiles {
  a: ComparedSide
  b: ComparedSide
  job: ComparedJob
}

/**
 * Reads two result documents of one job, or of two jobs with the same frames. Throws an Error that describes the fault.
 */
export function comparedFiles(a: unknown, b: unknown): ComparedFiles {
  const [first, second] = [resultOf(a, 'the first document'), resultOf(b, 'the second document')]
  if (first.type !== second.type) throw new Error(`a ${first.type} result cannot be compared with a ${second.type} one`)
  const job = jobOf(first.type, [first.data, second.data])
  const side = (data: JsonObject, which: string): ComparedSide => {
    const read = parseSubmission(job, data, { newId: unnamed(which), defaultSource: 'manual', isEarlierResult: true })
    if (!('failures' in read)) return { records: comparedRecords(read.document, job), points: null }
    const [fault] = read.failures
    throw new Error(`${which} is not a result document: ${fault.field} (${fault.type})`)
  }
  return {
    a: side(first.data, 'the first document'),
    b: side(second.data, 'the second document'),
    job: {
      annotationType: first.type,
      frameCount: job.frames.length,
      classes: job.tag.classes,
      imageOf: (frame, sensorId) => job.frames[frame]?.image ?? job.cameraSizes?.get(sensorId ?? '') ?? null,
      egoAt: (frame) => job.frames[frame]?.egoPose?.position ?? null,
      frameIdOf: (frame) => job.frames[frame]?.frameId || null,
    },
  }
}

/** Ids of records without one, in the order of the document. */
function unnamed(which: string): () => string {
  let count = 0
  return () => `${which}, unnamed ${++count}`
}

function resultOf(document: unknown, which: string): { type: AnnotationType; data: JsonObject } {
  const { type, data } = isJsonObject(document) ? document : {}
  if (!isAnnotationType(type) || !isJsonObject(data))
    throw new Error(`${which} is not a result document: type and data are missing`)
  if (rulesOf(type).hasLabels) {
    throw new Error('labels of points are not in the result document: compare segmentations on the service')
  }
  return { type, data }
}

/** What both documents say of the job: its frames, and classes and attributes as far as they are used. */
function jobOf(annotationType: AnnotationType, both: readonly JsonObject[]): JobContext {
  const classes = classesIn(both)
  return {
    jobId: '',
    referenceId: '',
    exifOrientation: null,
    pointCloudFrame: null,
    pointCount: null,
    inputSensorFrames: [],
    tag: { name: '', annotationType, classes, attributes: [], review: null, instructions: null },
    frames: framesIn(annotationType, both),
    sensors: sensorsIn(annotationType, both),
    cameraSizes: cameraSizesIn(both),
  }
}

function cameraSizesIn(both: readonly JsonObject[]): Map<string, ImageSize> {
  const coordinates = both.map((data) => own(data, 'coordinate_system')).filter(isJsonObject)
  const sizes = coordinates.map((one) => own(one, 'image')).map((image) => isJsonObject(image) && own(image, 'sizes'))
  return new Map(
    sizes.filter(isJsonObject).flatMap((one) =>
      Object.entries(one).flatMap(([sensorId, holder]) => {
        const size = isJsonObject(holder) ? sizeOf(holder) : null
        return size ? [[sensorId, size] as const] : []
      }),
    ),
  )
}

function framesIn(annotationType: AnnotationType, both: readonly JsonObject[]): FrameContext[] {
  const cameras = new Set(sensorsIn(annotationType, both).map(({ id }) => id))
  const frame = (frameId: string, image: ImageSize | null, ego: unknown = null): FrameContext => ({
    frameId,
    src: null,
    image,
    timestamp: null,
    egoPose: egoPoseOf(ego),
    sensorIds: cameras,
  })
  if (isOneRecord(annotationType)) return [frame('', sizeOf(both.map((data) => own(data, 'image')).find(isJsonObject)))]
  const frames = new Map<string, FrameContext>()
  for (const data of both) {
    for (const listed of listIn(own(data, 'video_data'), 'frames').concat(listIn(own(data, 'sensor_data'), 'frames'))) {
      const frameId = own(listed, 'frame_id')
      if (typeof frameId === 'string' && !frames.has(frameId))
        frames.set(frameId, frame(frameId, sizeOf(listed), own(listed, 'ego_pose')))
    }
    // Not every program repeats the frames.
    for (const record of recordsIn(data)) {
      for (const frameId of frameIdsOf(record)) if (!frames.has(frameId)) frames.set(frameId, frame(frameId, null))
    }
  }
  return [...frames.values()]
}

/** Where the vehicle stood, where the document says so. */
function egoPoseOf(pose: unknown): PoseWire | null {
  const position = isJsonObject(pose) ? own(pose, 'position') : null
  const [x, y, z] = isJsonObject(position) ? [own(position, 'x'), own(position, 'y'), own(position, 'z')] : []
  if (typeof x !== 'number' || typeof y !== 'number' || typeof z !== 'number') return null
  return { position: { x, y, z }, heading: { w: 1, x: 0, y: 0, z: 0 } }
}

function frameIdsOf(record: JsonObject): string[] {
  const [frameId, frames] = [own(record, 'frame_id'), own(record, 'frames')]
  return [...(typeof frameId === 'string' ? [frameId] : []), ...(isJsonObject(frames) ? Object.keys(frames) : [])]
}

function sizeOf(holder: JsonObject | undefined): ImageSize | null {
  const [widthPx, heightPx] = holder ? [own(holder, 'width'), own(holder, 'height')] : []
  return typeof widthPx === 'number' && typeof heightPx === 'number' ? { widthPx, heightPx } : null
}

function sensorsIn(annotationType: AnnotationType, both: readonly JsonObject[]): InputSensorMeta[] {
  const sensor = (id: string, modality: 'lidar' | 'camera'): InputSensorMeta => ({
    id,
    name: id,
    modality,
    primaryView: false,
    state: 'editable',
    intrinsics: null,
  })
  const records = both.flatMap((data) => recordsIn(data))
  const idsOf = (isCamera: boolean) =>
    records.flatMap((record) => {
      const id = own(record, 'sensor_id')
      return typeof id === 'string' && (own(record, 'type') === 'rectangle') === isCamera ? [id] : []
    })
  if (rulesOf(annotationType).result !== 'boxes') return []
  const lidars = [...new Set(['lidar', ...idsOf(false)])]
  const cameras = hasCameraBoxes(annotationType) ? [...new Set(idsOf(true))] : []
  return [...lidars.map((id) => sensor(id, 'lidar')), ...cameras.map((id) => sensor(id, 'camera'))]
}
