import { randomUUID } from 'node:crypto'
import type { Adapted } from '../../formats/assistants/adapted.ts'
import { AnswerFault } from '../../formats/assistants/answerFault.ts'
import type { Proposed } from '../../formats/assistants/proposed.ts'
import { labelsOfTracks, type ReadAnswer, readAssistantAnswer } from '../../formats/assistants/readAnswer.ts'
import { requestBody, type SignedFile } from '../../formats/assistants/requestBody.ts'
import { type TrackEnds, trackEnds } from '../../formats/assistants/trackEnds.ts'
import { type TrackedBox, trackedBoxes } from '../../formats/assistants/trackedBoxes.ts'
import { readThrough } from '../../formats/document/encodedDocument.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { type PackedDocument, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { Refusal } from '../../formats/jobBody/jobBody.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import { camerasOfJob } from '../../formats/results/camerasOfJob.ts'
import type { JobContext } from '../../formats/results/jobContext.ts'
import { type JobSnapshot, openJobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseJson } from '../../json/text.ts'
import type { AssistErrorCode, Carrier, Verb } from '../../model/assistants/assistant.ts'
import { MAX_ANSWER_PARTS } from '../../model/limits.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ThreadContext } from '../../threads/protocol.ts'
import { acceptedEdits } from './acceptedEdits.ts'
import { assistantPoints } from './assistantPoints.ts'
import { cvatAnswer } from './cvatAnswer.ts'
import { evaluateAssistant } from './evaluateAssistant.ts'
import { labelStudioAnswer } from './labelStudioAnswer.ts'
import { jsonBytes } from './readBatch.ts'
import { suggestionOutcomes } from './suggestionOutcomes.ts'
import { uprightBase64 } from './uprightImage.ts'

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
