import { ANNOTATION_TYPES, type AnnotationType } from '../annotationType.ts'
import { typesWithResult } from '../annotationTypes/rulesOf.ts'

/** How the service and a model talk: the service calls (http), the model asks for work (queue), or an existing server is called its own way. */
export const CARRIERS = ['http', 'queue', 'label_studio', 'cvat'] as const
export type Carrier = (typeof CARRIERS)[number]

/** The requests that an assistant can answer. */
export const VERBS = ['predict', 'segment', 'fit', 'track', 'label_points', 'review'] as const
export type Verb = (typeof VERBS)[number]

export const CVAT_KINDS = ['detector', 'interactor', 'tracker', 'reid'] as const
export type CvatKind = (typeof CVAT_KINDS)[number]

/** Verbs that can run on a job without a person. */
export const AUTO_VERBS = ['predict', 'review'] as const
export type AutoVerb = (typeof AUTO_VERBS)[number]

/** ok: it answers. failing: the last calls went wrong. down: it cannot be reached. unknown: it was never asked. */
export const ASSISTANT_STATES = ['ok', 'failing', 'down', 'unknown'] as const
export type AssistantState = (typeof ASSISTANT_STATES)[number]

/** Kinds of jobs that each verb makes sense for. */
export const KINDS_OF: Readonly<Record<Verb, readonly AnnotationType[]>> = {
  predict: ANNOTATION_TYPES,
  review: ANNOTATION_TYPES,
  segment: typesWithResult('image', 'video'),
  fit: typesWithResult('boxes'),
  track: typesWithResult('video', 'boxes'),
  label_points: typesWithResult('points'),
}

/** Verbs that a person waits for; the others run in the background. */
const INTERACTIVE: ReadonlySet<Verb> = new Set(['segment', 'fit', 'label_points'])
export const isInteractive = (verb: Verb): boolean => INTERACTIVE.has(verb)

/** The prompts of `segment`. */
export const PROMPTS = ['point', 'box', 'polygon', 'text'] as const
export type Prompt = (typeof PROMPTS)[number]
export const isPrompt = (word: unknown): word is Prompt => PROMPTS.some((prompt) => prompt === word)

/** Calls in the background leave a place to people who wait, where there is more than one. */
export const backgroundPlaces = (verbs: readonly Verb[], maxInFlight: number): number =>
  verbs.some(isInteractive) ? Math.max(1, maxInFlight - 1) : maxInFlight

const NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/
export const isAssistantName = (text: string): boolean => NAME.test(text)

export interface AssistantSettings {
  /** null: what its description says. */
  verbs: readonly Verb[] | null
  /** null: jobs of every tag. */
  tags: readonly string[] | null
  auto: { verb: AutoVerb; on: 'queued' } | null
  timeoutSeconds: number
  maxInFlight: number
  /** How often it may be asked on a day of UTC; null: as often as people and jobs ask. */
  callsPerDay: number | null
  /** The kind of CVAT function. */
  kind: CvatKind | null
  /** Their label → our class. */
  map: Readonly<Record<string, string>>
}

/** The ways in which a call of an assistant can fail. */
export const ASSIST_ERRORS = [
  'TIMEOUT',
  'UNREACHABLE',
  'HTTP_ERROR',
  'REDIRECT',
  'INVALID_ANSWER',
  'TOO_LARGE',
  'TOO_MANY',
  'CANCELLED',
  'SUPERSEDED',
  'BUSY',
  'DAILY_LIMIT',
] as const
export type AssistErrorCode = (typeof ASSIST_ERRORS)[number]

/** A failed call of an assistant. The message is for people: it has no addresses and no headers. */
export class AssistError extends Error {
  readonly code: AssistErrorCode
  /** When it may be asked again, where that is known. */
  readonly until: Date | null

  constructor(code: AssistErrorCode, message: string, until: Date | null = null) {
    super(message)
    this.code = code
    this.until = until
  }
}

const VERBS_OF_CVAT: Readonly<Record<CvatKind, readonly Verb[]>> = {
  detector: ['predict'],
  interactor: ['segment'],
  tracker: ['track'],
  reid: ['track'],
}

/** What it may be asked for, before or without a description. */
export function verbsOf(
  carrier: Carrier,
  settings: AssistantSettings,
  described: readonly Verb[] | null,
): readonly Verb[] {
  if (settings.verbs) return settings.verbs
  if (carrier === 'cvat') return VERBS_OF_CVAT[settings.kind ?? 'detector']
  if (carrier === 'label_studio') return ['predict', 'segment']
  return described ?? []
}

export const isForTag = ({ tags }: Pick<AssistantSettings, 'tags'>, tag: string): boolean =>
  tags === null || tags.includes(tag)

export const RUN_STATES = ['queued', 'running', 'completed', 'failed', 'cancelled'] as const

export type RunState = (typeof RUN_STATES)[number]

export const SUGGESTION_STATES = ['open', 'accepted', 'dropped', 'replaced'] as const

export type SuggestionState = (typeof SUGGESTION_STATES)[number]

/** Where an assistant could not follow a track further. */
export interface TrackStop {
  track_id: string
  frame_id?: string
  reason?: string
}

/** What an assistant says about the work. */
export interface RunFinding {
  text: string
  severity: 'info' | 'warning' | 'error'
  track_id?: string
  frame_id?: string
  sensor_id?: string
}
