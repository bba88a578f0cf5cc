export type AssistantVerb = 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'

export interface AssistantBody {
  carrier: 'http' | 'queue' | 'label_studio' | 'cvat'
  /** Its address; absent for `queue`. */
  url?: string
  /** As they are: `{set: true}`, as long as the address stays at its origin. */
  headers?: Record<string, string | { set: true }>
  /** `whsec_` and base64 of 24 to 64 bytes; made when left out. */
  secret?: string | { set: true }
  /** Absent: what it says of itself. */
  verbs?: AssistantVerb[]
  /** Absent: jobs of every tag. */
  tags?: string[]
  auto?: { verb: 'predict' | 'review'; on: 'queued' } | null
  timeout_seconds?: number
  max_in_flight?: number
  /** By UTC. Absent: as often as people and jobs ask. */
  calls_per_day?: number | null
  kind?: 'detector' | 'interactor' | 'tracker' | 'reid'
  /** Their label → class of the tag. */
  map?: Record<string, string>
  version?: string
}

export interface AssistantFigures {
  calls: number
  errors: number
  latency_ms: { p50: number | null; p95: number | null }
  suggested: number
  kept: number
  changed: number
  dropped: number
  untouched: number
  /** Relative to the suggestions that people decided; null: none yet. */
  kept_share: number | null
  /** Compared with jobs of the same tag without help; null: nothing to compare yet. */
  seconds_saved_per_object: number | null
}

export interface ShownAssistant extends AssistantFigures {
  name: string
  carrier: AssistantBody['carrier']
  url: string | null
  headers: Record<string, { set: true }>
  secret: { set: true; last4: string }
  verbs: AssistantVerb[]
  /** null: jobs of every tag. */
  tags: string[] | null
  auto: { verb: 'predict' | 'review'; on: 'queued' } | null
  timeout_seconds: number
  max_in_flight: number
  calls_per_day: number | null
  /** Since midnight UTC. */
  calls_today: number
  kind: AssistantBody['kind'] | null
  map: Record<string, string>
  version: string | null
  state: 'ok' | 'failing' | 'down' | 'unknown'
  /** Why it is not ok. */
  problem: string | null
  /** The figures of each version. */
  versions: (AssistantFigures & { version: string })[]
}
