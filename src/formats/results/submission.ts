import { isListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import type { FlatGeometryKind } from '../../model/annotationType.ts'
import type { ResultForm } from '../../model/annotationTypes/annotationRules.ts'
import { isOneRecord, rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import { type AttributeValues, NO_ATTRIBUTES } from '../../model/attribute.ts'
import {
  type AnnotatedDocument,
  emptyDocument,
  IMAGE_VIEW,
  NO_STEPS,
  type PointLabels,
  type Track,
} from '../../model/document/document.ts'
import { numbered } from '../../model/document/numbers.ts'
import { type Fault, faultAt, wordsFor } from '../errors/fault.ts'
import type { JobContext } from './jobContext.ts'
import { asRecord, isJsonObject, type JsonObject, optional, readObject } from './read.ts'
import { readBoxTracks } from './submissionBoxes.ts'
import { SubmissionContext, type SubmissionOptions } from './submissionContext.ts'
import { readSegmentation } from './submissionSegmentation.ts'
import { readVideoTracks } from './submissionVideo.ts'
import { IMAGE_GROUPS, readFlatShape } from './wireShapes.ts'

const ROOT = 'data.annotations'

/** Each record of the groups becomes a separate object with one shape. */
function readImageTracks(context: SubmissionContext, data: JsonObject): Map<string, Track> {
  const tracks = new Map<string, Track>()
  const groups = readObject(data, 'annotations', 'data', context.failures)
  if (!groups) return tracks
  for (const name of Object.keys(groups)) {
    // A misspelt group would be work lost in silence.
    if (IMAGE_GROUPS.some((group) => group.name === name)) continue
    const groupNames = IMAGE_GROUPS.map((group) => group.name).join(' or ')
    context.failures.add(memberPath(ROOT, name), 'UNKNOWN', wordsFor(groupNames, name))
  }
  for (const { name, kind } of IMAGE_GROUPS) {
    const records = optional(groups, name) ?? []
    if (!isListLike(records)) {
      context.failures.add(`${ROOT}.${name}`, 'INVALID_TYPE', wordsFor('a list', records))
      continue
    }
    for (let i = 0; i < records.length && !context.failures.isFull; i++) {
      const track = readRecord(context, records.at(i), kind, `${ROOT}.${name}[${i}]`)
      if (track) tracks.set(track.id, track)
    }
  }
  return tracks
}

function readRecord(context: SubmissionContext, value: unknown, kind: FlatGeometryKind, path: string): Track | null {
  const { failures } = context
  const record = asRecord(value, path, failures)
  if (!record) return null
  const id = context.readRecordId(record, path) ?? context.options.newId()
  const type = optional(record, 'type')
  if (type !== undefined && type !== kind) {
    failures.add(`${path}.type`, typeof type === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE', wordsFor(kind, type))
  }
  const source = context.readSource(record, path)
  const shape = readFlatShape(kind, record, path, context.job.frames[0]?.image ?? null, failures)
  const tagClass = context.readClass(record, path)
  if (!tagClass) return null
  context.checkGeometry(tagClass, kind, path)
  context.checkSkeleton(tagClass, shape, path)
  // An image has one record per object, so attributes per object and per frame are in one place.
  const attributes = context.readAttributes(record, 'attributes', path, tagClass.attributes, ['object', 'frame'])
  if (!shape) return null
  context.options.onRecord?.(id, IMAGE_VIEW, 0, path)
  const key = { kind: 'shape', frame: 0, id, keyFrame: true, source, hidden: false, linked: false, shape } as const
  const view = { keys: [key], attributes: NO_STEPS, follows: false }
  const track: Track = {
    id,
    entryId: null,
    classId: tagClass.classId,
    ...context.numbers.read(record, tagClass.classId, path),
    stationary: false,
    attributes: attributes.size === 0 ? NO_ATTRIBUTES : attributes,
    cuboid: null,
    views: new Map([[IMAGE_VIEW, view]]),
  }
  return context.relations.read(track, record, path)
}

export interface ReadSubmission {
  document: AnnotatedDocument
  /** The labels of a segmentation, if they were sent with it; null otherwise. */
  labels: PointLabels | null
  /** A labelled point cloud to be fetched, whose labels then have to pass `checkLabels`. */
  labelsUrl: string | null
}

export type ParsedSubmission = ReadSubmission | { failures: Fault[] }

/**
 * Reads the `data` that a machine or an outside team submits for a job (contract 6). It reports every fault (at most a
 * thousand) with its path from `data`. It keeps given ids and interpolates nothing.
 */
export function parseSubmission(job: JobContext, data: unknown, options: SubmissionOptions): ParsedSubmission {
  if (data === undefined) return { failures: [faultAt('data', 'MISSING', 'an object', data)] }
  if (!isJsonObject(data)) return { failures: [faultAt('data', 'INVALID_TYPE', 'an object', data)] }
  const context = new SubmissionContext(job, options)
  const read = withFittingRelations(context, readData(context, data))
  if (context.failures.all.length > 0) return { failures: context.failures.all }
  return { ...read, document: numbered(read.document) }
}

function withFittingRelations({ relations, options }: SubmissionContext, read: ReadSubmission): ReadSubmission {
  const { document } = read
  if (options.isEarlierResult || options.onRelationLeftOut)
    return { ...read, document: { ...document, tracks: relations.fitting(document.tracks) } }
  relations.check(document.tracks)
  return read
}

function readData(context: SubmissionContext, data: JsonObject): ReadSubmission {
  const { annotationType } = context.job.tag
  const document: AnnotatedDocument = {
    ...emptyDocument(annotationType, context.job.frames.length),
    jobAttributes: readJobAttributes(context, data),
    frameAttributes: readFrameAttributes(context, data),
  }
  return {
    document,
    labels: null,
    labelsUrl: null,
    ...READERS[rulesOf(annotationType).result](context, data, document),
  }
}

type Reader = (context: SubmissionContext, data: JsonObject, document: AnnotatedDocument) => Partial<ReadSubmission>

const readBoxes: Reader = (context, data, document) => ({
  document: { ...document, tracks: readBoxTracks(context, data) },
})

const READERS: Readonly<Record<ResultForm, Reader>> = {
  image: (context, data, document) => ({ document: { ...document, tracks: readImageTracks(context, data) } }),
  video: (context, data, document) => ({ document: { ...document, tracks: readVideoTracks(context, data) } }),
  boxes: readBoxes,
  points(context, data, document) {
    const { legend, labels, labelsUrl } = readSegmentation(context, data)
    return { document: { ...document, legend }, labels, labelsUrl }
  },
}

function readJobAttributes(context: SubmissionContext, data: JsonObject): AttributeValues {
  const { tag } = context.job
  const key = isOneRecord(tag.annotationType) ? 'image_attributes' : 'job_attributes'
  return context.readAttributes(data, key, 'data', ofScope(context, 'job'), ['job'])
}

const ofScope = (context: SubmissionContext, per: 'job' | 'frame') =>
  context.job.tag.attributes.filter((attribute) => attribute.per === per)

function readFrameAttributes(context: SubmissionContext, data: JsonObject): ReadonlyMap<number, AttributeValues> {
  const byFrame = new Map<number, AttributeValues>()
  const { tag, frames } = context.job
  if (!rulesOf(tag.annotationType).hasFrames) return byFrame
  const given = optional(data, 'frame_attributes') ?? {}
  const field = 'data.frame_attributes'
  if (!isJsonObject(given)) {
    context.failures.add(field, 'INVALID_TYPE', wordsFor('an object', given))
    return byFrame
  }
  for (const frameId of Object.keys(given)) {
    if (context.frameIndexes.has(frameId)) continue
    context.failures.add(memberPath(field, frameId), 'UNKNOWN', wordsFor('the frame_id of a frame of the job', frameId))
  }
  const attributes = ofScope(context, 'frame')
  for (let frame = 0; frame < frames.length; frame++) {
    const values = context.readAttributes(given, frames[frame].frameId, field, attributes, ['frame'])
    if (values.size > 0) byFrame.set(frame, values)
  }
  return byFrame
}
