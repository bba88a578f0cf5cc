import type { Verb } from '../../model/assistants/assistant.ts'
import type { Attribute } from '../../model/attribute.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { geometriesOf, openClasses } from '../../model/tag.ts'
import type { InputImageFrame, InputSensorFrame, JobInput } from '../jobBody/input.ts'
import type { OpenedSnapshot } from '../results/jobSnapshot.ts'
import { predictionData } from '../results/predictionData.ts'
import { isJsonObject, type JsonObject } from '../results/read.ts'

/** A file of the job, by the address under which the assistant gets it. */
export interface SignedFile {
  /** Path of its URL in the body. */
  field: string
  /** The frame of a video or a sequence. */
  frameIndex: number | null
  url: string
  mediaType: string
  widthPx?: number
  heightPx?: number
  pointCount?: number
}

/** The parts of a request to an assistant; addresses are signed, and nothing names a person. */
export interface RequestOrder {
  head: { verb: Verb; request_id: string; project_id: string; assistant: string; session?: string }
  opened: OpenedSnapshot
  files: readonly SignedFile[]
  document: AnnotatedDocument
  labels: PointLabels | null
  input: JsonObject
}

/** Labels of larger clouds are left out: the assistant has the file. */
const MAX_LABELS = 2_000_000

/** The body of a request: the verb and its input, the job, and the existing annotations. */
export function requestBody(order: RequestOrder): JsonObject {
  const { job, stored } = order.opened
  const { tag } = job
  const labels = order.labels && order.labels.length <= MAX_LABELS ? order.labels : null
  const document = withoutSources(predictionData(job, order.document, labels))
  return {
    ...order.head,
    job: {
      job_id: job.jobId,
      reference_id: job.referenceId,
      tag: tag.name,
      operation: tag.annotationType,
      data: withSignedUrls(stored.data, order.files),
      classes: openClasses(tag).map((tagClass) => ({
        name: tagClass.name,
        class_id: tagClass.classId,
        color: tagClass.color,
        instantiable: tagClass.instantiable,
        geometries: geometriesOf(tag, tagClass),
        default_size: tagClass.defaultSize,
        attributes: tagClass.attributes.map(shownAttribute),
      })),
      attributes: tag.attributes.map(shownAttribute),
      files: order.files.map(({ field, url, mediaType, widthPx, heightPx, pointCount }) => ({
        field,
        url,
        media_type: mediaType,
        ...(widthPx !== undefined && { width: widthPx, height: heightPx }),
        ...(pointCount !== undefined && { point_count: pointCount }),
      })),
    },
    document,
    input: order.head.verb === 'track' ? withFrames(order, stored.input, document) : order.input,
  }
}

/** For `track`: the frames between both ends in order with their files, and the objects to follow. */
function withFrames({ input, files }: RequestOrder, job: JobInput, document: JsonObject): JsonObject {
  if (job.kind === 'image') return input
  const ids: string[] = job.frames.map(({ frameId }) => frameId)
  const ends = [ids.indexOf(String(input.from)), ids.indexOf(String(input.to))]
  const urls = new Map(files.map(({ field, url }) => [field, url]))
  const filesOf = (frame: InputImageFrame | InputSensorFrame) =>
    ('sensors' in frame ? frame.sensors : [frame]).map((file) => ({
      ...('sensorId' in file && { sensor_id: file.sensorId }),
      url: urls.get(file.field),
    }))
  const within = job.frames.slice(Math.min(...ends), Math.max(...ends) + 1)
  if (ends[0] > ends[1]) within.reverse()
  const tracked = new Set(Array.isArray(input.track_ids) ? input.track_ids : [])
  const records = isJsonObject(document.annotation_data) ? document.annotation_data.annotations : []
  // Records of videos are a list that is generated as it is read.
  const objects = isIterable(records) ? Array.from(records).filter(isJsonObject) : []
  return {
    ...input,
    frames: ends.includes(-1) ? [] : within.map((frame) => ({ frame_id: frame.frameId, files: filesOf(frame) })),
    objects: objects.filter((one) => tracked.has(one.track_id)),
  }
}

const isIterable = (value: unknown): value is Iterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.iterator in value

const shownAttribute = ({ name, type, options, required, per, dependsOn }: Attribute) => ({
  name,
  type,
  options,
  required,
  per,
  ...(dependsOn && { depends_on: dependsOn }),
})

/** `data` of the job with each URL replaced by the signed one of the same file, without its metadata. */
function withSignedUrls(data: unknown, files: readonly SignedFile[]): unknown {
  const { metadata: _, ...rest } = isJsonObject(data) ? data : {}
  const copy = structuredClone(rest)
  for (const { field, url } of files) setAt(copy, field, url)
  return copy
}

/** @param path such as `data.sensor_data.frames[3].sensors[0].data_url` */
function setAt(data: JsonObject, path: string, url: string): void {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '')
  const last = steps.at(-1)
  let holder: unknown = data
  for (const step of steps.slice(1, -1))
    holder = isJsonObject(holder) || Array.isArray(holder) ? Reflect.get(holder, step) : undefined
  if (last !== undefined && isJsonObject(holder)) holder[last] = url
}

/** What a result repeats of the customer's addresses is in `job.data`, signed. */
const withoutSources = (data: object): JsonObject =>
  Object.fromEntries(Object.entries(data).filter(([name]) => !SOURCES.has(name)))

const SOURCES: ReadonlySet<string> = new Set(['image_url', 'video_data', 'sensor_data'])
