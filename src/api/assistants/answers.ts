import { Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'
import {
  ASSIST_ERRORS,
  ASSISTANT_STATES,
  AUTO_VERBS,
  CARRIERS,
  CVAT_KINDS,
  PROMPTS,
  RUN_STATES,
  SUGGESTION_STATES,
  VERBS,
} from '../../model/assistants/assistant.ts'

const Score = orNull(Type.Number({ minimum: 0, maximum: 1 }))
const Share = orNull(Type.Number({ minimum: 0, maximum: 1 }))

export const VerbName = stringEnum(...VERBS)

const figures = {
  calls: Count,
  errors: Count,
  latency_ms: Type.Object({ p50: orNull(Type.Number()), p95: orNull(Type.Number()) }),
  suggested: Count,
  kept: Count,
  changed: Count,
  dropped: Count,
  untouched: Count,
  kept_share: Share,
  seconds_saved_per_object: orNull(
    Type.Number({ description: 'against jobs of the same tag in which nothing of any assistant was accepted' }),
  ),
}

export const ShownAssistant = Type.Object({
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
  description: orNull(Type.Object({}, { description: 'what it says of itself' })),
  state: stringEnum(...ASSISTANT_STATES),
  problem: orNull(Type.String({ description: 'why it is not ok' })),
  created_at: Time,
  ...figures,
  versions: Type.Array(Type.Object({ version: Type.String(), ...figures })),
})

const Record = Type.Object({}, { description: 'as handed in, source machine' })

export const ShownSuggestion = Type.Object({
  suggestion_id: Id,
  assistant: Type.String(),
  verb: VerbName,
  record: Record,
  track: Type.Optional(Type.Object({}, { description: 'of a cuboid: its entry in the list of tracks' })),
  linked: Type.Optional(Type.Array(Type.Object({}), { description: 'of a cuboid: its rectangles on cameras' })),
  score: Score,
  state: stringEnum(...SUGGESTION_STATES, 'preview'),
  created_at: Time,
})

/** An assistant as people who work on a job see it. */
export const OfferedAssistant = Type.Object({
  name: Type.String(),
  verbs: Type.Array(VerbName),
  prompts: orNull(Type.Array(stringEnum(...PROMPTS), { description: 'of segment; null: it does not say' })),
  previews: Type.Boolean({ description: 'whether it may be asked while a person moves' }),
  version: orNull(Type.String()),
  state: stringEnum(...ASSISTANT_STATES),
  problem: orNull(Type.String({ description: 'why it is not ok' })),
})

export const ShownRun = Type.Object({
  run_id: Id,
  assistant: Type.String(),
  verb: VerbName,
  status: stringEnum(...RUN_STATES),
  progress: orNull(Type.Number({ minimum: 0, maximum: 1 })),
  suggestions: Type.Array(ShownSuggestion),
  stopped_at: Type.Array(Type.Object({})),
  findings: Type.Array(Type.Object({})),
  dropped: Type.Array(Type.Object({ label: Type.String(), count: Count })),
  error: orNull(Type.Object({ code: stringEnum(...ASSIST_ERRORS), message: Type.String() })),
})
