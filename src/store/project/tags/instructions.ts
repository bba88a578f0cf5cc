import type { Queryable } from '../../postgres/pools.ts'
import { bigint, int, type RowOf, Table, text, uuid } from '../../postgres/table.ts'

export interface TagImage {
  sha256: string
  contentType: string
  bytes: number
}

export const TAG_IMAGES = new Table('tag_images', {
  project_id: uuid,
  sha256: text,
  tag: text,
  content_type: text,
  bytes: bigint,
})

export const INSTRUCTIONS_READ = new Table('instructions_read', {
  project_id: uuid,
  user_id: uuid,
  tag: text,
  version: int,
})

/** Names the file of a picture, so that it stays. One that is sent again counts as new. */
export async function noteTagImage(db: Queryable, projectId: string, tag: string, image: TagImage): Promise<void> {
  await db.query(
    `insert into tag_images (project_id, sha256, tag, content_type, bytes) values ($1, $2, $3, $4, $5)
     on conflict (project_id, sha256) do update set uploaded_at = excluded.uploaded_at`,
    [projectId, image.sha256, tag, image.contentType, image.bytes],
  )
}

export async function findTagImage(db: Queryable, projectId: string, sha256: string): Promise<TagImage | null> {
  const { rows } = await db.query<RowOf<typeof TAG_IMAGES>>(
    `select ${TAG_IMAGES.list()} from tag_images where project_id = $1 and sha256 = $2`,
    [projectId, sha256],
  )
  const row = rows[0]
  return row ? { sha256: row.sha256, contentType: row.content_type, bytes: row.bytes } : null
}

/** The person and the tag. */
export interface InstructionsReader {
  projectId: string
  userId: string
  tag: string
}

/** The version of the instructions that the person has read last; null: none. */
export async function findReadVersion(
  db: Queryable,
  { projectId, userId, tag }: InstructionsReader,
): Promise<number | null> {
  const { rows } = await db.query<Pick<RowOf<typeof INSTRUCTIONS_READ>, 'version'>>(
    'select version from instructions_read where project_id = $1 and user_id = $2 and tag = $3',
    [projectId, userId, tag],
  )
  return rows[0]?.version ?? null
}

/** Records that the person has read a version; an older version than the recorded one changes nothing. */
export async function noteRead(
  db: Queryable,
  { projectId, userId, tag }: InstructionsReader,
  version: number,
): Promise<void> {
  await db.query(
    `insert into instructions_read as r (project_id, user_id, tag, version) values ($1, $2, $3, $4)
     on conflict (project_id, user_id, tag) do update set version = excluded.version, read_at = excluded.read_at
     where r.version < excluded.version`,
    [projectId, userId, tag, version],
  )
}
