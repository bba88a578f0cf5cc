import { randomUUID } from 'node:crypto'
import type { FileStore } from '../../files/fileStore.ts'
import type { Queryable } from '../../postgres/pools.ts'
import { namedRows } from '../../postgres/table.ts'

/** The storage is not the one that this database's files are in. */
export class WrongStorageError extends Error {}

const WAY_OUT =
  'Set STORAGE_URL to the storage that belongs to DATABASE_URL. If this one is meant (the files were moved, or may be lost), start once with: fiducial serve --accept-new-storage'

/**
 * Verifies that the storage has the marker of this database, and writes one if neither has had any.
 * @param acceptNew replaces any other marker by that of this database
 * @throws WrongStorageError if the marker names another database, or is missing although this database has written one
 */
export async function claimStorage(db: Queryable, files: FileStore, acceptNew: boolean): Promise<void> {
  await db.query('insert into database_identity (id) values ($1) on conflict do nothing', [randomUUID()])
  const comparison = await compare(db, files)
  if (!acceptNew) await refuseOther(db, comparison)
  const { id, marker, isMarked } = comparison
  if (id !== null && marker !== id) await files.writeMarker(id)
  if (marker !== id || !isMarked) await noteMarked(db)
}

/** The same without leaving anything. @throws WrongStorageError where claimStorage would refuse */
export async function checkStorage(db: Queryable, files: FileStore): Promise<void> {
  await refuseOther(db, await compare(db, files))
}

interface Comparison {
  /** The id of the database; null before its first start. */
  id: string | null
  isMarked: boolean
  marker: string | null
}

async function compare(db: Queryable, files: FileStore): Promise<Comparison> {
  const rows = await namedRows<{ id: string; isMarked: boolean }>(
    db,
    'select id, storage_marked_at is not null as is_marked from database_identity',
  )
  return { ...(rows[0] ?? { id: null, isMarked: false }), marker: await files.readMarker() }
}

/** The id of the database; null before its first start. */
export async function readIdentity(db: Queryable): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>('select id from database_identity')
  return rows[0]?.id ?? null
}

async function refuseOther(db: Queryable, { id, isMarked, marker }: Comparison): Promise<void> {
  if (marker !== null && marker !== id) {
    const own = id === null ? '' : `; this one is ${id}`
    throw new WrongStorageError(`the storage belongs to another database (${marker}${own}). ${WAY_OUT}`)
  }
  // Without jobs, no files can be missing.
  if (marker === null && isMarked && (await hasJobs(db))) {
    throw new WrongStorageError(`the storage has no marker of this database, whose files are elsewhere. ${WAY_OUT}`)
  }
}

async function noteMarked(db: Queryable): Promise<void> {
  await db.query('update database_identity set storage_marked_at = now()')
}

async function hasJobs(db: Queryable): Promise<boolean> {
  const { rows } = await db.query<{ one: number }>('select 1 as one from jobs limit 1')
  return rows.length > 0
}
