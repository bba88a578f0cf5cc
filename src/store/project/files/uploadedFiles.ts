import type { Queryable } from '../../postgres/pools.ts'
import {
  bigint,
  nullable,
  type ReadOf,
  type RowOf,
  Table,
  text,
  textOf,
  timestamp,
  uuid,
} from '../../postgres/table.ts'

export type StoredFileKind = 'image' | 'video' | 'cloud' | 'archive' | 'log' | 'other'

/** `ingest`: a file that an ingest made of a log, video or archive; lists do not show it. */
export type FileOrigin = 'upload' | 'ingest'

export const UPLOADED_FILES = new Table(
  'uploaded_files',
  {
    project_id: uuid,
    id: uuid,
    name: text,
    bytes: bigint,
    sha256: text,
    kind: textOf<StoredFileKind>(),
    media_type: text,
    origin: textOf<FileOrigin>(),
    ingest_id: nullable(uuid),
    created_at: timestamp,
    expires_at: nullable(timestamp),
    kept_until: timestamp,
  },
  { id: 'fileId' },
)
export type UploadedFile = ReadOf<typeof UPLOADED_FILES>

const COLUMNS = UPLOADED_FILES.list()

export type NewFile = Pick<
  UploadedFile,
  'projectId' | 'fileId' | 'name' | 'bytes' | 'sha256' | 'kind' | 'mediaType' | 'origin' | 'ingestId'
>

/** Adds rows whose bytes are stored. They expire after `days` unless something uses them. */
export async function insertFiles(db: Queryable, made: readonly NewFile[], days: number): Promise<UploadedFile[]> {
  const { rows } = await db.query<RowOf<typeof UPLOADED_FILES>>(
    `insert into uploaded_files (project_id, id, name, bytes, sha256, kind, media_type, origin, ingest_id, expires_at, kept_until)
     select f.project_id, f.id, f.name, f.bytes, f.sha256, f.kind, f.media_type, f.origin, f.ingest_id, t.until, t.until
     from unnest($1::uuid[], $2::uuid[], $3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[], $8::text[], $9::uuid[])
         as f(project_id, id, name, bytes, sha256, kind, media_type, origin, ingest_id),
       (select now() + make_interval(days => $10) as until) t
     returning ${COLUMNS}`,
    [
      made.map(({ projectId }) => projectId),
      made.map(({ fileId }) => fileId),
      made.map(({ name }) => name),
      made.map(({ bytes }) => bytes),
      made.map(({ sha256 }) => sha256),
      made.map(({ kind }) => kind),
      made.map(({ mediaType }) => mediaType),
      made.map(({ origin }) => origin),
      made.map(({ ingestId }) => ingestId),
      days,
    ],
  )
  return rows.map((row) => UPLOADED_FILES.read(row))
}

export async function findFile(db: Queryable, projectId: string, fileId: string): Promise<UploadedFile | null> {
  const [file] = await findFiles(db, projectId, [fileId])
  return file ?? null
}

/** Those that there are, in no order. One that has expired is not there, even before it is removed. */
export async function findFiles(db: Queryable, projectId: string, fileIds: readonly string[]): Promise<UploadedFile[]> {
  const { rows } = await db.query<RowOf<typeof UPLOADED_FILES>>(
    `select ${COLUMNS} from uploaded_files
     where project_id = $1 and id = any($2) and (expires_at is null or expires_at > now())`,
    [projectId, fileIds],
  )
  return rows.map((row) => UPLOADED_FILES.read(row))
}

export const FILES_A_PAGE = 100

/** Uploads, newest first, after the given one; one more than a page, to know whether there is a next page. */
export async function listFiles(
  db: Queryable,
  projectId: string,
  { after, name }: { after: { createdAt: Date; id: string } | null; name: string | null },
): Promise<UploadedFile[]> {
  const { rows } = await db.query<RowOf<typeof UPLOADED_FILES>>(
    `select ${COLUMNS} from uploaded_files
     where project_id = $1 and origin = 'upload' and (expires_at is null or expires_at > now())
       ${name === null ? '' : 'and name = $5'}
       and ($2::timestamptz is null or (created_at, id) < ($2, $3::uuid))
     order by created_at desc, id desc limit $4`,
    [projectId, after?.createdAt ?? null, after?.id ?? null, FILES_A_PAGE + 1, ...(name === null ? [] : [name])],
  )
  return rows.map((row) => UPLOADED_FILES.read(row))
}

/** Locks an upload, so that nothing begins to use it. null: there is none. */
export async function lockFile(db: Queryable, projectId: string, fileId: string): Promise<UploadedFile | null> {
  const { rows } = await db.query<RowOf<typeof UPLOADED_FILES>>(
    `select ${COLUMNS} from uploaded_files where project_id = $1 and id = $2 and origin = 'upload' for update`,
    [projectId, fileId],
  )
  return rows[0] ? UPLOADED_FILES.read(rows[0]) : null
}

export async function deleteFile(db: Queryable, projectId: string, fileId: string): Promise<void> {
  await db.query('delete from uploaded_files where project_id = $1 and id = $2', [projectId, fileId])
}
