import type { EgressClient } from '../egress/client.ts'
import { type SignedPostResult, signedPost } from '../egress/signedPost.ts'
import type { DueDelivery } from '../store/cluster/callbacks/claim.ts'
import { originOf } from '../store/project/callbacks/announce.ts'
import type { SendingSettings } from '../store/project/callbacks/settings.ts'

/**
 * The current address of a delivery: the job's or batch's own address as long as the project still allows its origin
 * (the service key must not be sent anywhere else), otherwise the project's. null: none.
 */
export function destination(delivery: DueDelivery, settings: SendingSettings): string | null {
  if (!delivery.ownUrl) return settings.url
  const origin = originOf(delivery.url)
  const allowed = [settings.url, ...settings.allowedOrigins].map((url) => (url === null ? null : originOf(url)))
  return origin !== null && allowed.includes(origin) ? delivery.url : null
}

/** An attempt that was not made because the address is no longer allowed; it counts as failed. */
export const NOT_ALLOWED: SignedPostResult = {
  httpStatus: null,
  durationMs: 0,
  retryAfterMs: null,
  response: null,
  error: 'The callback_url no longer shares an origin with the project.',
  stopped: false,
}

export function sendDelivery(
  egress: EgressClient,
  options: {
    delivery: DueDelivery
    url: string
    settings: SendingSettings
    timeoutMs: number
    signal: AbortSignal
  },
): Promise<SignedPostResult> {
  const { delivery, url, settings, timeoutMs, signal } = options
  const { signingSecret, serviceKey } = settings
  const { webhookId, body } = delivery
  return signedPost(
    egress,
    { url, lane: delivery.projectId, webhookId, body, signingSecret, serviceKey },
    { timeoutMs, signal },
  )
}
