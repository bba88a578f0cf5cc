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

export type ExportStatus = 'queued' | 'running' | 'completed' | 'failed' | 'cancelled'

export interface ExportFilter {
  batchId?: string
  tags?: readonly string[]
  referenceIds?: readonly string[]
  completedFrom?: Date
  completedTo?: Date
  /** As text, whatever they are. */
  metadata?: readonly { key: string; value: string }[]
  /** Jobs of this action on many jobs. */
  actionId?: string
}

/** What was asked for, as the answer repeats it. */
export interface ExportRequest {
  filter: Readonly<Record<string, unknown>>
  splits: Readonly<Record<string, number>> | null
  files: 'none' | 'include'
  destination: string | null
  options: Readonly<Record<string, unknown>>
}

export const EXPORTS = new Table(
  'exports',
  {
    project_id: uuid,
    id: uuid,
    format: text,
    request: jsonb<ExportRequest>(),
    status: textOf<ExportStatus>(),
    jobs_total: int,
    jobs_done: int,
    bytes_done: bigint,
    attempts: int,
    sha256: nullable(text),
    size: nullable(bigint),
    content_sha256: nullable(text),
    losses: jsonb<{ kind: string; count: number; example: object }[]>(),
    error: nullable(jsonb<{ code: string; message: string }>()),
    key_id: nullable(uuid),
    user_id: nullable(uuid),
    created_at: timestamp,
    completed_at: nullable(timestamp),
    expires_at: nullable(timestamp),
  },
  { id: 'exportId' },
)
export type ExportRow = ReadOf<typeof EXPORTS>

/** The archive's name in a bucket of the customer. */
export const archiveName = (exportId: string): string => `${exportId}.zip`

const COLUMNS = EXPORTS.list()

export type NewExport = Pick<ExportRow, 'projectId' | 'exportId' | 'format' | 'request' | 'keyId' | 'userId'>

/** Writes an export and fixes its set: jobs that are completed now, at their latest version. Answers how many. */
export async function insertExport(db: Queryable, made: NewExport, filter: ExportFilter): Promise<number> {
  await db.query(
    `insert into exports (project_id, id, format, request, status, key_id, user_id)
     values ($1, $2, $3, $4, 'queued', $5, $6)`,
    [made.projectId, made.exportId, made.format, JSON.stringify(made.request), made.keyId, made.userId],
  )
  const { rowCount } = await db.query(
    `insert into export_jobs (project_id, export_id, reference_id, job_id, version)
     select $1, $2, reference_id, id, result_version from jobs
     where project_id = $1 and stage = 'completed'
       and ($3::uuid is null or batch_id = $3) and ($4::text[] is null or tag = any ($4))
       and ($5::text[] is null or reference_id = any ($5))
       and ($6::timestamptz is null or completed_at >= $6) and ($7::timestamptz is null or completed_at < $7)
       and ($8::uuid is null or id in (select job_id from job_action_items where project_id = $1 and action_id = $8))
       and not exists (select 1 from unnest($9::text[], $10::text[]) as wanted (key, value)
         where metadata ->> wanted.key is distinct from wanted.value)`,
    [
      made.projectId,
      made.exportId,
      filter.batchId ?? null,
      filter.tags ?? null,
      filter.referenceIds ?? null,
      filter.completedFrom ?? null,
      filter.completedTo ?? null,
      filter.actionId ?? null,
      (filter.metadata ?? []).map(({ key }) => key),
      (filter.metadata ?? []).map(({ value }) => value),
    ],
  )
  await db.query('update exports set jobs_total = $3 where project_id = $1 and id = $2', [
    made.projectId,
    made.exportId,
    rowCount ?? 0,
  ])
  return rowCount ?? 0
}

export async function findExport(db: Queryable, projectId: string, exportId: string): Promise<ExportRow | null> {
  const { rows } = await db.query<RowOf<typeof EXPORTS>>(
    `select ${COLUMNS} from exports where project_id = $1 and id = $2`,
    [projectId, exportId],
  )
  return rows[0] ? EXPORTS.read(rows[0]) : null
}

export const EXPORTS_A_PAGE = 100

/** Newest first, after the given one; one more than a page tells of the next. */
export async function listExports(
  db: Queryable,
  projectId: string,
  after: { createdAt: Date; id: string } | null,
): Promise<ExportRow[]> {
  const { rows } = await db.query<RowOf<typeof EXPORTS>>(
    `select ${COLUMNS} from exports
     where project_id = $1 and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [projectId, after?.createdAt ?? null, after?.id ?? null, EXPORTS_A_PAGE + 1],
  )
  return rows.map((row) => EXPORTS.read(row))
}

/** A worker takes it up, again after a death; null when it was cancelled or is done. */
export async function startExport(db: Queryable, projectId: string, exportId: string): Promise<ExportRow | null> {
  const { rows } = await db.query<RowOf<typeof EXPORTS>>(
    `update exports set status = 'running', attempts = attempts + 1, jobs_done = 0, bytes_done = 0
     where project_id = $1 and id = $2 and status in ('queued', 'running') returning ${COLUMNS}`,
    [projectId, exportId],
  )
  return rows[0] ? EXPORTS.read(rows[0]) : null
}

/** An attempt that an outage ended is none. */
export async function putOffExport(
  db: Queryable,
  { projectId, exportId }: Pick<ExportRow, 'projectId' | 'exportId'>,
): Promise<void> {
  await db.query('update exports set attempts = attempts - 1 where project_id = $1 and id = $2', [projectId, exportId])
}

/** False: it was cancelled meanwhile. */
export async function noteProgress(
  db: Queryable,
  { projectId, exportId }: Pick<ExportRow, 'projectId' | 'exportId'>,
  done: { jobs: number; bytes: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update exports set jobs_done = $3, bytes_done = $4 where project_id = $1 and id = $2 and status = 'running'`,
    [projectId, exportId, done.jobs, done.bytes],
  )
  return rowCount === 1
}

export interface ExportOutcome {
  sha256: string
  size: number
  contentSha256: string
  losses: ExportRow['losses']
  keepDays: number
}

/** False: it was cancelled meanwhile. */
export async function completeExport(
  db: Queryable,
  { projectId, exportId }: Pick<ExportRow, 'projectId' | 'exportId'>,
  made: ExportOutcome,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update exports set status = 'completed', jobs_done = jobs_total, bytes_done = $4, sha256 = $3, size = $4,
       content_sha256 = $5, losses = $6, completed_at = now(), expires_at = now() + $7 * interval '1 day'
     where project_id = $1 and id = $2 and status = 'running'`,
    [projectId, exportId, made.sha256, made.size, made.contentSha256, JSON.stringify(made.losses), made.keepDays],
  )
  return rowCount === 1
}

export async function failExport(
  db: Queryable,
  { projectId, exportId }: Pick<ExportRow, 'projectId' | 'exportId'>,
  error: { code: string; message: string },
): Promise<void> {
  await db.query(
    `update exports set status = 'failed', error = $3, completed_at = now()
     where project_id = $1 and id = $2 and status in ('queued', 'running')`,
    [projectId, exportId, keepableJson(error)],
  )
}

/** Cancels what is not done and removes what is: answers the file that may go, if any. */
export async function endExport(db: Queryable, projectId: string, exportId: string): Promise<ExportRow | null> {
  const { rows } = await db.query<RowOf<typeof EXPORTS>>(
    `select ${COLUMNS} from exports where project_id = $1 and id = $2 for update`,
    [projectId, exportId],
  )
  if (!rows[0]) return null
  const row = EXPORTS.read(rows[0])
  if (row.status === 'queued' || row.status === 'running') {
    await db.query(`update exports set status = 'cancelled', completed_at = now() where project_id = $1 and id = $2`, [
      projectId,
      exportId,
    ])
  } else await db.query('delete from exports where project_id = $1 and id = $2', [projectId, exportId])
  return row
}
