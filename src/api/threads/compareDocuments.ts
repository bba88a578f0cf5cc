import { randomUUID } from 'node:crypto'
import { type CompareBody, readCompareBody } from '../../formats/comparison/compareBody.ts'
import { type WrittenComparison, writeComparison } from '../../formats/comparison/writeComparison.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { type Refusal, refusal } from '../../formats/jobBody/jobBody.ts'
import { textFaults } from '../../formats/json/textFaults.ts'
import type { JobSnapshot } from '../../formats/results/jobSnapshot.ts'
import { isJsonObject, own } from '../../formats/results/read.ts'
import { parseSubmission } from '../../formats/results/submission.ts'
import { JsonTextError } from '../../json/jsonTextError.ts'
import { parseLazily } from '../../json/lazy.ts'
import { type ComparedSide, compare } from '../../model/compare/compare.ts'
import type { CompareOptions } from '../../model/compare/compareOptions.ts'
import {
  type ComparingContext,
  comparedJob,
  comparedSide,
  comparingContext,
  type StoredDocument,
  storedSide,
} from '../../workflow/quality/comparedWork.ts'

export interface CompareOrder {
  job: JobSnapshot
  /** The call's body, which has the documents that are not stored. */
  body: Uint8Array
  a: StoredDocument | 'data'
  b: StoredDocument | 'data'
  options: CompareOptions
  /** The index of the first pair on the page. */
  start: number
}

/** After this time, the rest is matched greedily; the thread itself is ended at twice the time. */
const EXACT_MS = 2500
export const COMPARE_LIMIT_MS = 5000
/** The limit for many jobs. */
export const EVALUATE_LIMIT_MS = 60_000

/** What a body asks to compare; read on a thread, because documents of any size may be in it. */
export function readComparing(body: Uint8Array): CompareBody | { refusal: Refusal } {
  try {
    const read = readCompareBody(parseLazily(body))
    if (!('failures' in read)) return read
    if (read.failures.length > 0) return { refusal: refusal('GE_0002', read.failures) }
    return { refusal: { code: 'GE_0001', failures: [], message: 'the body must be a JSON object' } }
  } catch (error) {
    return { refusal: notJson(error) }
  }
}

function notJson(error: unknown): Refusal {
  if (!(error instanceof JsonTextError)) throw error
  return { code: 'GE_0001', failures: textFaults(error), message: error.message }
}

export function compareDocuments(order: CompareOrder): WrittenComparison | { refusal: Refusal } {
  const endMs = performance.now() + EXACT_MS
  try {
    const context = comparingContext(order.job)
    const [a, b] = [sideOf('a', order, context), sideOf('b', order, context)]
    if ('refusal' in a) return a
    if ('refusal' in b) return b
    const { job } = context
    const { options, start } = order
    const comparison = compare(a, b, comparedJob(context), options, () => performance.now() > endMs)
    return writeComparison(comparison, (frame) => job.frames[frame].frameId || null, start)
  } catch (error) {
    return { refusal: notJson(error) }
  }
}

function sideOf(side: 'a' | 'b', order: CompareOrder, context: ComparingContext): ComparedSide | { refusal: Refusal } {
  const given = order[side]
  if (given !== 'data') return storedSide(given, context)
  const read = parseSubmission(context.job, dataOf(order.body, side), { newId: randomUUID, defaultSource: 'manual' })
  if (!('failures' in read) && read.labelsUrl === null) return comparedSide(read.document, read.labels, context)
  const failures =
    'failures' in read
      ? read.failures
      : [faultAt('data.url', 'NOT_ALLOWED', 'labels in the body itself', read.labelsUrl)]
  return {
    refusal: refusal(
      'FS_0003',
      failures.map((fault) => ({ ...fault, field: `${side}.${fault.field}` })),
    ),
  }
}

function dataOf(body: Uint8Array, side: 'a' | 'b'): unknown {
  const parsed = parseLazily(body)
  const given = isJsonObject(parsed) ? own(parsed, side) : undefined
  return isJsonObject(given) ? own(given, 'data') : undefined
}
