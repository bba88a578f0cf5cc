import { type Static, Type } from 'typebox'
import { Count, Id, orNull, stringEnum, Time } from '../formats/json/schemas.ts'
import { endpoint } from './endpoint.ts'
import { textParameter } from './words.ts'

const ImportStatus = stringEnum('queued', 'running', 'completed', 'failed', 'cancelled')

const ImportCreated = Type.Object({ import_id: Id, status: ImportStatus })

const ImportedClass = Type.Object(
  {
    name: Type.String({ description: 'as the data set has it' }),
    parts: Type.Integer({ minimum: 0, description: 'images, sequences or clouds that name it' }),
    class: orNull(Type.String({ description: 'the class of the tag that it became' })),
    dropped: Type.Integer({ minimum: 0, description: 'records that were left out for it' }),
  },
  { title: 'ImportedClass' },
)

export type ImportedClass = Static<typeof ImportedClass>

const ImportUnmatched = Type.Object(
  {
    file: Type.String(),
    reason: stringEnum('NOT_FOUND', 'AMBIGUOUS', 'HAS_PREDICTION', 'IN_WORK'),
  },
  { title: 'ImportUnmatched' },
)

const ImportFailure = Type.Object(
  {
    file: Type.String(),
    line: Type.Optional(Type.Integer()),
    field: Type.Optional(Type.String()),
    type: Type.String(),
    lost: Type.Optional(Type.String({ description: 'what the record was taken without' })),
  },
  { title: 'ImportFailure' },
)

export const ImportAnswer = Type.Object(
  {
    import_id: Id,
    format: Type.String(),
    tag: Type.String(),
    into: stringEnum('predictions', 'jobs'),
    options: Type.Record(Type.String(), Type.Unknown()),
    status: ImportStatus,
    progress: Type.Object({ parts_done: Count, parts_total: Count, bytes: Count }),
    matched: Type.Integer({ minimum: 0, description: 'jobs that have their labels now' }),
    created: Type.Integer({ minimum: 0, description: 'jobs that were made' }),
    classes: Type.Array(ImportedClass),
    unmatched: Type.Array(ImportUnmatched, { description: 'the first 1,000' }),
    unmatched_total: Count,
    failures: Type.Array(ImportFailure, {
      description: 'the first 1,000: entries and records that were not used before those taken without something',
    }),
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
  },
  { title: 'ImportShown' },
)

export type ImportAnswer = Static<typeof ImportAnswer>

const ImportsPage = Type.Object({ imports: Type.Array(ImportAnswer), next_page_token: orNull(Type.String()) })

export const closed = { additionalProperties: false }

export const INTO = ['predictions', 'jobs'] as const

export const SHARED_OPTIONS = {
  map: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'names of the data set → classes of the tag' }),
  ),
  drop_unknown: Type.Optional(Type.Boolean({ description: 'leave out records whose class the tag does not have' })),
  replace: Type.Optional(Type.Boolean({ description: 'also for jobs that have a prediction, or work that waits' })),
}

/** The body where the archive is at an address. */
export const ImportBody = Type.Object(
  {
    format: Type.String({ description: 'a name of GET /v1/formats that is read' }),
    tag: Type.String(),
    url: Type.String({
      description: 'address of the archive: http or https, or s3 where an access rule of the project fits',
    }),
    into: Type.Optional(stringEnum(...INTO)),
    data_base: Type.Optional(Type.String({ description: 'into jobs: the address that names of files are put behind' })),
    options: Type.Optional(Type.Object(SHARED_OPTIONS, { additionalProperties: true })),
  },
  { ...closed, title: 'NewImport' },
)

/** The query where the archive is the body. */
export const ImportQuery = Type.Object({
  format: textParameter('with an archive as the body: its format'),
  tag: textParameter('with an archive as the body: the tag of the jobs'),
  into: textParameter('with an archive as the body: predictions (default) or jobs'),
  data_base: textParameter('with an archive as the body, into jobs: the address that names of files are put behind'),
  options: textParameter('with an archive as the body: options as JSON'),
})

export const ZIP = 'application/zip'

export const importEndpoints = {
  createImport: endpoint({
    method: 'POST',
    paths: ['/v1/projects/:pid/imports'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Import labels: the archive as the body, or its URL',
    query: ImportQuery,
    rawBody: { schema: ImportBody, contentTypes: ['application/json', ZIP], streamed: [ZIP] },
    answer: ImportCreated,
  }),
  listImports: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/imports'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Imports of the project, newest first, 100 a page',
    query: Type.Object({ page_token: textParameter('next_page_token of the page before') }),
    answer: ImportsPage,
  }),
  getImport: endpoint({
    method: 'GET',
    paths: ['/v1/projects/:pid/imports/:mid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'exports',
    summary: 'An import: its progress, what matched, what did not and why',
    answer: ImportAnswer,
  }),
  removeImport: endpoint({
    method: 'DELETE',
    paths: ['/v1/projects/:pid/imports/:mid'],
    access: { key: 'submit', session: 'manageJobs' },
    tag: 'exports',
    summary: 'Cancel a running import, or delete a completed one; imported labels stay',
    answer: Type.Null(),
  }),
}
