import { createHmac } from 'node:crypto'
import type { EgressClient } from './client.ts'
import { EgressError } from './errors.ts'
import { post } from './post.ts'

export interface SignedMessage {
  url: string
  /** Whose message it is, for look-ups of names: the project. */
  lane: string
  /** `webhook-id`: the same on every attempt, so that a receiver can recognize a retry. */
  webhookId: string
  body: Uint8Array
  /** `whsec_` + base64 of 24–64 bytes. */
  signingSecret: string
  /** Sent as `x-service-key` when set. */
  serviceKey: string | null
}

export interface SignedPostResult {
  /** null: no answer came. */
  httpStatus: number | null
  durationMs: number
  retryAfterMs: number | null
  /** The first 4 KiB of the answer with secrets blotted out; null without an answer. */
  response: string | null
  /** Why no answer came, in words fit for customers; null if one came. */
  error: string | null
  /** `signal` ended the attempt because the process stops; this says nothing about the receiver. */
  stopped: boolean
}

const SECRET_PREFIX = 'whsec_'

/** The key bytes of a Standard Webhooks secret, null when it is not one of 24–64 bytes in base64. */
export function signingKey(secret: string): Buffer | null {
  if (!secret.startsWith(SECRET_PREFIX)) return null
  const text = secret.slice(SECRET_PREFIX.length)
  const key = Buffer.from(text, 'base64')
  // Decoding skips characters outside the alphabet, so only a text that encodes back to itself is base64.
  if (key.toString('base64').replace(/=+$/, '') !== text.replace(/=+$/, '')) return null
  return key.length >= 24 && key.length <= 64 ? key : null
}

/** `webhook-signature` of Standard Webhooks: HMAC-SHA256 over `id.timestamp.body`; timestamp in whole seconds. */
export function webhookSignature(key: Uint8Array, webhookId: string, timestampS: number, body: Uint8Array): string {
  const digest = createHmac('sha256', key).update(`${webhookId}.${timestampS}.`).update(body).digest('base64')
  return `v1,${digest}`
}

/** Signs and posts a callback once; never throws for what the receiver, the network or the address does. */
export async function signedPost(
  client: EgressClient,
  message: SignedMessage,
  options: { timeoutMs: number; signal?: AbortSignal },
): Promise<SignedPostResult> {
  const startedAt = performance.now()
  const failed = (error: string, stopped = false): SignedPostResult => {
    const durationMs = Math.round(performance.now() - startedAt)
    return { httpStatus: null, durationMs, retryAfterMs: null, response: null, error, stopped }
  }
  const key = signingKey(message.signingSecret)
  if (!key) return failed('The signing secret of the project is not valid.')
  const timestampS = Math.floor(Date.now() / 1000)
  try {
    const { httpStatus, durationMs, retryAfterMs, responseHead } = await post(client, {
      url: message.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': message.webhookId,
        'webhook-timestamp': String(timestampS),
        'webhook-signature': webhookSignature(key, message.webhookId, timestampS, message.body),
        ...(message.serviceKey ? { 'x-service-key': message.serviceKey } : {}),
      },
      body: message.body,
      lane: message.lane,
      secrets: secretsOf(message),
      timeoutMs: options.timeoutMs,
      signal: options.signal,
    })
    return {
      httpStatus,
      durationMs,
      retryAfterMs: retryAfterMs ?? null,
      response: responseHead,
      error: null,
      stopped: false,
    }
  } catch (error) {
    if (error instanceof EgressError) return failed(error.message, error.kind === 'stopped')
    return failed('The request could not be sent.')
  }
}

/** Some receivers echo the headers, and their answers are stored and shown: keys must not appear in them. */
function secretsOf({ serviceKey, signingSecret }: SignedMessage): string[] {
  return [...(serviceKey ? [serviceKey] : []), signingSecret, signingSecret.slice(SECRET_PREFIX.length)]
}
