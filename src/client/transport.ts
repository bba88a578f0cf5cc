import { errorOfAnswer, FiducialError, isObject } from './fiducialError.ts'

export interface RetryOptions {
  /** The most times that a call is sent; 1 = no retries. */
  attempts: number
  /** Before the second attempt; doubled each time, of which a random half to whole is waited. */
  firstDelayMs: number
  /** No wait is longer, even if Retry-After says so. */
  maxDelayMs: number
}

export interface Timing {
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** 0 to 1. */
  random(): number
  nowMs(): number
}

export interface TransportOptions {
  baseUrl: string
  apiKey: string
  fetch: typeof fetch
  retries: RetryOptions
  /** Timeout of one attempt. */
  timeoutMs: number
  timing: Timing
}

export interface CallOptions {
  signal?: AbortSignal
}

export interface Call extends CallOptions {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path with query; parts from outside already escaped. */
  path: string
  body?: unknown
  /** Raw content that is sent instead of `body`, with this content type. */
  raw?: { content: Blob | Uint8Array; contentType: string }
  /** Added to the timeout of an attempt, for large content. */
  extraMs?: number
  /**
   * Whether the call may be sent again although its outcome is unknown: reading, putting, and calls that the service
   * itself protects against duplicates. Otherwise only refusals without effect (429) are retried.
   */
  repeatable: boolean
  /** Not `{success, data}` but JSON as it is, or the address that a redirect names. */
  answers?: 'document' | 'redirect'
}

/** `attempts` > 1: the answer belongs to a retry. */
export interface Answer {
  data: unknown
  attempts: number
}

const REFUSED_FOR_NOW = new Set([429])
const MAYBE_DONE = new Set([502, 503, 504])

/** Sends a call, again where that is safe. Throws FiducialError, or the reason of the caller's own signal. */
export async function send(options: TransportOptions, call: Call): Promise<Answer> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await sendOnce(options, call)
    if ('data' in outcome) return { data: outcome.data, attempts: attempt }
    if (attempt >= options.retries.attempts || !isWorthRepeating(outcome.error, call.repeatable)) {
      outcome.error.attempts = attempt
      throw outcome.error
    }
    await options.timing.sleep(delayMs(options, attempt, outcome.retryAfterMs), call.signal)
  }
}

function isWorthRepeating(error: FiducialError, repeatable: boolean): boolean {
  return REFUSED_FOR_NOW.has(error.status) || (repeatable && (error.status === 0 || MAYBE_DONE.has(error.status)))
}

/** Exponential with jitter, so that a thousand clients do not retry in the same instant. */
export function delayMs({ retries, timing }: TransportOptions, attempt: number, retryAfterMs: number | null): number {
  const grown = Math.min(retries.maxDelayMs, retries.firstDelayMs * 2 ** (attempt - 1))
  const jittered = grown * (0.5 + timing.random() / 2)
  return Math.min(retries.maxDelayMs, Math.max(jittered, retryAfterMs ?? 0))
}

type Outcome = { data: unknown } | { error: FiducialError; retryAfterMs: number | null }

async function sendOnce(options: TransportOptions, call: Call): Promise<Outcome> {
  const timeout = AbortSignal.timeout(options.timeoutMs + Math.round(call.extraMs ?? 0))
  const signal = call.signal ? AbortSignal.any([timeout, call.signal]) : timeout
  try {
    const response = await options.fetch(options.baseUrl + call.path, {
      method: call.method,
      headers: {
        accept: 'application/json',
        'x-api-key': options.apiKey,
        ...contentTypeOf(call),
      },
      body: bodyOf(call),
      // A redirect would carry the key to wherever it points.
      redirect: 'manual',
      signal,
    })
    const location = call.answers === 'redirect' ? response.headers.get('location') : null
    if (location !== null) return { data: location }
    const body = parse(await response.text())
    if (response.ok && call.answers === 'document' && isObject(body)) return { data: body }
    if (response.ok && isSuccess(body)) return { data: body.data }
    if (response.ok) return { error: unreadable(response.status), retryAfterMs: null }
    const retryAfterMs = readRetryAfter(response.headers.get('retry-after'), options.timing.nowMs())
    return { error: errorOfAnswer(response.status, body), retryAfterMs }
  } catch (cause) {
    if (call.signal?.aborted) throw call.signal.reason
    return { error: noAnswer(cause, timeout.aborted, options), retryAfterMs: null }
  }
}

function contentTypeOf({ raw, body }: Call): Record<string, string> {
  if (raw) return { 'content-type': raw.contentType }
  return body === undefined ? {} : { 'content-type': 'application/json' }
}

function bodyOf({ raw, body }: Call): Blob | string | undefined {
  if (raw) return raw.content instanceof Blob ? raw.content : new Blob([new Uint8Array(raw.content)])
  return body === undefined ? undefined : JSON.stringify(body)
}

function noAnswer(cause: unknown, timedOut: boolean, { baseUrl, timeoutMs }: TransportOptions): FiducialError {
  if (timedOut) {
    return new FiducialError(`no answer from ${baseUrl} within ${timeoutMs} ms`, { status: 0, code: 'timeout', cause })
  }
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  const reason = inner instanceof Error ? inner.message || inner.name : String(inner)
  return new FiducialError(`cannot reach ${baseUrl}: ${reason}`, { status: 0, code: 'network_error', cause })
}

const unreadable = (status: number) =>
  new FiducialError('the answer is not one of this service: is the base address right?', {
    status,
    code: 'unreadable_answer',
  })

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isSuccess = (body: unknown): body is { success: true; data: unknown } =>
  typeof body === 'object' && body !== null && 'success' in body && body.success === true && 'data' in body

/** Seconds or a date, as in HTTP; null if absent. */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const seconds = Number(header)
  if (header.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  const atMs = Date.parse(header)
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs)
}

export const realTiming: Timing = {
  random: Math.random,
  nowMs: Date.now,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      signal?.throwIfAborted()
      const end = () => {
        clearTimeout(timer)
        reject(signal?.reason)
      }
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', end)
        resolve()
      }, ms)
      signal?.addEventListener('abort', end, { once: true })
    }),
}
