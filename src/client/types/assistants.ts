// Made of src/contract by `npm run clients`: do not edit.
import type { IgnoreOption } from './jobs.ts'

export interface AssistAsk {
  assistant: string
  verb: 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'
  /** By verb; see /v1/assistant-schema.json. */
  input?: Record<string, unknown>
  /** True: what segment or fit suggests is answered and not kept; not for queue. */
  preview?: boolean
}

export interface Suggestion {
  suggestion_id: string
  assistant: string
  verb: 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'
  /** As handed in, source machine. */
  record: Record<string, unknown>
  /** The entry of a cuboid in the list of tracks. */
  track?: Record<string, unknown>
  /** The rectangles of a cuboid on cameras. */
  linked?: Record<string, unknown>[]
  score: number | null
  state: 'open' | 'accepted' | 'dropped' | 'replaced' | 'preview'
  /** ISO 8601 with a numeric offset. */
  created_at: string
}

export interface AssistRun {
  run_id: string
  assistant: string
  verb: 'predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review'
  status: 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'
  progress: number | null
  suggestions: Suggestion[]
  stopped_at: Record<string, unknown>[]
  findings: Record<string, unknown>[]
  dropped: { label: string; count: number }[]
  error: {
    code:
      | 'TIMEOUT'
      | 'UNREACHABLE'
      | 'HTTP_ERROR'
      | 'REDIRECT'
      | 'INVALID_ANSWER'
      | 'TOO_LARGE'
      | 'TOO_MANY'
      | 'CANCELLED'
      | 'SUPERSEDED'
      | 'BUSY'
      | 'DAILY_LIMIT'
    message: string
  } | null
}

export interface AssistantBody {
  carrier: 'http' | 'queue' | 'label_studio' | 'cvat'
  /** Not for queue; without a slash at the end. */
  url?: string | null
  /** Sent with every call. */
  headers?: Record<string, string | { set: true }>
  /** Whsec_ and base64 of 24 to 64 bytes; made where it is left out. */
  secret?: string | { set: true } | null
  verbs?: ('predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review')[]
  /** Left out: jobs of every tag. */
  tags?: string[] | null
  auto?: { verb: 'predict' | 'review'; on: 'queued' } | null
  timeout_seconds?: number
  max_in_flight?: number
  /** By UTC; left out: as often as people and jobs ask. */
  calls_per_day?: number | null
  kind?: 'detector' | 'interactor' | 'tracker' | 'reid' | null
  /** The version of a queue, which describes nothing itself. */
  version?: string | null
  /** Their label: our class. */
  map?: Record<string, string>
}

export interface ShownAssistant {
  name: string
  carrier: 'http' | 'queue' | 'label_studio' | 'cvat'
  url: string | null
  headers: Record<string, { set: true }>
  secret: { set: true; last4: string }
  verbs: ('predict' | 'segment' | 'fit' | 'track' | 'label_points' | 'review')[]
  tags: string[] | null
  auto: { verb: 'predict' | 'review'; on: 'queued' } | null
  timeout_seconds: number
  max_in_flight: number
  calls_per_day: number | null
  /** Since midnight UTC. */
  calls_today: number
  kind: 'detector' | 'interactor' | 'tracker' | 'reid' | null
  map: Record<string, string>
  version: string | null
  /** What it says of itself. */
  description: Record<string, unknown> | null
  state: 'ok' | 'failing' | 'down' | 'unknown'
  /** Why it is not ok. */
  problem: string | null
  /** ISO 8601 with a numeric offset. */
  created_at: string
  calls: number
  errors: number
  latency_ms: { p50: number | null; p95: number | null }
  suggested: number
  kept: number
  changed: number
  dropped: number
  untouched: number
  kept_share: number | null
  /** Against jobs of the same tag in which nothing of any assistant was accepted. */
  seconds_saved_per_object: number | null
  versions: {
    version: string
    calls: number
    errors: number
    latency_ms: { p50: number | null; p95: number | null }
    suggested: number
    kept: number
    changed: number
    dropped: number
    untouched: number
    kept_share: number | null
    seconds_saved_per_object: number | null
  }[]
}

export interface EvaluationRequest {
  /** The version of the assistant; the present one where left out. */
  version?: string
  tag?: string
  /** At most so many; 200. */
  jobs?: number
  ignore?: IgnoreOption
}

export interface AssistantEvaluation {
  assistant: string
  version: string | null
  /** That were evaluated: the newest. */
  jobs: number
  /** That have a result and were predicted by this version. */
  jobs_total: number
  /** Boxes, areas and masks, as COCO evaluates them. */
  images: {
    map: number | null
    interval: { low: number; high: number } | null
    by_class: Record<
      string,
      {
        truth: number
        found: number
        ap: number | null
        ap50: number | null
        ap75: number | null
        ap_small: number | null
        ap_medium: number | null
        ap_large: number | null
        ar1: number | null
        ar10: number | null
        ar100: number | null
        curve: { recall: number; precision: number; score: number }[]
      }
    >
  } | null
  /** Cuboids, as nuScenes evaluates them; nds weighs three errors. */
  space: {
    nds: number | null
    map: number | null
    interval: { low: number; high: number } | null
    by_class: Record<
      string,
      {
        truth: number
        found: number
        ap: number | null
        ap_by_distance_m: Record<string, number> | null
        ate: number | null
        ase: number | null
        aoe: number | null
        curve: { recall: number; precision: number; score: number }[]
      }
    >
  } | null
  /** Records without an area or a volume. */
  left_out: number
}
