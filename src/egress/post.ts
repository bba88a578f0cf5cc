import type { Answer, EgressClient } from './client.ts'
import { startDeadline } from './deadline.ts'
import { retryAfterMs } from './retryAfter.ts'

export interface PostRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  /** For the whole exchange, from the first lookup to the end of the answer. */
  timeoutMs: number
  signal?: AbortSignal
}

export interface PostResult {
  httpStatus: number
  durationMs: number
  retryAfterMs?: number
  /** The first 4 KiB of the answer as text; never contains U+0000, which no text column takes. */
  responseHead: string
}

const HEAD_BYTES = 4096
// What is left of an answer is read on to here, so that the connection can be used again.
const DRAINED_BYTES = 65_536

/**
 * Posts once. Every answer is a result, redirects too: following one would carry the headers to a place nobody chose.
 * @throws EgressError `forbidden`, `temporary` (no answer), `permanent` (an impossible URL or header) or `stopped`.
 */
export async function post(client: EgressClient, request: PostRequest): Promise<PostResult> {
  const startedAt = performance.now()
  const url = client.parse(request.url)
  const deadline = startDeadline(request.timeoutMs, request.signal)
  try {
    const { headers, body } = request
    const answer = await client.send({ method: 'POST', url, headers, body, deadline })
    const responseHead = await readHead(answer)
    const wait = retryAfterMs(answer.headers['retry-after'], Date.now())
    return {
      httpStatus: answer.statusCode,
      durationMs: Math.round(performance.now() - startedAt),
      ...(wait !== undefined && { retryAfterMs: wait }),
      responseHead,
    }
  } finally {
    deadline.clear()
  }
}

/** The status has been received: a body that breaks off, or never ends, takes nothing from it. */
async function readHead(answer: Answer): Promise<string> {
  const head: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      if (bytes < HEAD_BYTES) head.push(chunk)
      bytes += chunk.length
      if (bytes > DRAINED_BYTES) break
    }
  } catch {
    // Only its beginning was wanted.
  }
  return Buffer.concat(head).subarray(0, HEAD_BYTES).toString('utf8').replaceAll('\u0000', '\uFFFD')
}
