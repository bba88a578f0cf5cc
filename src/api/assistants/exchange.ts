import { randomUUID } from 'node:crypto'
import { discard, type EgressAnswer, type EgressClient } from '../../egress/client.ts'
import { type Deadline, startDeadline } from '../../egress/deadline.ts'
import { decodeBody } from '../../egress/decode.ts'
import { EgressError } from '../../egress/errors.ts'
import { signingKey, webhookSignature } from '../../egress/signedPost.ts'
import { isJsonObject } from '../../formats/results/read.ts'
import { AssistError } from '../../model/assistants/assistant.ts'
import type { AssistantSecrets } from '../../store/project/assistants/assistants.ts'

export const MAX_ANSWER_BYTES = 64 * 1024 * 1024

/** One call of a server that helps. */
export interface AssistantCall {
  method: 'GET' | 'POST'
  url: string
  /** JSON; null: no body. */
  body: Uint8Array | null
  secrets: AssistantSecrets
  /** Whose call it is: the project. */
  lane: string
  timeoutMs: number
  signal?: AbortSignal
  /** 0 to 1, as the assistant says. */
  onProgress?: (progress: number) => void
  /** Receives all findings so far, each time completely. */
  onPartial?: (reply: AssistantReply) => void
}

export interface AssistantReply {
  bytes: Uint8Array
  /** For a line of a stream: the member that has the answer. */
  within: 'result' | 'partial' | null
}

/** Calls once, signed as callbacks are; redirects are not followed. @throws AssistError */
export async function exchange(egress: EgressClient, call: AssistantCall): Promise<AssistantReply> {
  const deadline = startDeadline(call.timeoutMs, call.signal)
  try {
    const url = egress.parse(call.url)
    const headers = { accept: 'application/json, application/x-ndjson, text/event-stream', ...signed(call) }
    const { method, lane, body } = call
    const answer = await egress.send({ method, url, headers, lane, deadline, ...(body && { body }) })
    refuseStatus(answer)
    return await readReply(answer, call)
  } catch (error) {
    throw assistError(error, deadline)
  } finally {
    deadline.clear()
  }
}

function signed({ secrets, body }: AssistantCall): Record<string, string> {
  const key = signingKey(secrets.secret)
  if (!key) throw new Error('the secret of an assistant is not valid')
  const id = `msg_${randomUUID()}`
  const timestampS = Math.floor(Date.now() / 1000)
  return {
    ...secrets.headers,
    ...(body && { 'content-type': 'application/json' }),
    'webhook-id': id,
    'webhook-timestamp': String(timestampS),
    'webhook-signature': webhookSignature(key, id, timestampS, body ?? new Uint8Array()),
  }
}

function refuseStatus(answer: EgressAnswer): void {
  const { statusCode } = answer
  if (statusCode >= 200 && statusCode < 300) return
  discard(answer)
  if (statusCode >= 300 && statusCode < 400)
    throw new AssistError('REDIRECT', `the assistant answered with a redirect (HTTP ${statusCode}); none is followed`)
  throw new AssistError('HTTP_ERROR', `the assistant answered with HTTP ${statusCode}`)
}

async function readReply(answer: EgressAnswer, call: AssistantCall): Promise<AssistantReply> {
  answer.body.on('error', () => {})
  try {
    const type = headerOf(answer, 'content-type') ?? ''
    const body = decodeBody(headerOf(answer, 'content-encoding') ?? undefined, answer.body)
    const isStream = /ndjson|jsonl|event-stream/.test(type)
    return isStream ? await readLines(body, call) : { bytes: await readAll(body), within: null }
  } finally {
    if (!answer.body.readableEnded) answer.body.destroy()
  }
}

function headerOf({ headers }: EgressAnswer, name: string): string | null {
  const value = headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}

const tooLarge = () => new AssistError('TOO_LARGE', `the answer is larger than ${MAX_ANSWER_BYTES / (1024 * 1024)} MiB`)

async function readAll(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Reads lines of NDJSON, or of server-sent events: it passes on progress and partial findings, and the last result is
 * the answer.
 */
async function readLines(body: AsyncIterable<Uint8Array>, call: AssistantCall): Promise<AssistantReply> {
  let result: Uint8Array | null = null
  for await (const bytes of linesOf(body)) {
    const line = bytes.length < SHORT_LINE ? parsedLine(bytes) : beginningOf(bytes)
    if (typeof line.progress === 'number') call.onProgress?.(Math.min(1, Math.max(0, line.progress)))
    if ('partial' in line) call.onPartial?.({ bytes, within: 'partial' })
    if ('result' in line) result = bytes
  }
  if (!result) throw new AssistError('INVALID_ANSWER', 'the stream ended without a line {"result": …}')
  return { bytes: result, within: 'result' }
}

/** Longer ones are parsed on a thread: they are answers. */
const SHORT_LINE = 64 * 1024

/** What a long line holds, by its first member. */
const beginningOf = (line: Uint8Array): Record<string, unknown> =>
  /^\s*\{\s*"partial"/.test(Buffer.from(line.subarray(0, 64)).toString('latin1')) ? { partial: null } : { result: null }

function parsedLine(line: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(line).toString('utf8'))
    if (isJsonObject(value)) return value
  } catch {
    // Handled below: every line of a stream must be an object.
  }
  throw new AssistError('INVALID_ANSWER', 'a line of the stream is no JSON object')
}

async function* linesOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > MAX_ANSWER_BYTES) throw tooLarge()
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      const line = contentOf(Buffer.concat([...held, chunk.subarray(start, end)]))
      held = []
      start = end + 1
      if (line) yield line
    }
    if (start < chunk.length) held.push(chunk.subarray(start))
  }
  const last = contentOf(Buffer.concat(held))
  if (last) yield last
}

const NEWLINE = 0x0a

/** The data of an event; null for an empty one or other content. */
function contentOf(line: Buffer): Uint8Array | null {
  const head = line.subarray(0, 8).toString('latin1').trimStart()
  if (head.startsWith('data:')) return line.subarray(line.indexOf(':') + 1)
  if (line.length === 0 || /^(event|id|retry)?:/.test(head) || line.every((byte) => byte <= 0x20)) return null
  return line
}

function assistError(error: unknown, deadline: Deadline): unknown {
  if (error instanceof AssistError) return error
  if (deadline.endedBy() === 'time') return new AssistError('TIMEOUT', 'the assistant did not answer in time')
  if (deadline.endedBy() === 'caller') return new AssistError('CANCELLED', 'the call was cancelled')
  if (error instanceof EgressError) {
    if (error.kind === 'too_large') return tooLarge()
    return new AssistError(
      'UNREACHABLE',
      error.kind === 'forbidden' ? error.message : 'the assistant cannot be reached',
    )
  }
  // An error of the response body: it broke off, or is not compressed as stated.
  return error instanceof Error ? new AssistError('UNREACHABLE', 'the answer broke off before its end') : error
}
