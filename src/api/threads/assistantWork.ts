import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Adapted } from '../../formats/assistants/adapted.ts'
import { AnswerFault } from '../../formats/assistants/answerFault.ts'
import { editsToAnswer, isAnswerRecord } from '../../formats/assistants/answerRecord.ts'
import { isLabelRecord } from '../../formats/assistants/labelAnswer.ts'
import { isMergeRecord } from '../../formats/assistants/mergeRecord.ts'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import { labelsOfTracks, type ReadAnswer, readAssistantAnswer } from '../../formats/assistants/readAnswer.ts'
import { requestBody, type SignedFile } from '../../formats/assistants/requestBody.ts'
import { suggestedLabels } from '../../formats/assistants/suggestedLabels.ts'
import { acceptedTracks, suggestedTracks } from '../../formats/assistants/suggestedTracks.ts'
import { type TrackEnds, trackEnds } from '../../formats/assistants/trackEnds.ts'
import { type TrackedBox, trackedBoxes } from '../../formats/assistants/trackedBoxes.ts'
import { readThrough } from '../../formats/document/encodedDocument.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { Refusal } from '../../formats/jobBody/jobBody.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import { camerasOfJob, poseOf } from '../../formats/results/camerasOfJob.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import { applyPose, identityPose } from '../../geometry/pose.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseJson } from '../../json/text.ts'
import type { AssistErrorCode, Carrier, Verb } from '../../model/assistants/assistant.ts'
import type { AnnotatedDocument, Key, ShapePath, Track } from '../../model/document/document.ts'
import { editsToAdd } from '../../model/document/edits/addTracks.ts'
import { editsToJoin } from '../../model/document/edits/joinPairs.ts'
import type { Edit } from '../../model/document/operations/documentOperation.ts'
import type { CuboidPlacement, ViewShape } from '../../model/document/shape.ts'
import { MAX_ANSWER_PARTS, MAX_IMAGE_PIXELS } from '../../model/limits.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readPcd } from '../../pcd/pcdReader.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ThreadContext } from '../../threads/protocol.ts'
import { cvatAnswer } from './cvatAnswer.ts'
import { evaluateAssistant } from './evaluateAssistant.ts'
import { labelStudioAnswer } from './labelStudioAnswer.ts'
import { jsonBytes } from './readBatch.ts'

export type SuggestionOutcome = 'kept' | 'changed' | 'dropped'

export interface OutcomeOrder {
  job: JobSnapshot
  document: PackedDocument
  suggestions: readonly Proposed[]
}

/** What became of suggestions that were accepted, in their order, now that the work is submitted. */
function suggestionOutcomes({ job: kept, document: packed, suggestions }: OutcomeOrder): SuggestionOutcome[] {
  const { job } = openJobSnapshot(kept)
  const document = readThrough(unpackDocument(packed))
  return suggestions.map((suggestion) => {
    const { record } = suggestion
    // Merged: exactly one of the two is left. If all are there, the merge was undone.
    if (isMergeRecord(record))
      return record.merge.filter((id) => document.tracks.has(id)).length === 1 ? 'kept' : 'dropped'
    if (isAnswerRecord(record)) {
      const answer = document.jobAttributes.get(record.attribute)
      return answer === undefined ? 'dropped' : isAlike(answer, record.value) ? 'kept' : 'changed'
    }
    const tracks = suggestedTracks(job, [suggestion], randomUUID)
    // The tag has changed since, so the suggestion cannot be in any document.
    if (!tracks) return 'changed'
    const outcomes = tracks.map((track) => outcomeOf(track, document))
    return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
  })
}

function outcomeOf(suggested: Track, document: AnnotatedDocument): SuggestionOutcome {
  const track = document.tracks.get(suggested.id)
  if (!track) return 'dropped'
  if (track.classId !== suggested.classId) return 'changed'
  const outcomes = [
    ...(suggested.cuboid ? [pathOutcome(suggested.cuboid, track.cuboid)] : []),
    ...Array.from(suggested.views, ([sensorId, view]) => pathOutcome(view, track.views.get(sensorId) ?? null)),
  ]
  return outcomes.find((outcome) => outcome !== 'kept') ?? 'kept'
}

type AnyPath = ShapePath<CuboidPlacement> | ShapePath<ViewShape>
const keysOf = (path: AnyPath): readonly Key<CuboidPlacement | ViewShape>[] => path.keys

function pathOutcome(suggested: AnyPath, path: AnyPath | null): SuggestionOutcome {
  if (!path) return 'dropped'
  const byFrame = new Map(keysOf(path).map((key) => [key.frame, key]))
  for (const key of keysOf(suggested)) {
    const now = byFrame.get(key.frame)
    if (!now || now.kind === 'out') return 'dropped'
    if (key.kind === 'shape' && !isAlike(key.shape, now.shape)) return 'changed'
  }
  return 'kept'
}

const TOLERANCE = 1e-7

/** Equal but for rounding. */
function isAlike(a: unknown, b: unknown): boolean {
  if (typeof a === 'number' && typeof b === 'number') return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a))
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return a === b
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every((key) => isAlike(Reflect.get(a, key), Reflect.get(b, key)))
}

export interface PointsOrder {
  job: JobSnapshot
  frameId: string
  /** The paths of the files by their field. */
  cloudPaths: ReadonlyMap<string, string>
  /** Common frame, metres. */
  center: { x: number; y: number }
  radius: number
}

/** Sparse objects have hundreds of points; more than this adds nothing. */
const MAX_POINTS = 200_000

/** Points of all clouds of a frame within a radius of a place on the ground: `[x, y, z]` in the common frame, metres. */
async function assistantPoints(order: PointsOrder): Promise<[number, number, number][]> {
  const { job, stored } = openJobSnapshot(order.job)
  if (stored.input.kind !== 'frames') return []
  const frame = stored.input.frames.find(({ frameId }) => frameId === order.frameId)
  const points: [number, number, number][] = []
  for (const { field, sensorPose } of frame?.sensors ?? []) {
    const path = order.cloudPaths.get(field)
    if (path === undefined) continue
    const commonFromCloud = job.pointCloudFrame === 'common' ? identityPose : poseOf(sensorPose)
    const { positions } = await readPcd(createReadStream(path, { highWaterMark: 1 << 20 }), DEFAULT_PCD_LIMITS)
    for (let i = 0; i < positions.length && points.length < MAX_POINTS; i += 3) {
      const cloudPoint = { x: positions[i], y: positions[i + 1], z: positions[i + 2] }
      if (Number.isNaN(cloudPoint.x)) continue
      const { x, y, z } = applyPose(commonFromCloud, cloudPoint)
      if (Math.hypot(x - order.center.x, y - order.center.y) <= order.radius) points.push([x, y, z])
    }
  }
  return points
}

export interface AssistantRequest {
  head: { verb: Verb; request_id: string; project_id: string; assistant: string; session?: string }
  job: JobSnapshot
  files: readonly SignedFile[]
  document: PackedDocument
  /** The labels file; null if there are none. */
  labels: Uint8Array | null
  input: Record<string, unknown>
}

export interface MadeRequest {
  body: Uint8Array
  frameIds: string[]
  trackedBoxes: TrackedBox[]
  trackEnds: TrackEnds[]
}

/** The body of a request to an assistant as JSON, and the job's frames in order. */
function assistantRequest(order: AssistantRequest): MadeRequest {
  const document = readThrough(unpackDocument(order.document))
  const opened = openJobSnapshot(order.job)
  const body = requestBody({ ...order, opened, document, labels: order.labels && decodeLabels(order.labels) })
  const frameIds = opened.job.frames.map(({ frameId }) => frameId)
  const made = { body: jsonBytes(body), frameIds, trackedBoxes: [], trackEnds: [] }
  if (order.head.verb !== 'track') return made
  const { input } = order
  const { stored, files, job } = opened
  const cameras = camerasOfJob(stored.input, files)
  const ends = trackEnds(document, { tag: job.tag, input: stored.input, cameras }, input)
  return { ...made, trackedBoxes: trackedBoxes(document, frameIds, input), trackEnds: ends }
}

export interface AssistantAnswer {
  verb: Verb
  bytes: Uint8Array
  /** For a line of a stream: the member that has the answer. */
  within: 'result' | 'partial' | null
  job: JobSnapshot
  input: Record<string, unknown>
  document: PackedDocument
  carrier: Carrier
  /** Their label: our class. */
  map: Readonly<Record<string, string>>
}

/** Suggestions as lists of rows in JSON, or the fault of the answer. */
export type AnswerReading =
  | {
      lists: string[]
      count: number
      stoppedAt: ReadAnswer['stoppedAt']
      findings: ReadAnswer['findings']
      dropped: Adapted['dropped']
    }
  | { code: AssistErrorCode; message: string }

const ROWS_A_LIST = 2000

/** Reads and checks what an assistant answered. */
export function assistantAnswer(order: AssistantAnswer): AnswerReading {
  try {
    const { job } = openJobSnapshot(order.job)
    const tracks = readThrough(unpackDocument(order.document)).tracks.values()
    const labels = order.verb === 'track' ? labelsOfTracks(tracks, job.tag) : new Map<string, string>()
    const context = { job, input: order.input, labels, newId: randomUUID }
    const { answer, dropped, merges = [] } = adapted(order, job)
    const { proposed, stoppedAt, findings } = readAssistantAnswer(order.verb, answer, context)
    const pairs = merges.map((merge): Proposed => ({ record: { merge }, score: null }))
    const rows = [...proposed, ...pairs].map(({ record, track, linked, score }) => ({
      id: randomUUID(),
      record,
      more: track || linked ? { track, linked } : null,
      score,
    }))
    const lists: string[] = []
    for (let i = 0; i < rows.length; i += ROWS_A_LIST) lists.push(JSON.stringify(rows.slice(i, i + ROWS_A_LIST)))
    return { lists, count: rows.length, stoppedAt, findings, dropped }
  } catch (error) {
    if (error instanceof AnswerFault) return { code: error.code, message: error.message }
    if (error instanceof JsonTextError)
      return { code: 'INVALID_ANSWER', message: `the answer is not JSON: ${error.message}` }
    throw error
  }
}

function adapted(order: AssistantAnswer, job: JobContext): Omit<Adapted, 'answer'> & { answer: unknown } {
  const { bytes, within, carrier } = order
  const body = parseAnswer(bytes)
  if (carrier === 'label_studio') return labelStudioAnswer(body, { ...order, job })
  if (carrier === 'cvat') return cvatAnswer(body, { ...order, job })
  return { answer: within && isJsonObject(body) ? body[within] : body, dropped: [] }
}

const parseAnswer = (bytes: Uint8Array) => parseJson(bytes, Infinity, MAX_ANSWER_PARTS)

/** The same for another thread. */
export const assistantJobs = {
  assistantRequest(order: AssistantRequest, context: ThreadContext) {
    const made = assistantRequest(order)
    context.transfer(...ownBuffer(made.body))
    return made
  },
  assistantAnswer,
  assistantPoints,
  acceptedEdits,
  uprightBase64,
  suggestionOutcomes,
  evaluateAssistant,
  taskOutput,
}

/** `{lease_id, output}` of a task that a queue answers, or why they cannot be read. */
function taskOutput(bytes: Uint8Array): TaskOutput | { refusal: Refusal } {
  let body: unknown
  try {
    body = parseAnswer(bytes)
  } catch (error) {
    if (!(error instanceof JsonTextError)) throw error
    return { refusal: { code: 'GE_0001', failures: textFaults(error), message: error.message } }
  }
  const { lease_id: leaseId, output } = isJsonObject(body) ? body : {}
  return {
    leaseId: typeof leaseId === 'string' ? leaseId.toLowerCase() : null,
    output: isJsonObject(output) ? jsonBytes(output) : null,
  }
}

export interface TaskOutput {
  leaseId: string | null
  output: Uint8Array | null
}

export interface UprightOrder {
  path: string
  /** The format of the file: upright PNG and JPEG files are sent unchanged. */
  format: string
  exifOrientation: number
}

/** The image of a job that was validated, upright, as PNG or JPEG in base64. */
async function uprightBase64({ path, format, exifOrientation }: UprightOrder): Promise<string> {
  if (exifOrientation <= 1 && (format === 'png' || format === 'jpeg')) return (await readFile(path)).toString('base64')
  const image = sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS }).rotate()
  return (await image.png().toBuffer()).toString('base64')
}

export interface AcceptOrder {
  job: JobSnapshot
  document: PackedDocument
  labels: Uint8Array | null
  suggestions: readonly Proposed[]
}

/** Edits that take suggestions into a document; what a person has made stays. */
export function acceptedEdits({ job: kept, document: packed, labels, suggestions }: AcceptOrder): Edit[] {
  const { job } = openJobSnapshot(kept)
  const document = readThrough(unpackDocument(packed))
  if (labels) {
    const records = suggestions.map(({ record }) => record).filter(isLabelRecord)
    return suggestedLabels(document, decodeLabels(labels), job.tag, records, randomUUID)
  }
  const pairs = suggestions.flatMap(({ record }) => (isMergeRecord(record) ? [record.merge] : []))
  const answers = suggestions.flatMap(({ record }) => (isAnswerRecord(record) ? [record] : []))
  const objects = suggestions.filter(({ record }) => !isMergeRecord(record) && !isAnswerRecord(record))
  const tracks = acceptedTracks(job, objects, randomUUID)
  return [...editsToAdd(document, tracks), ...editsToJoin(document, pairs), ...editsToAnswer(document, answers)]
}
