import { createHmac } from 'node:crypto'
import type { Received } from '../callbackReceiver.ts'

/**
 * Whether a callback is signed as Standard Webhooks says, worked out here from the specification and not by the
 * service's own code: HMAC-SHA256 over `id.timestamp.body`, keyed by the decoded bytes behind `whsec_`.
 */
export function isSignedBy({ headers, body }: Received, secret: string): boolean {
  const [id, timestamp, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => headers[name])
  if (typeof id !== 'string' || typeof timestamp !== 'string' || typeof given !== 'string') return false
  if (!/^\d{10}$/.test(timestamp) || !secret.startsWith('whsec_')) return false
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')
  return given.split(' ').includes(`v1,${signature}`)
}
