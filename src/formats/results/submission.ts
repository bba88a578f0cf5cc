import { memberPath } from '../../json/text.ts'
import type { AnnotationType } from '../../model/annotationType.ts'
import { rulesOf } from '../../model/annotationTypes/rulesOf.ts'
import type { AttributeValues } from '../../model/attribute.ts'
import type { AnnotatedDocument, PointLabels } from '../../model/document/document.ts'
import { emptyDocument } from '../../model/document/document.ts'
import { numbered } from '../../model/document/numbers.ts'
import { type Fault, faultAt, wordsFor } from '../errors/fault.ts'
import type { JobContext } from './jobContext.ts'
import { isJsonObject, type JsonObject, optional } from './read.ts'
import { readBoxTracks } from './submissionBoxes.ts'
import { SubmissionContext, type SubmissionOptions } from './submissionContext.ts'
import { readImageTracks } from './submissionImage.ts'
import { readSegmentation } from './submissionSegmentation.ts'
import { readVideoTracks } from './submissionVideo.ts'

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
  return { document, labels: null, labelsUrl: null, ...READERS[annotationType](context, data, document) }
}

type Reader = (context: SubmissionContext, data: JsonObject, document: AnnotatedDocument) => Partial<ReadSubmission>

const readBoxes: Reader = (context, data, document) => ({
  document: { ...document, tracks: readBoxTracks(context, data) },
})

const READERS: Readonly<Record<AnnotationType, Reader>> = {
  image2d: (context, data, document) => ({ document: { ...document, tracks: readImageTracks(context, data) } }),
  video2d: (context, data, document) => ({ document: { ...document, tracks: readVideoTracks(context, data) } }),
  cuboid3d: readBoxes,
  cuboid3d_linked2d: readBoxes,
  segmentation3d(context, data, document) {
    const { legend, labels, labelsUrl } = readSegmentation(context, data)
    return { document: { ...document, legend }, labels, labelsUrl }
  },
}

function readJobAttributes(context: SubmissionContext, data: JsonObject): AttributeValues {
  const { tag } = context.job
  const key = tag.annotationType === 'image2d' ? 'image_attributes' : 'job_attributes'
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
