import { isObject } from './fiducialError.ts'
import type { Annotation, ProjectEvent } from './types/project.ts'

type HeadersLike =
  | { get(name: string): string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

export interface CallbackToVerify {
  headers: HeadersLike
  /** The bytes as they came. JSON that was parsed and written again has another signature. */
  body: string | Uint8Array
  /** `whsec_…`; several while one takes the place of another. */
  signingSecret: string | readonly string[]
  /** When given, `x-service-key` has to be this as well. */
  serviceKey?: string
  /** How old a callback may be, and how far in the future; 300 when absent. */
  toleranceSeconds?: number
  /** The clock that the age is measured by. */
  now?: Date
}

export interface VerifiedCallback {
  /** The same on every attempt: keep it, and ignore a callback whose id was dealt with. */
  webhookId: string
  sentAt: Date
  /** Empty if the callback is not about jobs. */
  annotations: Annotation[]
  /** null if the callback is about jobs. */
  event: ProjectEvent | null
}

export type CallbackFault =
  | 'missing_header'
  | 'bad_timestamp'
  | 'too_old_or_too_new'
  | 'bad_signature'
  | 'bad_service_key'
  | 'bad_body'

export class CallbackVerificationError extends Error {
  readonly fault: CallbackFault

  constructor(fault: CallbackFault, message: string) {
    super(message)
    this.name = 'CallbackVerificationError'
    this.fault = fault
  }
}

const encoder = new TextEncoder()

/**
 * Verifies that a callback comes from the service, and reads it (Standard Webhooks: HMAC-SHA256 over
 * `id.timestamp.body`). Throws CallbackVerificationError; answer such a call with 400 and do not use its content.
 */
export async function verifyCallback(callback: CallbackToVerify): Promise<VerifiedCallback> {
  const webhookId = required(callback.headers, 'webhook-id')
  const timestamp = required(callback.headers, 'webhook-timestamp')
  const signatures = required(callback.headers, 'webhook-signature')
  if (callback.serviceKey !== undefined) checkServiceKey(callback.headers, callback.serviceKey)
  const sentAt = checkAge(timestamp, callback.toleranceSeconds ?? 300, callback.now ?? new Date())
  const body = typeof callback.body === 'string' ? encoder.encode(callback.body) : callback.body
  const content = concat(encoder.encode(`${webhookId}.${timestamp}.`), body)
  const secrets = typeof callback.signingSecret === 'string' ? [callback.signingSecret] : callback.signingSecret
  if (!(await isSigned(content, signatures, secrets))) {
    throw new CallbackVerificationError('bad_signature', 'no signature was made with the signing secret')
  }
  return { webhookId, sentAt, ...readBody(body) }
}

async function isSigned(
  content: Uint8Array<ArrayBuffer>,
  header: string,
  secrets: readonly string[],
): Promise<boolean> {
  const given = header.split(' ').filter((word) => word.startsWith('v1,'))
  for (const secret of secrets) {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const key = await crypto.subtle.importKey('raw', secretBytes(secret), algorithm, false, ['verify'])
    for (const word of given) {
      const signature = fromBase64(word.slice('v1,'.length))
      // The platform compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return true
    }
  }
  return false
}

function secretBytes(secret: string): Uint8Array<ArrayBuffer> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null
  if (bytes && bytes.length > 0) return bytes
  throw new TypeError('signingSecret has to be whsec_ followed by base64')
}

function checkAge(timestamp: string, toleranceSeconds: number, now: Date): Date {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw new CallbackVerificationError('bad_timestamp', 'webhook-timestamp is not a time in whole seconds')
  }
  const sentAt = new Date(Number(timestamp) * 1000)
  if (Math.abs(now.getTime() - sentAt.getTime()) > toleranceSeconds * 1000) {
    const message = `webhook-timestamp is more than ${toleranceSeconds} s from now: a replay, or a clock that is wrong`
    throw new CallbackVerificationError('too_old_or_too_new', message)
  }
  return sentAt
}

/** Compares every byte even after a difference: the time taken reveals only the length. */
function checkServiceKey(headers: HeadersLike, serviceKey: string): void {
  const given = encoder.encode(read(headers, 'x-service-key') ?? '')
  const wanted = encoder.encode(serviceKey)
  let difference = given.length ^ wanted.length
  for (let i = 0; i < wanted.length; i++) difference |= wanted[i] ^ (given[i] ?? 0)
  if (difference !== 0)
    throw new CallbackVerificationError('bad_service_key', 'x-service-key is missing or another one')
}

function readBody(body: Uint8Array): Pick<VerifiedCallback, 'annotations' | 'event'> {
  const refused = (message: string) => new CallbackVerificationError('bad_body', message)
  let parsed: unknown
  try {
    parsed = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    throw refused('the body is not JSON')
  }
  if (isEvent(parsed)) return { annotations: [], event: parsed }
  const annotations = isObject(parsed) ? parsed.annotations : undefined
  if (!Array.isArray(annotations) || !annotations.every(isAnnotation)) throw refused('the body has no annotations')
  return { annotations, event: null }
}

function isEvent(value: unknown): value is ProjectEvent {
  if (!isObject(value)) return false
  const { type, data } = value
  return typeof type === 'string' && typeof data === 'object' && data !== null
}

function isAnnotation(value: unknown): value is Annotation {
  if (!isObject(value)) return false
  const { job_id: jobId, reference_id: referenceId, status } = value
  return typeof jobId === 'string' && typeof referenceId === 'string' && typeof status === 'string'
}

function required(headers: HeadersLike, name: string): string {
  const value = read(headers, name)
  if (value) return value
  throw new CallbackVerificationError('missing_header', `the header ${name} is missing`)
}

/** From a Headers object, or from a plain one with names in any case, as Node and most frameworks have it. */
function read(headers: HeadersLike, name: string): string | null {
  if (typeof headers.get === 'function') return headers.get(name)
  const plain = headers as Readonly<Record<string, string | readonly string[] | undefined>>
  const key = Object.keys(plain).find((candidate) => candidate.toLowerCase() === name)
  const value = key === undefined ? undefined : plain[key]
  return typeof value === 'object' ? (value[0] ?? null) : (value ?? null)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(first.length + second.length)
  whole.set(first)
  whole.set(second, first.length)
  return whole
}
