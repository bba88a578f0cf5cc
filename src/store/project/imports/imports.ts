import { keepableJson } from '../../postgres/keepableJson.ts'
import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  int,
  jsonb,
  nullable,
  type ReadOf,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'

export type ImportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

/** The request, as the answer repeats it. */
export interface ImportRequest {
  into: 'predictions' | 'jobs'
  dataBase: string | null
  url: string | null
  options: Readonly<Record<string, unknown>>
}

/** A class of the data set: how many parts name it, and what it became. */
export interface ImportedClass {
  name: string
  parts: number
  /** null: the tag has no such class. */
  class: string | null
  /** Records that were left out for it. */
  dropped: number
}

export interface Unmatched {
  file: string
  reason: 'NOT_FOUND' | 'AMBIGUOUS' | 'HAS_PREDICTION' | 'IN_WORK'
}

export interface StoredFailure {
  file: string
  line?: number
  field?: string
  type: string
  /** The part that the imported record lost. */
  lost?: string
}

/** Failures of one type; with `lost`, those of records that were taken without it. */
export interface FailureKind {
  type: string
  lost: string | null
  count: number
}

/** The findings of an import so far. */
export interface ImportFindings {
  partsTotal: number
  partsDone: number
  matched: number
  created: number
  classes: readonly ImportedClass[]
  unmatched: readonly Unmatched[]
  unmatchedTotal: number
  failures: readonly StoredFailure[]
  failuresTotal: number
  failureKinds: readonly FailureKind[]
}

export const IMPORTS = new Table(
  'imports',
  {
    project_id: uuid,
    id: uuid,
    format: text,
    tag: text,
    request: jsonb<ImportRequest>(),
    status: textOf<ImportStatus>(),
    sha256: nullable(text),
    bytes: bigint,
    parts_total: int,
    parts_done: int,
    matched: int,
    created: int,
    classes: jsonb<readonly ImportedClass[]>(),
    unmatched: jsonb<readonly Unmatched[]>(),
    unmatched_total: int,
    failures: jsonb<readonly StoredFailure[]>(),
    failures_total: int,
    failure_kinds: jsonb<readonly FailureKind[]>(),
    attempts: int,
    error: nullable(jsonb<{ code: string; message: string }>()),
    key_id: nullable(uuid),
    user_id: nullable(uuid),
    created_at: timestamp,
    completed_at: nullable(timestamp),
  },
  { id: 'importId' },
)
export type ImportRow = ReadOf<typeof IMPORTS>

const COLUMNS = IMPORTS.list()

type Place = Pick<ImportRow, 'projectId' | 'importId'>

export type NewImport = Pick<
  ImportRow,
  'projectId' | 'importId' | 'format' | 'tag' | 'request' | 'sha256' | 'bytes' | 'keyId' | 'userId'
>

export async function insertImport(db: Queryable, made: NewImport): Promise<void> {
  await db.query(
    `insert into imports (project_id, id, format, tag, request, status, sha256, bytes, key_id, user_id)
     values ($1, $2, $3, $4, $5, 'queued', $6, $7, $8, $9)`,
    [
      made.projectId,
      made.importId,
      made.format,
      made.tag,
      JSON.stringify(made.request),
      made.sha256,
      made.bytes,
      made.keyId,
      made.userId,
    ],
  )
}

export async function findImport(db: Queryable, projectId: string, importId: string): Promise<ImportRow | null> {
  const { rows } = await db.query<RowOf<typeof IMPORTS>>(
    `select ${COLUMNS} from imports where project_id = $1 and id = $2`,
    [projectId, importId],
  )
  return rows[0] ? IMPORTS.read(rows[0]) : null
}

export const IMPORTS_A_PAGE = 100

/** Newest first, after the given one; one more than a page, to know whether there is a next page. */
export async function listImports(
  db: Queryable,
  projectId: string,
  after: { createdAt: Date; id: string } | null,
): Promise<ImportRow[]> {
  const { rows } = await db.query<RowOf<typeof IMPORTS>>(
    `select ${COLUMNS} from imports
     where project_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [projectId, after?.createdAt ?? null, after?.id ?? null, IMPORTS_A_PAGE + 1],
  )
  return rows.map((row) => IMPORTS.read(row))
}

/** A worker takes it up, again after a death; null when it was cancelled or is done. */
export async function startImport(db: Queryable, projectId: string, importId: string): Promise<ImportRow | null> {
  const { rows } = await db.query<RowOf<typeof IMPORTS>>(
    `update imports set status = 'running', attempts = attempts + 1
     where project_id = $1 and id = $2 and status in ('queued', 'running') returning ${COLUMNS}`,
    [projectId, importId],
  )
  return rows[0] ? IMPORTS.read(rows[0]) : null
}

/** It waits for others, which does not count as an attempt. */
export async function putOffImport(db: Queryable, { projectId, importId }: Place): Promise<void> {
  await db.query('update imports set attempts = attempts - 1 where project_id = $1 and id = $2', [projectId, importId])
}

/** The archive has come. False: the import was cancelled meanwhile. */
export async function noteArchive(
  db: Queryable,
  { projectId, importId }: Place,
  file: { sha256: string; bytes: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update imports set sha256 = $3, bytes = $4 where project_id = $1 and id = $2 and status = 'running'`,
    [projectId, importId, file.sha256, file.bytes],
  )
  return rowCount === 1
}

const FINDINGS = `parts_total = $3, parts_done = $4, matched = $5, created = $6, classes = $7, unmatched = $8,
  unmatched_total = $9, failures = $10, failures_total = $11, failure_kinds = $12`

const findingValues = (found: ImportFindings) => [
  found.partsTotal,
  found.partsDone,
  found.matched,
  found.created,
  keepableJson(found.classes),
  keepableJson(found.unmatched),
  found.unmatchedTotal,
  keepableJson(found.failures),
  found.failuresTotal,
  keepableJson(found.failureKinds),
]

/** False: it was cancelled meanwhile. */
export async function noteFindings(
  db: Queryable,
  { projectId, importId }: Place,
  found: ImportFindings,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update imports set ${FINDINGS} where project_id = $1 and id = $2 and status = 'running'`,
    [projectId, importId, ...findingValues(found)],
  )
  return rowCount === 1
}

/** Ends an import, successful or not; its archive is no longer needed. False, without a change, if it was cancelled. */
export async function settleImport(
  db: Queryable,
  { projectId, importId }: Place,
  found: ImportFindings,
  error: ImportRow['error'],
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update imports set ${FINDINGS}, status = $13, error = $14, completed_at = now(), sha256 = null
     where project_id = $1 and id = $2 and status in ('queued', 'running')`,
    [projectId, importId, ...findingValues(found), error ? 'failed' : 'completed', error && keepableJson(error)],
  )
  return rowCount === 1
}

/** Cancels an unfinished import or removes a finished one: returns its former state. */
export async function endImport(db: Queryable, projectId: string, importId: string): Promise<ImportRow | null> {
  const { rows } = await db.query<RowOf<typeof IMPORTS>>(
    `select ${COLUMNS} from imports where project_id = $1 and id = $2 for update`,
    [projectId, importId],
  )
  if (!rows[0]) return null
  const row = IMPORTS.read(rows[0])
  if (row.status === 'queued' || row.status === 'running') {
    await db.query(
      `update imports set status = 'cancelled', completed_at = now(), sha256 = null where project_id = $1 and id = $2`,
      [projectId, importId],
    )
  } else await db.query('delete from imports where project_id = $1 and id = $2', [projectId, importId])
  return row
}
