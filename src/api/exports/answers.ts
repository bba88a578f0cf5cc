import { type Static, type TSchema, Type } from 'typebox'
import { stringEnum } from '../../formats/json/schemas.ts'

const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const Id = Type.String({ format: 'uuid' })
const Time = Type.String({ description: 'ISO 8601 with a numeric offset' })
const Count = Type.Integer({ minimum: 0 })

export const FormatRow = Type.Object({
  format: Type.String(),
  title: Type.String(),
  description: Type.String(),
  operations: Type.Array(Type.String()),
  reads: Type.Boolean(),
  writes: Type.Boolean(),
  options: Type.Object({}, { description: 'JSON Schema of `options`' }),
  losses: Type.Array(Type.String(), { description: 'every kind that losses.json may name' }),
  files: stringEnum('optional', 'required'),
  tree: Type.Array(Type.String()),
  spec_url: Type.String(),
})

export const FormatsAnswer = Type.Object({ formats: Type.Array(FormatRow) })

const Status = stringEnum('queued', 'running', 'completed', 'failed', 'cancelled')

export const ExportCreated = Type.Object({ export_id: Id, status: Status })

export const ExportAnswer = Type.Object({
  export_id: Id,
  format: Type.String(),
  filter: Type.Object({}),
  splits: orNull(Type.Record(Type.String(), Type.Number())),
  files: stringEnum('none', 'include'),
  destination: orNull(Type.String({ description: 's3://bucket/prefix/ as asked for' })),
  options: Type.Record(Type.String(), Type.Unknown()),
  status: Status,
  progress: Type.Object({ jobs_done: Count, jobs_total: Count, bytes: Count }),
  url: orNull(Type.String()),
  size: orNull(Count),
  sha256: orNull(Type.String()),
  content_sha256: orNull(Type.String()),
  losses: Type.Array(Type.Object({ kind: Type.String(), count: Count, example: Type.Object({}) })),
  losses_total: Count,
  created_at: Time,
  completed_at: orNull(Time),
  expires_at: orNull(Time),
  error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
})

export type ExportAnswerType = Static<typeof ExportAnswer>

export const ExportsPage = Type.Object({ exports: Type.Array(ExportAnswer), next_page_token: orNull(Type.String()) })
