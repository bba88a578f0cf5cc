import type { Static } from 'typebox'
import {
  type AccessRuleBody,
  accessEndpoints,
  type SecretBody,
  type SensorConfiguration,
} from '../../contract/access.ts'
import { type AccessRule, checkAccessRule } from '../../egress/accessRules.ts'
import { type Fault, faultAt, secretFault } from '../../formats/errors/fault.ts'
import type { AuditActor } from '../../model/audit.ts'
import {
  openAttachmentAccess,
  type ShownRule,
  shownAttachmentAccess,
} from '../../store/project/access/attachmentAccess.ts'
import { listSensors } from '../../store/project/sensors/sensors.ts'
import { changeAttachmentAccess, changeSensor } from '../../workflow/projects/settings.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { LIST_BYTES } from '../http/bodyLimit.ts'
import { type Route, route } from '../http/route.ts'

export function accessRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  const shown = async (projectId: string) => ({ rules: await shownAttachmentAccess(pool, projectId) })
  return [
    route(accessEndpoints.setAttachmentAccess, {
      maxBodyBytes: LIST_BYTES,
      handle: async ({ body, projectId, by }) => {
        await putRules(context, by, projectId, body.rules)
        projects.forget(projectId)
        return shown(projectId)
      },
    }),
    route(accessEndpoints.getAttachmentAccess, {
      handle: ({ projectId }) => shown(projectId),
    }),
    route(accessEndpoints.listSensors, {
      handle: async ({ projectId }) => ({
        sensors: [...(await listSensors<Static<typeof SensorConfiguration>>(pool, projectId))].map(
          ([sensor_id, kept]) => ({
            sensor_id,
            ...kept,
          }),
        ),
      }),
    }),
    route(accessEndpoints.setSensor, {
      handle: async ({ body, projectId, params, by }) => {
        if (params.sensor.includes('\0')) throw new ApiError('GE_0002', 'invalid sensor id')
        await changeSensor(pool, by, projectId, params.sensor, body)
        projects.forget(projectId)
        return { sensor_id: params.sensor, ...body }
      },
    }),
  ]
}

/** @throws ApiError that names the rules which are not valid */
async function putRules(
  { pool, masterKey }: ApiContext,
  by: AuditActor,
  projectId: string,
  bodies: readonly Static<typeof AccessRuleBody>[],
): Promise<void> {
  const kept = await openAttachmentAccess<SentRule>(pool, masterKey, projectId)
  const { rules: sent, failures: unknown } = withKeptSecrets(bodies, kept)
  const rules = sent.map((rule) =>
    rule.match.startsWith('s3:') ? rule : { ...rule, headers: rule.headers ?? {} },
  ) as AccessRule[]
  const missing = new Set(unknown.map(({ field }) => field))
  const failures = [...unknown, ...ruleFailures(sent, rules).filter(({ field }) => !missing.has(field))]
  if (failures.length) throw new ApiError('GE_0002', 'a rule is not valid', { failures })
  await changeAttachmentAccess(pool, masterKey, by, projectId, rules, sent.map(withoutSecrets))
}

/** Secrets that are sent as they are shown stay unchanged, in the rule with the same `match` and host. */
function withKeptSecrets(bodies: readonly Static<typeof AccessRuleBody>[], kept: readonly SentRule[]) {
  const failures: Fault[] = []
  const known = new Map(kept.map((rule) => [rule.match, rule]))
  const rules = bodies.map((body, index): SentRule => {
    const before = known.get(body.match)
    const open = (field: string, sent: Static<typeof SecretBody>, value: string | undefined): string => {
      if (typeof sent === 'string') return sent
      if (value === undefined) failures.push(faultAt(`rules[${index}].${field}`, 'MISSING', 'the secret itself', sent))
      return value ?? ''
    }
    const { headers, secret_access_key: secret, ...rest } = body
    const names = Object.entries(headers ?? {})
    return {
      ...rest,
      ...(headers && {
        headers: Object.fromEntries(
          names.map(([name, sent]) => [name, open(`headers.${name}`, sent, ownValue(before?.headers, name))]),
        ),
      }),
      ...(secret !== undefined && {
        secret_access_key: open(
          'secret_access_key',
          secret,
          isSameHost(before, body) ? before?.secret_access_key : undefined,
        ),
      }),
    }
  })
  return { rules, failures }
}

/** Names such as `constructor` are in every object, but are not headers that were set. */
const ownValue = (headers: Record<string, string> | undefined, name: string): string | undefined =>
  headers && Object.hasOwn(headers, name) ? headers[name] : undefined

/** A secret was given for one host; its signatures go to no other. */
const isSameHost = (before: SentRule | undefined, { endpoint, region }: Pick<SentRule, 'endpoint' | 'region'>) =>
  before?.endpoint === endpoint && before?.region === region

type SentRule = {
  match: string
  headers?: Record<string, string>
  endpoint?: string
  region?: string
  access_key_id?: string
  secret_access_key?: string
  write?: boolean
}

function ruleFailures(sent: readonly SentRule[], rules: readonly AccessRule[]): Fault[] {
  return sent.flatMap((rule, index): Fault[] => {
    const field = `rules[${index}]`
    if (rule.match.startsWith('s3:')) {
      const missing = (['region', 'access_key_id', 'secret_access_key'] as const).filter((key) => !rule[key])
      if (missing.length) return missing.map((key) => faultAt(`${field}.${key}`, 'MISSING', 'text', rule[key]))
    } else if (rule.write !== undefined)
      return [faultAt(`${field}.write`, 'NOT_ALLOWED', 'write with s3:// alone', rule.write)]
    const fault = checkAccessRule(rules[index])
    if (!fault) return []
    const tell = fault.isSecret ? secretFault : faultAt
    return [tell(`${field}.${fault.field}`, fault.type, fault.expected, fault.value)]
  })
}

/** Shows the names of headers without their values: any of them may be a password. */
function withoutSecrets(rule: SentRule): ShownRule {
  const { headers, secret_access_key: secret, ...open } = rule
  return {
    ...open,
    ...(headers && { headers: Object.fromEntries(Object.keys(headers).map((name) => [name, { set: true }])) }),
    ...(secret ? { secret_access_key: { set: true, last4: secret.slice(-4) } } : {}),
  }
}
