import type { EgressAnswer, EgressClient } from './client.ts'
import { startDeadline } from './deadline.ts'
import { spelledBytes, withoutSecrets } from './masking.ts'
import { retryAfterMs } from './retryAfter.ts'

export interface PostRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string | Uint8Array
  /** Whose message it is: slow names of one lane do not delay the others. */
  lane: string
  /** Masked in the answer, in any spelling. */
  secrets: readonly string[]
  /** Limits the whole exchange, from the first lookup to the end of the answer. */
  timeoutMs: number
  signal?: AbortSignal
}

export interface PostResult {
  httpStatus: number
  durationMs: number
  retryAfterMs?: number
  /** The first 4 KiB of the answer as text, without secrets and without U+0000, which text columns refuse. */
  responseHead: string
}

const HEAD_BYTES = 4096
// An answer is read up to this limit, so that the connection can be reused.
const DRAINED_BYTES = 65_536

/**
 * Posts once. Every answer is a result, redirects included: following one would send the headers to an address that the
 * operator did not choose.
 * @throws EgressError `forbidden`, `temporary` (no answer), `permanent` (an impossible URL or header) or `stopped`.
 */
export async function post(client: EgressClient, request: PostRequest): Promise<PostResult> {
  const startedAt = performance.now()
  const url = client.parse(request.url)
  const deadline = startDeadline(request.timeoutMs, request.signal)
  try {
    const { headers, body, lane, secrets } = request
    const answer = await client.send({ method: 'POST', url, headers, body, lane, deadline })
    const responseHead = await readHead(answer, secrets)
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

/** The status is known, so a body that breaks off or never ends does not change the result. */
async function readHead(answer: EgressAnswer, secrets: readonly string[]): Promise<string> {
  // A secret that begins in the head is read to its end, or its first half would not be known for what it is.
  const wanted = HEAD_BYTES + Math.max(0, ...secrets.map(spelledBytes))
  const head: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      if (bytes < wanted) head.push(chunk)
      bytes += chunk.length
      if (bytes > Math.max(wanted, DRAINED_BYTES)) break
    }
  } catch {
    // Only its beginning was wanted.
  }
  const read = Buffer.concat(head).subarray(0, wanted)
  const { length } = read.toString('utf8', 0, HEAD_BYTES)
  return withoutSecrets(read.toString('utf8'), secrets, length).replaceAll('\u0000', '\uFFFD')
}
