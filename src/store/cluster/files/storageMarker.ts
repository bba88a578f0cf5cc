import { randomUUID } from 'node:crypto'
import type { FileStore } from '../../files/fileStore.ts'
import type { Queryable } from '../../postgres/pools.ts'

/** The storage is not the one that this database's files are in. */
export class WrongStorageError extends Error {}

const WAY_OUT =
  'Set STORAGE_URL to the storage that belongs to DATABASE_URL. If this one is meant (the files were moved, or may be lost), start once with: fiducial serve --accept-new-storage'

/**
 * Makes sure that the storage holds the marker of this database, and leaves one where neither has had any.
 * @param acceptNew puts the marker of this database in place of any other
 * @throws WrongStorageError where the marker names another database, or is missing although this database has left one
 */
export async function claimStorage(db: Queryable, files: FileStore, acceptNew: boolean): Promise<void> {
  const { id, isMarked } = await identity(db)
  const marker = await files.readMarker()
  if (marker === id) {
    if (!isMarked) await noteMarked(db)
    return
  }
  if (marker !== null && !acceptNew) {
    throw new WrongStorageError(`the storage belongs to another database (${marker}; this one is ${id}). ${WAY_OUT}`)
  }
  // Without jobs there are no files that could be missing.
  if (marker === null && isMarked && !acceptNew && (await hasJobs(db))) {
    throw new WrongStorageError(`the storage has no marker of this database, whose files are elsewhere. ${WAY_OUT}`)
  }
  await files.writeMarker(id)
  await noteMarked(db)
}

async function identity(db: Queryable): Promise<{ id: string; isMarked: boolean }> {
  await db.query('insert into database_identity (id) values ($1) on conflict do nothing', [randomUUID()])
  const { rows } = await db.query<{ id: string; is_marked: boolean }>(
    'select id, storage_marked_at is not null as is_marked from database_identity',
  )
  return { id: rows[0].id, isMarked: rows[0].is_marked }
}

async function noteMarked(db: Queryable): Promise<void> {
  await db.query('update database_identity set storage_marked_at = now()')
}

async function hasJobs(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ some: boolean }>('select exists (select from jobs) as some')
  return rows[0].some
}
