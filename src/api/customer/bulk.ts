import type { Static } from 'typebox'
import type { BulkAnswer } from '../../contract/jobs.ts'
import { answerOf, submitJob } from '../../workflow/jobs/submitJob.ts'
import { refused } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { type ApiError, errorBody, knownError } from '../http/apiError.ts'
import { checkBulk } from './bodyChecks.ts'
import { checkedJob } from './newJob.ts'

/** Creates up to 1,000 jobs, each independently; the answers are in the order of the list. */
export async function submitBulk(
  context: ApiContext,
  projectId: string,
  received: Buffer,
  isNdjson: boolean,
  caller: { requestId: string; keyId: string },
): Promise<Static<typeof BulkAnswer>> {
  const { bytes, reading } = await checkBulk(context, projectId, received, isNdjson)
  if ('refusal' in reading) throw refused(reading.refusal)
  // The call itself was counted as one.
  context.limits.charge(caller.keyId, reading.items.length - 1, performance.now())
  const checked = await Promise.all(
    reading.items.map(({ start, end, reading: item }) =>
      settled(checkedJob(context, projectId, item, bytes.subarray(start, end))),
    ),
  )
  // Added in order and in one turn of the loop, so that they share a flush and are stored in this order.
  const written = await Promise.all(
    checked.map((item) => ('value' in item ? settled(submitJob(context.pool, context.ingest, item.value)) : item)),
  )
  return {
    results: written.map((item, index) => {
      if ('value' in item) return { index, status: 200, success: true, data: answerOf(item.value) }
      const error = asRefusal(item.error)
      return { index, status: error.status, ...errorBody(error, caller.requestId) }
    }),
  }
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
  const known = knownError(error)
  if (known) return known
  throw error
}
