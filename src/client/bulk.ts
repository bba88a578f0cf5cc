import { type ExistingOption, existingJob } from './existingJob.ts'
import { errorOfAnswer, FiducialError } from './fiducialError.ts'
import { type ClientScope, changeAndCount, inProject } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { JobBody } from './types/jobs.ts'
import type { JobCreated } from './types/words.ts'

export interface BulkOptions extends CallOptions, ExistingOption {
  /** Jobs a call, at most 1,000. */
  chunkSize?: number
  /** Bytes of JSON a call; the service takes 64 MiB unless it is set otherwise. */
  chunkBytes?: number
}

/** One job's fate; `index` counts over the whole input. */
export type BulkResult = { index: number; body: JobBody } & (
  | { success: true; data: JobCreated }
  | { success: false; error: FiducialError }
)

interface ItemAnswer {
  status: number
  success: boolean
  data?: Omit<JobCreated, 'existing'>
  error?: unknown
}

const MAX_CHUNK = 1000
const CHUNK_BYTES = 32 * 1024 * 1024

export async function* submitMany(
  scope: ClientScope,
  bodies: Iterable<JobBody> | AsyncIterable<JobBody>,
  options: BulkOptions,
): AsyncGenerator<BulkResult> {
  let done = 0
  for await (const chunk of chunks(bodies, options)) {
    const results = await submitChunk(scope, chunk, options)
    for (const [i, result] of results.entries()) yield { index: done + i, body: chunk[i], ...result }
    done += chunk.length
  }
}

type Fate = { success: true; data: JobCreated } | { success: false; error: FiducialError }

/** Sends a chunk; what the service could not take at that moment is sent again by itself. */
async function submitChunk(scope: ClientScope, chunk: readonly JobBody[], options: BulkOptions): Promise<Fate[]> {
  const { retries, timing } = scope.transport
  const fates = new Array<Fate>(chunk.length)
  let open = chunk.map((_, index) => index)
  for (let round = 1; open.length > 0; round++) {
    const { answers, attempts } = await sendChunk(
      scope,
      open.map((index) => chunk[index]),
      options,
    )
    const sent = open
    open = []
    for (const [i, answer] of answers.entries()) {
      const index = sent[i]
      fates[index] = fateOf(answer, chunk[index], round + attempts - 1, options)
      const isForNow = answer.status === 429 || answer.status >= 502
      if (isForNow && round < retries.attempts) open.push(index)
    }
    if (open.length > 0) await timing.sleep(retries.firstDelayMs * 2 ** (round - 1), options.signal)
  }
  return fates
}

async function sendChunk(scope: ClientScope, body: readonly JobBody[], { signal }: BulkOptions) {
  const address = inProject(scope, '/jobs/bulk')
  const { data, attempts } = await changeAndCount(scope, address, { body, repeatable: true, signal })
  const answers = (data as { results?: ItemAnswer[] }).results ?? []
  if (answers.length !== body.length) {
    const message = `${body.length} jobs were sent, ${answers.length} were answered`
    throw new FiducialError(message, { status: 200, code: 'unreadable_answer' })
  }
  return { answers, attempts }
}

function fateOf(answer: ItemAnswer, body: JobBody, attempts: number, options: BulkOptions): Fate {
  if (answer.success && answer.data) return { success: true, data: { ...answer.data, existing: false } }
  const error = errorOfAnswer(answer.status, { error: answer.error })
  error.attempts = attempts
  const existing = existingJob(error, body, options)
  return existing ? { success: true, data: existing } : { success: false, error }
}

async function* chunks(bodies: Iterable<JobBody> | AsyncIterable<JobBody>, options: BulkOptions) {
  const maxJobs = Math.max(1, Math.min(options.chunkSize ?? MAX_CHUNK, MAX_CHUNK))
  const maxBytes = options.chunkBytes ?? CHUNK_BYTES
  const encoder = new TextEncoder()
  let chunk: JobBody[] = []
  let bytes = 0
  for await (const body of bodies) {
    const size = encoder.encode(JSON.stringify(body)).length + 1
    if (chunk.length === maxJobs || (chunk.length > 0 && bytes + size > maxBytes)) {
      yield chunk
      chunk = []
      bytes = 0
    }
    chunk.push(body)
    bytes += size
  }
  if (chunk.length > 0) yield chunk
}
