import { randomUUID } from 'node:crypto'
import { callbackEndpoints } from '../../contract/callbacks.ts'
import { signedPost, signingKey } from '../../egress/signedPost.ts'
import { checkUrl } from '../../egress/target.ts'
import { sampleBody } from '../../formats/callback/callbackBody.ts'
import { faultAt, secretFault } from '../../formats/errors/fault.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import {
  type CallbackSettings,
  getCallbackSettings,
  ServiceKeyNotGiven,
  sendingSettings,
} from '../../store/project/callbacks/settings.ts'
import { changeCallbackSettings } from '../../workflow/projects/settings.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'

export function callbackRoutes(context: ApiContext): Route[] {
  const { pool, masterKey } = context
  const shown = async (projectId: string) => show(await getCallbackSettings(pool, projectId))
  return [
    route(callbackEndpoints.setCallback, {
      handle: async ({ body, projectId, by }) => {
        refuseBadUrls(context, body.url ?? null, body.allowed_origins ?? [])
        refuseBadSecret(body.signing_secret)
        const changes = {
          url: body.url,
          serviceKey: body.service_key,
          signingSecret: body.signing_secret ?? undefined,
          events: body.events,
          allowedOrigins: body.allowed_origins,
          enabled: body.enabled,
        }
        await changeCallbackSettings(pool, masterKey, by, projectId, changes, show).catch(serviceKeyMissing)
        context.projects.forget(projectId)
        return shown(projectId)
      },
    }),
    route(callbackEndpoints.getCallback, {
      handle: ({ projectId }) => shown(projectId),
    }),
    route(callbackEndpoints.testCallback, {
      handle: async ({ projectId }) => {
        const { httpStatus, durationMs, response, error } = await sendSample(context, projectId)
        return { http_status: httpStatus, duration_ms: durationMs, response, error }
      },
    }),
  ]
}

async function sendSample({ pool, masterKey, egress, baseUrl, config }: ApiContext, projectId: string) {
  const settings = await sendingSettings(pool, masterKey, projectId)
  if (!settings?.url) {
    throw new ApiError('GE_0002', 'the project has no callback url', {
      meta: { reason: 'NO_CALLBACK_URL' },
      failures: [faultAt('url', 'MISSING', 'a callback url of the project', null)],
    })
  }
  const { url, signingSecret, serviceKey } = settings
  const body = Buffer.from(sampleBody(baseUrl()))
  const message = { url, lane: projectId, webhookId: `msg_${randomUUID()}`, body, signingSecret, serviceKey }
  return signedPost(egress, message, { timeoutMs: config.callbackTimeoutMs })
}

function refuseBadSecret(secret: string | null | undefined): void {
  if (typeof secret !== 'string' || signingKey(secret)) return
  throw new ApiError('GE_0002', 'signing_secret is whsec_ and base64 of 24 to 64 bytes', {
    meta: { reason: 'SIGNING_SECRET' },
    failures: [secretFault('signing_secret', 'INVALID_VALUE', 'whsec_ and base64 of 24 to 64 bytes', secret)],
  })
}

function serviceKeyMissing(error: unknown): never {
  if (!(error instanceof ServiceKeyNotGiven)) throw error
  throw new ApiError('GE_0002', 'callbacks would go to another origin: give service_key again, or null to send none', {
    failures: [faultAt('service_key', 'MISSING', 'the key for this origin, or null', undefined)],
  })
}

function refuseBadUrls(context: ApiContext, url: string | null, origins: readonly string[]): void {
  const rules = { allowNetworks: context.allowNetworks }
  const fault = url === null ? null : checkUrl(url, rules)
  if (fault) throw new ApiError('GE_0002', 'url is not valid', { failures: [urlFault('url', fault, url ?? '')] })
  origins.forEach((origin, index) => {
    const type = checkUrl(origin, rules)
    if (type) {
      throw new ApiError('GE_0002', 'an allowed origin is not valid', {
        failures: [urlFault(`allowed_origins[${index}]`, type, origin)],
      })
    }
  })
}

function show(settings: CallbackSettings | null) {
  return {
    url: settings?.url ?? null,
    service_key: settings?.serviceKey ?? { set: false, last4: null },
    signing_secret: settings?.signingSecret ?? { set: false, last4: null },
    events: settings?.events ?? ['COMPLETED', 'FAILED'],
    allowed_origins: settings?.allowedOrigins ?? [],
    enabled: settings?.enabled ?? true,
    disabled_reason: settings?.disabledReason ?? null,
  }
}
