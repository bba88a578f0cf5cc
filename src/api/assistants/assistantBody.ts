import type { Static } from 'typebox'
import type { AssistantBody } from '../../contract/assistants.ts'
import { signingKey } from '../../egress/signedPost.ts'
import { checkUrl } from '../../egress/target.ts'
import { type Fault, faultAt, secretFault } from '../../formats/errors/fault.ts'
import { CVAT_KINDS, isAssistantName } from '../../model/assistants/assistant.ts'
import type { AssistantSecrets, NewAssistant } from '../../store/project/assistants/assistants.ts'
import { newSigningSecret } from '../../store/project/callbacks/settings.ts'
import type { ApiContext } from '../context.ts'
import { invalidRequest } from '../http/apiError.ts'

const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade host'.split(' '),
)
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9a-z]+$/i

const mayBeSent = (header: string): boolean =>
  HEADER_NAME.test(header) && !HOP_BY_HOP.has(header.toLowerCase()) && !/^(content-|webhook-|proxy-)/i.test(header)

const originOf = (url: string | null): string | null => (url !== null && URL.canParse(url) ? new URL(url).origin : null)

/** A member that was set, excluding those that every object has. */
const own = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(headers, name) ? headers[name] : undefined

/** The state of the project: its tags, and the stored assistant of this name; null for a new one. */
interface Known {
  tags: ReadonlySet<string>
  held: (AssistantSecrets & { url: string | null }) | null
}

/** The values to store. @throws ApiError 400 that names each fault */
export function readAssistant(
  { allowNetworks }: Pick<ApiContext, 'allowNetworks'>,
  place: { projectId: string; name: string },
  body: Static<typeof AssistantBody>,
  { tags, held }: Known,
): NewAssistant {
  const faults: Fault[] = []
  const fault = (field: string, type: Fault['type'], expected: string, value?: unknown) =>
    faults.push(faultAt(field, type, expected, value))
  const { carrier, map = {} } = body
  const url = body.url?.replace(/\/+$/, '') ?? null
  if (!isAssistantName(place.name))
    fault('name', 'INVALID_VALUE', 'a–z, 0–9, _ and -, at most 64 characters', place.name)
  if (carrier === 'queue') {
    if (url !== null) fault('url', 'NOT_ALLOWED', 'no url: the model asks for work', url)
    if (!body.verbs) fault('verbs', 'MISSING', 'the verbs of the queue')
  } else if (url === null) fault('url', 'MISSING', 'an http or https URL')
  else {
    const wrong = checkUrl(url, { allowNetworks })
    if (wrong) fault('url', wrong, 'an http or https URL that may be reached', url)
  }
  if (carrier !== 'queue' && body.version != null)
    fault('version', 'NOT_ALLOWED', 'no version: the description says it', body.version)
  if (carrier !== 'cvat' && body.kind != null) fault('kind', 'NOT_ALLOWED', 'no kind: only cvat has kinds', body.kind)
  if (carrier === 'cvat' && body.kind == null) fault('kind', 'MISSING', CVAT_KINDS.join(', '))
  if (Object.keys(map).length > 0 && carrier !== 'cvat' && carrier !== 'label_studio')
    fault('map', 'NOT_ALLOWED', 'no map: only label_studio and cvat have other labels', map)
  const isSameOrigin = held !== null && originOf(held.url) === originOf(url)
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(body.headers ?? {})) {
    if (!mayBeSent(name))
      fault(
        `headers.${name}`,
        'NOT_ALLOWED',
        'a header other than Host, Connection, Content-Length and others that control the connection',
        name,
      )
    const sent = typeof value === 'string' ? value : isSameOrigin ? own(held.headers, name) : undefined
    if (sent === undefined) fault(`headers.${name}`, 'MISSING', 'the value again: there is none for this origin')
    else headers[name] = sent
  }
  const secret = typeof body.secret === 'object' && body.secret !== null ? held?.secret : body.secret
  if (body.secret != null && (secret == null || !signingKey(secret)))
    faults.push(secretFault('secret', 'INVALID_VALUE', 'whsec_ and base64 of 24 to 64 bytes', secret))
  body.tags?.forEach((tag, index) => {
    if (!tags.has(tag)) fault(`tags[${index}]`, 'UNKNOWN', 'the name of a tag of the project', tag)
  })
  if (faults.length > 0) throw invalidRequest(faults)
  return {
    ...place,
    carrier,
    url,
    headers,
    secret: secret ?? newSigningSecret(),
    version: carrier === 'queue' ? (body.version ?? null) : null,
    settings: {
      verbs: body.verbs ?? null,
      tags: body.tags ?? null,
      auto: body.auto ?? null,
      timeoutSeconds: body.timeout_seconds ?? 30,
      maxInFlight: body.max_in_flight ?? 4,
      callsPerDay: body.calls_per_day ?? null,
      kind: body.kind ?? null,
      map,
    },
  }
}
