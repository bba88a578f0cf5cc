import { type Static, type TSchema, Type } from 'typebox'
import { Check } from 'typebox/value'
import { FILE_FAILURE_TYPES } from '../model/fileFailureType.ts'

/** A job, an export, an import or an ingest says it all. */
const nothing = Type.Object({})

const Failure = Type.Object({
  field: Type.String(),
  type: Type.Enum(FILE_FAILURE_TYPES),
  message: Type.String(),
})

/** What machines do, in the order in which workers look for it. Dry runs first: a caller waits for the answer. */
export const TASK_KINDS = [
  'dry_run',
  'assemble',
  'validate',
  'export',
  'action',
  'score_review',
  'score_work',
  'compare_candidates',
  'import',
  'settle_ingest',
  'ingest',
] as const
export type TaskKind = (typeof TASK_KINDS)[number]

/**
 * What a task of each kind carries besides its subject; the pipeline has a handler for each. Rows may come from an older
 * version: a new member is optional.
 */
const TASK_PAYLOADS = {
  dry_run: nothing,
  assemble: nothing,
  /** The results of earlier rounds: their number, and failures that no further attempt would fix. */
  validate: Type.Object({ round: Type.Optional(Type.Integer()), final: Type.Optional(Type.Array(Failure)) }),
  export: nothing,
  action: nothing,
  /** Names the review. */
  score_review: Type.Object({ version: Type.Integer(), number: Type.Integer() }),
  score_work: nothing,
  compare_candidates: nothing,
  import: nothing,
  settle_ingest: nothing,
  ingest: nothing,
} satisfies Record<TaskKind, TSchema>

export type TaskPayload<K extends TaskKind> = Static<(typeof TASK_PAYLOADS)[K]>
/** Kinds whose tasks may be added without a payload. */
export type PlainTaskKind = { [K in TaskKind]: object extends TaskPayload<K> ? K : never }[TaskKind]

/** The payload of a stored task; null when it is not one of its kind. */
export function readTaskPayload<K extends TaskKind>(kind: K, stored: unknown): TaskPayload<K> | null {
  const schema = TASK_PAYLOADS[kind]
  return Check(schema, stored) ? stored : null
}
