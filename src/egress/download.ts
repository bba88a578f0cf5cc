import { setTimeout } from 'node:timers/promises'
import { type AccessRule, applyAccessRules } from './accessRules.ts'
import { discard, type EgressAnswer, type EgressClient, type OutgoingRequest } from './client.ts'
import { type Deadline, startDeadline } from './deadline.ts'
import { decodeBody } from './decode.ts'
import { brokenOff, EgressError, stopped, tooLarge } from './errors.ts'
import { retryAfterMs } from './retryAfter.ts'

export interface DownloadRequest<Stored> {
  url: string
  /**
   * How private data is reached. The rules are matched again at each redirect, and no longer apply after one to another
   * origin.
   */
  rules?: readonly AccessRule[]
  /** Whose download it is: slow names of one lane do not delay the others. */
  lane: string
  /** The validators of an earlier download of the URL; the result is `not_modified` if nothing changed. */
  etag?: string
  lastModified?: string
  /** Counted after decompression. */
  maxBytes: number
  /** For everything, redirects and the body included. */
  deadlineMs: number
  signal?: AbortSignal
  /** Consumes the whole body and passes on its errors. */
  sink: (body: AsyncIterable<Uint8Array>) => Promise<Stored>
}

export type DownloadResult<Stored> =
  | {
      status: 'ok'
      bytes: number
      contentType: string | null
      etag: string | null
      lastModified: string | null
      finalUrl: string
      stored: Stored
    }
  | { status: 'not_modified' }

const MAX_REDIRECTS = 5
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429])
// Compression may make a file a little longer; without any bound a stream of empty blocks would never end.
const COMPRESSION_SLACK_BYTES = 1024 * 1024

/** Delays before a server that refused or reset a connection is tried again. */
const AGAIN_AFTER_MS = [200, 1000]
const TURNED_AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'])

/**
 * Downloads one URL into a sink, in its turn at the host.
 * @throws EgressError; errors of the sink itself pass through unchanged.
 */
export async function download<Stored>(
  client: EgressClient,
  request: DownloadRequest<Stored>,
): Promise<DownloadResult<Stored>> {
  const { url, lane, signal = new AbortController().signal } = request
  const host = URL.canParse(url) ? new URL(url).host : ''
  let hasBegun = false
  try {
    return await client.downloads.run(`${lane} ${host}`, signal, () => {
      hasBegun = true
      return downloadNow(client, request)
    })
  } catch (error) {
    throw hasBegun ? error : stopped()
  }
}

async function downloadNow<Stored>(
  client: EgressClient,
  request: DownloadRequest<Stored>,
): Promise<DownloadResult<Stored>> {
  const deadline = startDeadline(request.deadlineMs, request.signal)
  try {
    const { answer, url } = await follow(client, request, deadline)
    const conditional = request.etag !== undefined || request.lastModified !== undefined
    if (answer.statusCode === 304 && conditional) {
      discard(answer)
      return { status: 'not_modified' }
    }
    if (answer.statusCode !== 200 && answer.statusCode !== 203) throw refused(answer)
    const { stored, bytes } = await drain(answer, request, deadline)
    return {
      status: 'ok',
      bytes,
      contentType: header(answer, 'content-type'),
      etag: header(answer, 'etag'),
      lastModified: header(answer, 'last-modified'),
      finalUrl: url.href,
      stored,
    }
  } finally {
    deadline.clear()
  }
}

/** Requests the URL and follows redirects; each address is checked like the first. */
async function follow<Stored>(client: EgressClient, request: DownloadRequest<Stored>, deadline: Deadline) {
  const rules = request.rules ?? []
  const first = applyAccessRules(request.url, rules, Date.now())
  let url = client.parse(first.url)
  let credentials = first.headers
  let hasLeft = false
  const fixed: Record<string, string> = { accept: '*/*' }
  if (request.etag !== undefined) fixed['if-none-match'] = request.etag
  if (request.lastModified !== undefined) fixed['if-modified-since'] = request.lastModified
  for (let redirects = 0; ; redirects++) {
    const answer = await sendPatiently(client, {
      method: 'GET',
      url,
      headers: { ...fixed, ...credentials },
      lane: request.lane,
      deadline,
    })
    if (!REDIRECTS.has(answer.statusCode)) return { answer, url }
    discard(answer)
    if (redirects === MAX_REDIRECTS) throw new EgressError('permanent', 'The server redirects too often.')
    const next = redirectTarget(client, answer, url)
    hasLeft ||= next.origin !== url.origin
    // Buckets of others may stand on the same host: a secret goes to the paths that its rule names.
    credentials = hasLeft ? {} : applyAccessRules(next.href, rules, Date.now()).headers
    url = next
  }
}

/** A busy server refuses or resets connections for a moment. */
async function sendPatiently(client: EgressClient, request: OutgoingRequest): Promise<EgressAnswer> {
  for (const waitMs of AGAIN_AFTER_MS) {
    try {
      return await client.send(request)
    } catch (error) {
      if (!(error instanceof EgressError) || !wasTurnedAway(error.cause)) throw error
    }
    await setTimeout(waitMs, null, { signal: request.deadline.signal }).catch(() => {})
  }
  return client.send(request)
}

const wasTurnedAway = (cause: unknown): boolean =>
  cause instanceof AggregateError
    ? cause.errors.every(wasTurnedAway)
    : cause instanceof Error && (('code' in cause && TURNED_AWAY.has(cause.code)) || wasTurnedAway(cause.cause))

function redirectTarget(client: EgressClient, answer: EgressAnswer, from: URL): URL {
  const location = header(answer, 'location')
  const httpStatus = answer.statusCode
  if (location === null || !URL.canParse(location, from.href)) {
    throw new EgressError('permanent', 'The server redirects to an invalid address.', { httpStatus })
  }
  const next = client.parse(new URL(location, from.href).href)
  if (from.protocol === 'https:' && next.protocol === 'http:') {
    throw new EgressError('permanent', 'The server redirects from https to http.', { httpStatus })
  }
  return next
}

function refused(answer: EgressAnswer): EgressError {
  discard(answer)
  const httpStatus = answer.statusCode
  const isTemporary = TEMPORARY.has(httpStatus) || httpStatus >= 500
  return new EgressError(isTemporary ? 'temporary' : 'permanent', `The server answered with HTTP ${httpStatus}.`, {
    httpStatus,
    retryAfterMs: isTemporary ? retryAfterMs(answer.headers['retry-after'], Date.now()) : undefined,
  })
}

/** Hands the body to the sink, counted and limited. The body's own failure takes precedence over an error of the sink. */
async function drain<Stored>(answer: EgressAnswer, request: DownloadRequest<Stored>, deadline: Deadline) {
  const { maxBytes } = request
  const progress: Progress = { bytes: 0, ended: false, failure: null }
  // No reader is left for late errors of an abandoned body.
  answer.body.on('error', () => {})
  try {
    const declared = declaredBytes(answer)
    const encoding = header(answer, 'content-encoding') ?? undefined
    const maxRawBytes = encoding === undefined ? maxBytes : maxBytes + COMPRESSION_SLACK_BYTES
    if (declared !== null && declared > maxRawBytes) throw tooLarge(maxBytes)
    const raw = readRaw(answer, declared, deadline, (bytes) => {
      if (bytes > maxRawBytes) throw tooLarge(maxBytes)
    })
    const body = limited(decodeBody(encoding, raw), maxBytes, progress)
    const stored = await request.sink(body)
    if (!progress.ended) throw new Error('the sink left a part of the body unread')
    return { stored, bytes: progress.bytes }
  } catch (error) {
    throw progress.failure ?? error
  } finally {
    if (!answer.body.readableEnded) answer.body.destroy()
  }
}

interface Progress {
  bytes: number
  ended: boolean
  failure: unknown
}

/** The body as received; its end counts only if it agrees with Content-Length. */
async function* readRaw(
  answer: EgressAnswer,
  declared: number | null,
  deadline: Deadline,
  checkSize: (bytes: number) => void,
) {
  let bytes = 0
  try {
    for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      checkSize(bytes)
      yield chunk
    }
  } catch (error) {
    if (error instanceof EgressError) throw error
    if (deadline.endedBy() === 'caller') throw stopped()
    if (deadline.endedBy() === 'time') {
      throw new EgressError('temporary', 'The download took too long.', { cause: error })
    }
    throw brokenOff(error)
  }
  // undici checks the length too, but the cost of taking a truncated file for a whole one is too high to depend on
  // that.
  if (declared !== null && bytes !== declared) throw brokenOff()
}

async function* limited(body: AsyncIterable<Uint8Array>, maxBytes: number, progress: Progress) {
  try {
    for await (const chunk of body) {
      progress.bytes += chunk.length
      if (progress.bytes > maxBytes) throw tooLarge(maxBytes)
      yield chunk
    }
    progress.ended = true
  } catch (error) {
    progress.failure = error
    throw error
  }
}

function declaredBytes(answer: EgressAnswer): number | null {
  const text = header(answer, 'content-length')
  return text !== null && /^\d+$/.test(text) ? Number(text) : null
}

function header(answer: EgressAnswer, name: string): string | null {
  const value = answer.headers[name]
  return (Array.isArray(value) ? value[0] : value) ?? null
}
