import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { FILE_ANSWERS, textParameter } from './words.ts'

const FormatRow = Type.Object(
  {
    format: Type.String(),
    title: Type.String(),
    description: Type.String(),
    operations: Type.Array(Type.String()),
    reads: Type.Boolean(),
    writes: Type.Boolean(),
    options: Type.Unsafe<object>({ type: 'object', description: 'JSON Schema of `options`' }),
    losses: Type.Array(Type.String(), { description: 'every kind that losses.json may name' }),
    files: stringEnum('optional', 'required'),
    tree: Type.Array(Type.String()),
    spec_url: Type.String(),
  },
  { title: 'Format' },
)

export type FormatRow = Static<typeof FormatRow>

const FormatsAnswer = Type.Object({ formats: Type.Array(FormatRow) })

const ExportStatus = stringEnum('queued', 'running', 'completed', 'failed', 'cancelled')

const ExportCreated = Type.Object({ export_id: Id, status: ExportStatus })

const ExportLoss = Type.Object(
  {
    kind: Type.String(),
    count: Count,
    example: Type.Unsafe<{ job_id?: string; reference_id?: string; track_id?: string }>({ type: 'object' }),
  },
  { title: 'ExportLoss' },
)

export type ExportLoss = Static<typeof ExportLoss>

export const ExportAnswer = Type.Object(
  {
    export_id: Id,
    format: Type.String(),
    filter: Type.Unsafe<Record<string, unknown>>({ type: 'object' }),
    splits: orNull(Type.Record(Type.String(), Type.Number())),
    files: stringEnum('none', 'include'),
    destination: orNull(Type.String({ description: 's3://bucket/prefix/ as asked for' })),
    options: Type.Record(Type.String(), Type.Unknown()),
    status: ExportStatus,
    progress: Type.Object({ jobs_done: Count, jobs_total: Count, bytes: Count }),
    url: orNull(Type.String()),
    size: orNull(Count),
    sha256: orNull(Type.String()),
    content_sha256: orNull(Type.String()),
    losses: Type.Array(ExportLoss),
    losses_total: Count,
    created_at: Time,
    completed_at: orNull(Time),
    expires_at: orNull(Time),
    error: orNull(Type.Object({ code: Type.String(), message: Type.String() })),
  },
  { title: 'ExportShown' },
)

export type ExportAnswer = Static<typeof ExportAnswer>

const ExportsPage = Type.Object({ exports: Type.Array(ExportAnswer), next_page_token: orNull(Type.String()) })

const MAX_REFERENCE_IDS = 10_000

const closed = { additionalProperties: false }

const TimeText = Type.String({ description: 'ISO 8601 with an offset' })

export const ExportFilterBody = Type.Object(
  {
    batch_id: Type.Optional(Type.String({ format: 'uuid' })),
    tag: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String(), { minItems: 1 })])),
    status: Type.Optional(Type.Literal('completed')),
    reference_ids: Type.Optional(Type.Array(Type.String(), { maxItems: MAX_REFERENCE_IDS })),
    completed_from: Type.Optional(TimeText),
    completed_to: Type.Optional(TimeText),
    metadata: Type.Optional(
      Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()]), {
        description: 'jobs whose metadata have these values',
      }),
    ),
  },
  closed,
)

export const ExportBody = Type.Object(
  {
    format: Type.String({ description: 'a name of GET /v1/formats' }),
    filter: Type.Optional(ExportFilterBody),
    splits: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description:
          'shares by name, such as {"train": 0.8, "val": 0.2}; what they leave of 1 is left out. Names match ' +
          '^[a-z0-9][a-z0-9_-]{0,31}$, shares are numbers above 0 that sum to 1 at most',
      }),
    ),
    files: Type.Optional(Type.Union([Type.Literal('none'), Type.Literal('include')], { default: 'none' })),
    destination: Type.Optional(
      Type.String({
        maxLength: 1024,
        description: 's3://bucket/prefix/ of an access rule with `write: true`; the archive is written there too',
      }),
    ),
    options: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'as the format has them' })),
  },
  { ...closed, title: 'NewExport' },
)

export const exportEndpoints = {
  downloadExport: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:project/exports/:eid/:name'],
    access: 'public',
    tag: 'exports',
    summary: 'The archive of an export',
    refusals: ['auth-failure', 'unauthorized', 'GONE', 'RANGE_NOT_SATISFIABLE'],
    alsoAnswers: FILE_ANSWERS,
    query: Type.Object({
      expires: Type.Optional(Type.Integer({ description: 'end of the address, seconds since 1970' })),
      sig: textParameter('signature of the address'),
    }),
    answerType: 'application/zip',
  }),
  listFormats: endpoint({
    method: 'GET',
    paths: ['/v1/formats'],
    access: 'public',
    tag: 'exports',
    summary: 'Export and import formats, with their options and losses',
    answer: FormatsAnswer,
  }),
  createExport: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/exports'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Export completed jobs in a training format',
    body: ExportBody,
    answer: ExportCreated,
  }),
  listExports: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/exports'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Exports of the project, newest first, 100 a page',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: ExportsPage,
  }),
  getExport: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/exports/:eid'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'exports',
    summary: 'An export: its progress, and the URL of its archive when completed',
    answer: ExportAnswer,
  }),
  removeExport: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/exports/:eid'],
    access: { key: 'read', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Cancel a running export, or delete a completed one',
    answer: Type.Null(),
  }),
}
