import { type Static, Type } from 'typebox'
import { EvaluationAnswer, EvaluationRequest } from '../formats/comparison/evaluationSchema.ts'
import { Count, Id, jsonObject, optionalOrNull, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import {
  ASSIST_ERRORS,
  ASSISTANT_STATES,
  AUTO_VERBS,
  CARRIERS,
  CVAT_KINDS,
  PROMPTS,
  RUN_STATES,
  type RunFinding,
  SUGGESTION_STATES,
  type TrackStop,
  VERBS,
} from '../model/assistants/assistant.ts'
import { endpoint } from './endpoint.ts'
import { settingsBody } from './words.ts'

const SuggestionScore = orNull(Type.Number({ minimum: 0, maximum: 1 }))

const KeptShare = orNull(Type.Number({ minimum: 0, maximum: 1 }))

export const VerbName = stringEnum(...VERBS)

const assistantFigures = {
  calls: Count,
  errors: Count,
  latency_ms: Type.Object({ p50: orNull(Type.Number()), p95: orNull(Type.Number()) }),
  suggested: Count,
  kept: Count,
  changed: Count,
  dropped: Count,
  untouched: Count,
  kept_share: KeptShare,
  seconds_saved_per_object: orNull(
    Type.Number({ description: 'against jobs of the same tag in which nothing of any assistant was accepted' }),
  ),
}

const ShownAssistant = Type.Object(
  {
    name: Type.String(),
    carrier: stringEnum(...CARRIERS),
    url: orNull(Type.String()),
    headers: Type.Record(Type.String(), Type.Object({ set: Type.Literal(true) })),
    secret: Type.Object({ set: Type.Literal(true), last4: Type.String() }),
    verbs: Type.Array(VerbName),
    tags: orNull(Type.Array(Type.String())),
    auto: orNull(Type.Object({ verb: stringEnum(...AUTO_VERBS), on: stringEnum('queued') })),
    timeout_seconds: Type.Integer(),
    max_in_flight: Type.Integer(),
    calls_per_day: orNull(Count),
    calls_today: Type.Integer({ minimum: 0, description: 'since midnight UTC' }),
    kind: orNull(stringEnum(...CVAT_KINDS)),
    map: Type.Record(Type.String(), Type.String()),
    version: orNull(Type.String()),
    description: orNull(jsonObject('what it says of itself')),
    state: stringEnum(...ASSISTANT_STATES),
    problem: orNull(Type.String({ description: 'why it is not ok' })),
    created_at: Time,
    ...assistantFigures,
    versions: Type.Array(Type.Object({ version: Type.String(), ...assistantFigures })),
  },
  { title: 'ShownAssistant' },
)

export type ShownAssistant = Static<typeof ShownAssistant>

const SuggestedRecord = jsonObject('as handed in, source machine')

export const ShownSuggestion = Type.Object(
  {
    suggestion_id: Id,
    assistant: Type.String(),
    verb: VerbName,
    record: SuggestedRecord,
    track: Type.Optional(jsonObject('the entry of a cuboid in the list of tracks')),
    linked: Type.Optional(
      Type.Array(jsonObject('as handed in'), { description: 'the rectangles of a cuboid on cameras' }),
    ),
    score: SuggestionScore,
    state: stringEnum(...SUGGESTION_STATES, 'preview'),
    created_at: Time,
  },
  { title: 'Suggestion' },
)

export type ShownSuggestion = Static<typeof ShownSuggestion>

/** An assistant as people who work on a job see it. */
export const OfferedAssistant = Type.Object(
  {
    name: Type.String(),
    verbs: Type.Array(VerbName),
    prompts: orNull(Type.Array(stringEnum(...PROMPTS), { description: 'what segment takes; null: it does not say' })),
    previews: Type.Boolean({ description: 'whether it may be asked while a person moves' }),
    version: orNull(Type.String()),
    state: stringEnum(...ASSISTANT_STATES),
    problem: orNull(Type.String({ description: 'why it is not ok' })),
  },
  { title: 'OfferedAssistant' },
)

export type OfferedAssistant = Static<typeof OfferedAssistant>

const StoppedAt = Type.Unsafe<TrackStop>({
  type: 'object',
  description: 'where a track could not be followed further',
})

const AssistantFinding = Type.Unsafe<RunFinding>({
  type: 'object',
  description: 'what the assistant says about the work',
})

export const ShownRun = Type.Object(
  {
    run_id: Id,
    assistant: Type.String(),
    verb: VerbName,
    status: stringEnum(...RUN_STATES),
    progress: orNull(Type.Number({ minimum: 0, maximum: 1 })),
    suggestions: Type.Array(ShownSuggestion),
    stopped_at: Type.Array(StoppedAt),
    findings: Type.Array(AssistantFinding),
    dropped: Type.Array(Type.Object({ label: Type.String(), count: Count })),
    error: orNull(Type.Object({ code: stringEnum(...ASSIST_ERRORS), message: Type.String() })),
  },
  { title: 'AssistRun' },
)

export type ShownRun = Static<typeof ShownRun>

const Kept = Type.Object({ set: Type.Literal(true) }, { description: 'as it is', writeOnly: true })

const Header = Type.Union([Type.String({ writeOnly: true, maxLength: 4096, pattern: '^[\\x20-\\x7e]*$' }), Kept], {
  writeOnly: true,
})

const MOST_CALLS = 1_000_000_000

export const AssistantBody = settingsBody(
  {
    carrier: stringEnum(...CARRIERS),
    url: optionalOrNull(Type.String({ description: 'not for queue; without a slash at the end' })),
    headers: Type.Optional(
      Type.Record(Type.String(), Header, { description: 'sent with every call', writeOnly: true }),
    ),
    secret: Type.Optional(
      Type.Union([
        Type.String({ writeOnly: true, description: 'whsec_ and base64 of 24 to 64 bytes; made where it is left out' }),
        Kept,
        Type.Null(),
      ]),
    ),
    verbs: Type.Optional(Type.Array(stringEnum(...VERBS), { uniqueItems: true, minItems: 1 })),
    tags: optionalOrNull(Type.Array(Type.String(), { maxItems: 1000, description: 'left out: jobs of every tag' })),
    auto: Type.Optional(
      Type.Union([settingsBody({ verb: stringEnum(...AUTO_VERBS), on: stringEnum('queued') }), Type.Null()]),
    ),
    timeout_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: 600 })),
    max_in_flight: Type.Optional(Type.Integer({ minimum: 1, maximum: 64 })),
    calls_per_day: optionalOrNull(
      Type.Integer({
        minimum: 1,
        maximum: MOST_CALLS,
        description: 'by UTC; left out: as often as people and jobs ask',
      }),
    ),
    kind: optionalOrNull(stringEnum(...CVAT_KINDS)),
    version: optionalOrNull(
      Type.String({ maxLength: 256, description: 'the version of a queue, which describes nothing itself' }),
    ),
    map: Type.Optional(Type.Record(Type.String(), Type.String(), { description: 'their label: our class' })),
  },
  { title: 'AssistantBody' },
)

export type AssistantBody = Static<typeof AssistantBody>

export const SCHEMA_TYPE = 'application/schema+json'

export type AssistantFigures = Omit<ShownAssistant['versions'][number], 'version'>

export const assistantEndpoints = {
  setAssistant: endpoint({
    method: 'PUT',
    paths: ['/v1/projects/:pid/assistants/:assistant'],
    access: { key: 'admin', session: 'manageKeys' },
    tag: 'administration',
    summary: 'Register an assistant, or replace it; a secret that was made is shown here alone',
    body: AssistantBody,
    answer: Type.Intersect([ShownAssistant, Type.Object({ new_secret: Type.Optional(Type.String()) })]),
  }),
  listAssistants: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/assistants'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Assistants of the project: state, calls, errors, latency, and how much of their work people kept',
    answer: Type.Object({ assistants: Type.Array(ShownAssistant) }),
  }),
  deleteAssistant: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/assistants/:assistant'],
    access: { key: 'admin', session: 'manageKeys' },
    tag: 'administration',
    summary: 'Remove an assistant; what it suggested stays',
    answer: Type.Object({}),
  }),
  testAssistant: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/test'],
    access: { key: 'admin', session: 'manageKeys' },
    tag: 'administration',
    summary: 'Ask an assistant what it is, now',
    body: Type.Object({}),
    bodyOptional: true,
    answer: Type.Object({
      state: stringEnum(...ASSISTANT_STATES),
      problem: Type.Union([Type.String(), Type.Null()]),
      description: Type.Union([Type.Object({}), Type.Null()]),
    }),
  }),
  evaluateAssistant: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/assistants/:assistant/evaluate'],
    access: { key: 'read', session: 'manageProjects' },
    tag: 'administration',
    summary: 'Compare what an assistant predicted, with its scores, with the results of the same jobs: mAP, NDS',
    body: EvaluationRequest,
    bodyOptional: true,
    answer: EvaluationAnswer,
    refusals: ['FS_0013'],
  }),
  getAssistantSchema: endpoint({
    method: 'GET',
    paths: ['/v1/assistant-schema.json'],
    access: 'public',
    tag: 'service',
    summary: 'JSON Schema of requests to assistants and of their answers',
    answerType: SCHEMA_TYPE,
    answer: Type.Object({}),
  }),
}
