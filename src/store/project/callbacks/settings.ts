import { randomBytes } from 'node:crypto'
import type { CallbackEventName } from '../../../model/callbackEvent.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { openSecret, sealSecret } from '../../secrets.ts'
import { originOf, receiverOf } from './announce.ts'
import { holdDeliveries } from './endpoint.ts'

/** The visible part of a secret. */
export interface ShownCallbackSecret {
  set: boolean
  last4: string | null
}

export interface CallbackSettings {
  url: string | null
  serviceKey: ShownCallbackSecret
  signingSecret: ShownCallbackSecret
  events: CallbackEventName[]
  allowedOrigins: string[]
  enabled: boolean
  /** Why the service switched callbacks off by itself; null when it did not. */
  disabledReason: string | null
}

/** Fields left out stay as they are; a null takes the address or the service key away. */
export interface CallbackSettingsChange {
  url?: string | null
  serviceKey?: string | null
  /** `whsec_` + base64 of 24–64 bytes, checked by the caller. */
  signingSecret?: string
  events?: CallbackEventName[]
  allowedOrigins?: string[]
  enabled?: boolean
}

/** The service key would go to an origin that it was not given for. */
export class ServiceKeyNotGiven extends Error {}

/** What sending needs, secrets opened. */
export interface SendingSettings {
  url: string | null
  serviceKey: string | null
  signingSecret: string
  allowedOrigins: string[]
  enabled: boolean
}

interface SettingsRow {
  url: string | null
  service_key: Buffer | null
  service_key_last4: string | null
  signing_secret: Buffer
  signing_secret_last4: string
  events: CallbackEventName[]
  allowed_origins: string[]
  enabled: boolean
  disabled_reason: string | null
}

const serviceKeyContext = (projectId: string) => `callback-service-key:${projectId}`
const signingSecretContext = (projectId: string) => `callback-signing-secret:${projectId}`

/** `whsec_` + base64 of 32 random bytes, as Standard Webhooks writes secrets. */
export function newSigningSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Settings of a new project, with a signing secret made here, which is returned and never shown again. */
export async function createCallbackSettings(
  client: Queryable,
  masterKey: Buffer,
  options: { projectId: string; url: string | null; serviceKey: string | null },
): Promise<{ signingSecret: string }> {
  const signingSecret = newSigningSecret()
  await putCallbackSettings(client, masterKey, options.projectId, {
    url: options.url,
    serviceKey: options.serviceKey,
    signingSecret,
  })
  return { signingSecret }
}

/** null for a project that never had any. */
export async function getCallbackSettings(client: Queryable, projectId: string): Promise<CallbackSettings | null> {
  const row = await readRow(client, projectId, false)
  return row ? shown(row) : null
}

/**
 * Changes a project's callback settings; run it in a transaction. Turning callbacks off removes pending ones from the
 * queue (`disabled`); after turning them on, resend them manually. Pending deliveries follow a new address, except
 * those whose job or batch named its own. A service key is sent only to the origins it was given for: a change that
 * adds an origin names the key again, or null.
 * @throws ServiceKeyNotGiven
 */
export async function putCallbackSettings(
  client: Queryable,
  masterKey: Buffer,
  projectId: string,
  change: CallbackSettingsChange,
): Promise<CallbackSettings> {
  const before = await readRow(client, projectId, true)
  const after = changed(before, masterKey, projectId, change)
  if (before?.service_key && change.serviceKey === undefined && addsOrigin(before, after))
    throw new ServiceKeyNotGiven()
  await client.query(
    `insert into callback_settings (project_id, url, receiver, service_key, service_key_last4, signing_secret,
       signing_secret_last4, events, allowed_origins, enabled, disabled_reason)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (project_id) do update set url = excluded.url, receiver = excluded.receiver,
       service_key = excluded.service_key, service_key_last4 = excluded.service_key_last4,
       signing_secret = excluded.signing_secret, signing_secret_last4 = excluded.signing_secret_last4,
       events = excluded.events, allowed_origins = excluded.allowed_origins, enabled = excluded.enabled,
       disabled_reason = excluded.disabled_reason, updated_at = excluded.updated_at,
       failing_since = case when $12 then null else callback_settings.failing_since end`,
    [
      projectId,
      after.url,
      after.url === null ? null : receiverOf(projectId, after.url),
      after.service_key,
      after.service_key_last4,
      after.signing_secret,
      after.signing_secret_last4,
      after.events,
      after.allowed_origins,
      after.enabled,
      after.disabled_reason,
      // A new address, or one that a person vouches for again, starts with a clean record.
      after.url !== before?.url || after.enabled !== before.enabled,
    ],
  )
  if (!after.enabled) await holdDeliveries(client, projectId, null)
  else if (before && after.url !== before.url) await moveDeliveries(client, projectId, after.url)
  return shown(after)
}

/** null if the project has no settings. @throws SealError if the master key is another one. */
export async function sendingSettings(
  client: Queryable,
  masterKey: Buffer,
  projectId: string,
): Promise<SendingSettings | null> {
  const row = await readRow(client, projectId, false)
  if (!row) return null
  const open = (sealed: Buffer, context: string) => openSecret(masterKey, sealed, context).toString('utf8')
  return {
    url: row.url,
    serviceKey: row.service_key && open(row.service_key, serviceKeyContext(projectId)),
    signingSecret: open(row.signing_secret, signingSecretContext(projectId)),
    allowedOrigins: row.allowed_origins,
    enabled: row.enabled,
  }
}

function changed(
  before: SettingsRow | null,
  masterKey: Buffer,
  projectId: string,
  change: CallbackSettingsChange,
): SettingsRow {
  const { serviceKey } = change
  const enabled = change.enabled ?? before?.enabled ?? true
  return {
    url: change.url === undefined ? (before?.url ?? null) : change.url,
    ...(serviceKey === undefined
      ? { service_key: before?.service_key ?? null, service_key_last4: before?.service_key_last4 ?? null }
      : {
          service_key: serviceKey === null ? null : sealSecret(masterKey, serviceKey, serviceKeyContext(projectId)),
          service_key_last4: serviceKey === null ? null : last4(serviceKey),
        }),
    ...(before && change.signingSecret === undefined
      ? { signing_secret: before.signing_secret, signing_secret_last4: before.signing_secret_last4 }
      : sealedSigning(masterKey, projectId, change.signingSecret ?? newSigningSecret())),
    events: change.events ?? before?.events ?? ['COMPLETED', 'FAILED'],
    allowed_origins: change.allowedOrigins ?? before?.allowed_origins ?? [],
    enabled,
    // A person's word, either way, replaces the service's reason.
    disabled_reason: change.enabled === undefined ? (before?.disabled_reason ?? null) : null,
  }
}

const sealedSigning = (masterKey: Buffer, projectId: string, secret: string) => ({
  signing_secret: sealSecret(masterKey, secret, signingSecretContext(projectId)),
  signing_secret_last4: last4(secret),
})

function addsOrigin(before: SettingsRow, after: SettingsRow): boolean {
  const originsOf = ({ url, allowed_origins }: SettingsRow) =>
    [url, ...allowed_origins].flatMap((text) => (text === null ? [] : [originOf(text)]))
  const known = new Set(originsOf(before))
  return originsOf(after).some((origin) => !known.has(origin))
}

// The last four characters of a short secret would be most of it.
const last4 = (secret: string) => (secret.length >= 8 ? secret.slice(-4) : '')

async function readRow(client: Queryable, projectId: string, lock: boolean): Promise<SettingsRow | null> {
  const { rows } = await client.query<SettingsRow>(
    `select url, service_key, service_key_last4, signing_secret, signing_secret_last4, events, allowed_origins, enabled,
       disabled_reason from callback_settings where project_id = $1 ${lock ? 'for update' : ''}`,
    [projectId],
  )
  return rows[0] ?? null
}

async function moveDeliveries(client: Queryable, projectId: string, url: string | null): Promise<void> {
  if (url === null) {
    await client.query(
      `with gone as (
         delete from delivery_queue q using deliveries d
         where q.project_id = $1 and d.project_id = $1 and d.position = q.position and not d.own_url
         returning q.position
       )
       update deliveries d set status = 'disabled' from gone where d.project_id = $1 and d.position = gone.position`,
      [projectId],
    )
    return
  }
  await client.query(
    `with moved as (
       update delivery_queue q set receiver = $3 from deliveries d
       where q.project_id = $1 and d.project_id = $1 and d.position = q.position and not d.own_url
       returning q.position
     )
     update deliveries d set url = $2, receiver = $3 from moved where d.project_id = $1 and d.position = moved.position`,
    [projectId, url, receiverOf(projectId, url)],
  )
}

function shown(row: SettingsRow): CallbackSettings {
  return {
    url: row.url,
    serviceKey: { set: row.service_key !== null, last4: row.service_key_last4 },
    signingSecret: { set: true, last4: row.signing_secret_last4 },
    events: row.events,
    allowedOrigins: row.allowed_origins,
    enabled: row.enabled,
    disabledReason: row.disabled_reason,
  }
}
