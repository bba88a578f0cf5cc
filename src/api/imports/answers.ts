import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../../formats/json/schemas.ts'

const Status = stringEnum('queued', 'running', 'completed', 'failed', 'cancelled')

export const ImportCreated = Type.Object({ import_id: Id, status: Status })

export const ImportAnswer = Type.Object({
  import_id: Id,
  format: Type.String(),
  tag: Type.String(),
  into: stringEnum('predictions', 'jobs'),
  options: Type.Record(Type.String(), Type.Unknown()),
  status: Status,
  progress: Type.Object({ parts_done: Count, parts_total: Count, bytes: Count }),
  matched: Type.Integer({ minimum: 0, description: 'jobs that have their labels now' }),
  created: Type.Integer({ minimum: 0, description: 'jobs that were made' }),
  classes: Type.Array(
    Type.Object({
      name: Type.String({ description: 'as the data set has it' }),
      parts: Type.Integer({ minimum: 0, description: 'images, sequences or clouds that name it' }),
      class: orNull(Type.String({ description: 'of the tag' })),
      dropped: Type.Integer({ minimum: 0, description: 'records that were left out for it' }),
    }),
  ),
  unmatched: Type.Array(
    Type.Object({
      file: Type.String(),
      reason: stringEnum('NOT_FOUND', 'AMBIGUOUS', 'HAS_PREDICTION', 'IN_WORK'),
    }),
    { description: 'the first 1,000' },
  ),
  unmatched_total: Count,
  failures: Type.Array(
    Type.Object({
      file: Type.String(),
      line: Type.Optional(Type.Integer()),
      field: Type.Optional(Type.String()),
      type: Type.String(),
      lost: Type.Optional(Type.String({ description: 'what the record was taken without' })),
    }),
    { description: 'the first 1,000: entries and records that were not used before those taken without something' },
  ),
  failures_total: Count,
  failure_kinds: Type.Array(
    Type.Object({
      type: Type.String(),
      lost: orNull(Type.String({ description: 'what records were taken without; null: they were not used' })),
      count: Count,
    }),
    { description: 'all failures by kind, the first 200 kinds' },
  ),
  created_at: Time,
  completed_at: orNull(Time),
  error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
})

export type ImportAnswerType = Static<typeof ImportAnswer>

export const ImportsPage = Type.Object({ imports: Type.Array(ImportAnswer), next_page_token: orNull(Type.String()) })
