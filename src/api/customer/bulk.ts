import type { Static } from 'typebox'
import { lineRanges, listElements } from '../../formats/json/elements.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, errorBody, isPassing, notReady } from '../http/apiError.ts'
import { readJson } from '../http/body.ts'
import type { BulkAnswer } from './answers.ts'
import { type CheckedJob, type CreatedJob, checkSubmission, createdAnswer, referenceTaken } from './submission.ts'

export const MAX_BULK_JOBS = 1000

type Item = { bytes: Uint8Array; parsed: unknown } | { error: unknown }

/** Creates up to 1,000 jobs, each on its own; the answers stand in the order of the list. */
export async function submitBulk(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  isNdjson: boolean,
  requestId: string,
): Promise<Static<typeof BulkAnswer>> {
  const items = isNdjson ? readLines(bytes) : readList(bytes)
  if (items.length > MAX_BULK_JOBS) {
    throw new ApiError('GE_0002', `at most ${MAX_BULK_JOBS} jobs at once; got ${items.length}`, {
      failures: [{ field: '', type: 'OUT_OF_RANGE' }],
    })
  }
  const checked = await Promise.all(items.map((item) => settled(check(context, projectId, item))))
  // Added in order and in one turn of the loop, so that they share a flush and come to lie in this order.
  const written = await Promise.all(
    checked.map((item) => ('value' in item ? settled(create(context, item.value)) : item)),
  )
  return {
    results: written.map((item, index) => {
      if ('value' in item) return { index, status: 200, success: true, data: item.value }
      const error = asRefusal(item.error)
      return { index, status: error.status, ...errorBody(error, requestId) }
    }),
  }
}

async function check(context: ApiContext, projectId: string, item: Item): Promise<CheckedJob> {
  if ('error' in item) throw item.error
  return checkSubmission(context, projectId, item.parsed, item.bytes)
}

async function create(context: ApiContext, job: CheckedJob): Promise<CreatedJob> {
  if (await context.ingest.add(job.row)) return createdAnswer(job)
  throw await referenceTaken(context, job.row)
}

function readList(bytes: Buffer): Item[] {
  const list = readJson(bytes)
  const ranges = Array.isArray(list) ? listElements(bytes) : null
  if (!ranges || !Array.isArray(list)) throw new ApiError('GE_0001', 'a JSON list of jobs was expected')
  return ranges.map(({ start, end }, index) => ({ bytes: bytes.subarray(start, end), parsed: list[index] }))
}

function readLines(bytes: Buffer): Item[] {
  return lineRanges(bytes).map(({ start, end }) => {
    const line = bytes.subarray(start, end)
    try {
      return { bytes: line, parsed: readJson(line) }
    } catch (error) {
      return { error }
    }
  })
}

type Settled<T> = { value: T } | { error: unknown }

async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise }
  } catch (error) {
    return { error }
  }
}

function asRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isPassing(error)) return notReady()
  throw error
}
