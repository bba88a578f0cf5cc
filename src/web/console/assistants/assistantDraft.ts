import type { AssistantBody, ShownAssistant } from '../../../contract/assistants.ts'
import { type AUTO_VERBS, isAssistantName, type Verb } from '../../../model/assistants/assistant.ts'
import { areWhole, type Header, headersOf, KEPT, sentHeaders } from '../HeaderFields.tsx'

/** An assistant as its form holds it. */
export interface AssistantDraft {
  name: string
  carrier: AssistantBody['carrier']
  url: string
  headers: Header[]
  /** Empty: what it says of itself. */
  verbs: Verb[]
  /** Empty: jobs of every tag. */
  tags: string[]
  auto: (typeof AUTO_VERBS)[number] | ''
  timeoutSeconds: number
  maxInFlight: number
  /** null: no limit. */
  callsPerDay: number | null
  kind: NonNullable<AssistantBody['kind']>
  /** The CVAT function of a queue. */
  version: string
  /** A line a class: `their label = our class`. */
  map: string
}

/** @param shown null: a new one */
export const assistantDraft = (shown: ShownAssistant | null): AssistantDraft => ({
  name: shown?.name ?? '',
  carrier: shown?.carrier ?? 'http',
  url: shown?.url ?? '',
  headers: headersOf(shown?.headers, ''),
  verbs: shown?.carrier === 'queue' ? shown.verbs : [],
  tags: shown?.tags ?? [],
  auto: shown?.auto?.verb ?? '',
  timeoutSeconds: shown?.timeout_seconds ?? 30,
  maxInFlight: shown?.max_in_flight ?? 4,
  callsPerDay: shown?.calls_per_day ?? null,
  kind: shown?.kind ?? 'detector',
  version: shown?.carrier === 'queue' ? (shown.version ?? '') : '',
  map: Object.entries(shown?.map ?? {})
    .map(([label, name]) => `${label} = ${name}`)
    .join('\n'),
})

export const hasOwnLabels = ({ carrier }: AssistantDraft): boolean => carrier === 'cvat' || carrier === 'label_studio'

/** Lines of a map; null where one has no `=` in it. */
function mapOf(text: string): Record<string, string> | null {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => {
    const at = line.lastIndexOf('=')
    return at < 0 ? null : ([line.slice(0, at).trim(), line.slice(at + 1).trim()] as const)
  })
  const whole = pairs.filter((pair) => pair?.[0] && pair[1]) as (readonly [string, string])[]
  return whole.length === lines.length ? Object.fromEntries(whole) : null
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null)

/** Values of headers stay only where they went before. */
export const keepsOrigin = (draft: AssistantDraft, shown: ShownAssistant | null): boolean =>
  shown?.url != null && originOf(shown.url) === originOf(draft.url)

/** The request; null while something is missing. */
export function assistantBody(draft: AssistantDraft, shown: ShownAssistant | null): AssistantBody | null {
  const { carrier } = draft
  const map = hasOwnLabels(draft) ? mapOf(draft.map) : {}
  if (!isAssistantName(draft.name) || map === null) return null
  if (carrier === 'queue' ? draft.verbs.length === 0 : originOf(draft.url) === null) return null
  if (!areWhole(draft.headers, keepsOrigin(draft, shown))) return null
  return {
    carrier,
    ...(carrier === 'queue' ? draft.version && { version: draft.version } : { url: draft.url }),
    ...(carrier !== 'queue' && { headers: sentHeaders(draft.headers) }),
    ...(shown && { secret: KEPT }),
    ...(draft.verbs.length > 0 && { verbs: draft.verbs }),
    ...(draft.tags.length > 0 && { tags: draft.tags }),
    auto: draft.auto ? { verb: draft.auto, on: 'queued' } : null,
    timeout_seconds: draft.timeoutSeconds,
    max_in_flight: draft.maxInFlight,
    calls_per_day: draft.callsPerDay,
    ...(carrier === 'cvat' && { kind: draft.kind }),
    ...(Object.keys(map).length > 0 && { map }),
  }
}
