import type { KeptPart } from '../../files/fileStore.ts'
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
  timestamp,
  uuid,
} from '../../postgres/table.ts'

/** Resumable uploads that are not whole. */
export const UPLOADS = new Table(
  'uploads',
  {
    project_id: uuid,
    id: uuid,
    name: text,
    metadata: jsonb<Readonly<Record<string, string | null>>>(),
    bytes: bigint,
    received: bigint,
    pieces: int,
    writer: nullable(uuid),
    writer_until: nullable(timestamp),
    created_at: timestamp,
    expires_at: timestamp,
  },
  { id: 'uploadId' },
)
export type UploadRow = ReadOf<typeof UPLOADS>

const COLUMNS = UPLOADS.list()
/** An upload stays for so long after its writer's last note, even if it has expired. */
const WRITER_SECONDS = 60

export interface UploadPlace {
  projectId: string
  uploadId: string
}

export const keptPart = ({
  uploadId,
  received,
  pieces,
}: Pick<UploadRow, 'uploadId' | 'received' | 'pieces'>): KeptPart => ({
  uploadId,
  bytes: received,
  pieces,
})

/** Makes an upload that its maker writes to first. */
export async function insertUpload(
  db: Queryable,
  made: UploadPlace & Pick<UploadRow, 'name' | 'metadata' | 'bytes'> & { writer: string },
  days: number,
): Promise<UploadRow> {
  const { rows } = await db.query<RowOf<typeof UPLOADS>>(
    `insert into uploads (project_id, id, name, metadata, bytes, writer, writer_until, expires_at)
     values ($1, $2, $3, $4, $5, $6, now() + make_interval(secs => ${WRITER_SECONDS}), now() + make_interval(days => $7))
     returning ${COLUMNS}`,
    [made.projectId, made.uploadId, made.name, keepableJson(made.metadata), made.bytes, made.writer, days],
  )
  return UPLOADS.read(rows[0])
}

export async function findUpload(db: Queryable, { projectId, uploadId }: UploadPlace): Promise<UploadRow | null> {
  const { rows } = await db.query<RowOf<typeof UPLOADS>>(
    `select ${COLUMNS} from uploads where project_id = $1 and id = $2`,
    [projectId, uploadId],
  )
  return rows[0] ? UPLOADS.read(rows[0]) : null
}

/** Makes the caller the writer; notes of any other writer are refused from now on. null: there is no such upload. */
export async function takeUpload(
  db: Queryable,
  { projectId, uploadId }: UploadPlace,
  writer: string,
): Promise<UploadRow | null> {
  const { rows } = await db.query<RowOf<typeof UPLOADS>>(
    `update uploads set writer = $3, writer_until = now() + make_interval(secs => ${WRITER_SECONDS})
     where project_id = $1 and id = $2 returning ${COLUMNS}`,
    [projectId, uploadId, writer],
  )
  return rows[0] ? UPLOADS.read(rows[0]) : null
}

/** Notes what is kept by now. False: the upload is gone, or another writer took it. */
export async function noteReceived(
  db: Queryable,
  projectId: string,
  writer: string,
  { uploadId, bytes, pieces }: KeptPart,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update uploads set received = $4, pieces = $5, writer_until = now() + make_interval(secs => ${WRITER_SECONDS})
     where project_id = $1 and id = $2 and writer = $3`,
    [projectId, uploadId, writer, bytes, pieces],
  )
  return rowCount === 1
}

export async function letGoOfUpload(
  db: Queryable,
  { projectId, uploadId }: UploadPlace,
  writer: string,
): Promise<void> {
  await db.query(
    'update uploads set writer = null, writer_until = null where project_id = $1 and id = $2 and writer = $3',
    [projectId, uploadId, writer],
  )
}

/** It became a file: what is left of it may go. */
export async function endUpload(db: Queryable, { projectId, uploadId }: UploadPlace): Promise<void> {
  await db.query('update uploads set expires_at = now() where project_id = $1 and id = $2', [projectId, uploadId])
}

export async function deleteUpload(db: Queryable, { projectId, uploadId }: UploadPlace): Promise<void> {
  await db.query('delete from uploads where project_id = $1 and id = $2', [projectId, uploadId])
}
