import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { connectionSettings, type Queryable } from './pools.ts'
import { namedRows } from './table.ts'

export interface Migration {
  number: number
  name: string
  sha256: string
  sql: string
}

/** The database and this program do not fit each other; the text says what to do. */
export class MigrationError extends Error {}

export const MIGRATIONS_FOLDER = join(import.meta.dirname, '..', 'migrations')

// An arbitrary number, but the same for every Fiducial.
const LOCK_KEY = 7_201_846_350

const TABLE = `
  create table if not exists schema_migrations (
    number int primary key,
    name text not null,
    sha256 text not null,
    applied_at timestamptz not null default now()
  )`

/** Reads `NNNN-name.sql`, numbered from 1 without gaps; throws MigrationError otherwise. */
export async function readMigrations(folder: string = MIGRATIONS_FOLDER): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const match = /^(\d{4})-([a-z0-9-]+)\.sql$/.exec(file)
      if (!match || Number(match[1]) !== index + 1) {
        throw new MigrationError(`migrations are numbered from 0001 without gaps, as NNNN-name.sql; found ${file}`)
      }
      // Different line ends from a git checkout do not count as an edit.
      const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n')
      return { number: index + 1, name: match[2], sha256: createHash('sha256').update(sql).digest('hex'), sql }
    }),
  )
}

/**
 * Migrates the database to the newest version; several processes may do so at the same time, each migration is applied
 * once, in a separate transaction. `upTo`: not beyond the one with this number. Returns the names of those applied by
 * this call.
 * @throws MigrationError if an applied migration was edited since, or the database is newer than this program.
 */
export async function migrate(
  connectionString: string,
  folder: string = MIGRATIONS_FOLDER,
  upTo = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const migrations = (await readMigrations(folder)).slice(0, upTo)
  const client = new pg.Client(connectionSettings(connectionString, 'fiducial migrations'))
  client.on('error', () => {})
  await client.connect()
  try {
    // Others hold this only while they migrate; a session lock, as each migration commits by itself.
    await client.query('select pg_advisory_lock($1)', [LOCK_KEY])
    await client.query(TABLE)
    const missing = await notApplied(client, migrations)
    for (const migration of missing) await apply(client, migration)
    return missing.map(fileName)
  } finally {
    // Ends the session, and with it the lock.
    await client.end().catch(() => {})
  }
}

/** Names of those that the next start applies. @throws MigrationError as `migrate` does */
export async function pendingMigrations(db: Queryable): Promise<string[]> {
  const migrations = await readMigrations()
  const rows = await namedRows<{ isThere: boolean }>(
    db,
    `select to_regclass('schema_migrations') is not null as is_there`,
  )
  return (rows[0].isThere ? await notApplied(db, migrations) : migrations).map(fileName)
}

async function notApplied(db: Queryable, known: readonly Migration[]): Promise<Migration[]> {
  const { rows } = await db.query<Applied>('select number, name, sha256 from schema_migrations order by number')
  refuseMismatch(rows, known)
  return known.slice(rows.length)
}

type Applied = Pick<Migration, 'number' | 'name' | 'sha256'>

function refuseMismatch(applied: readonly Applied[], known: readonly Migration[]): void {
  const newest = applied.at(-1)
  if (newest && newest.number > known.length) {
    throw new MigrationError(
      `this database is newer than the program: it has migration ${fileName(newest)}, the program knows ` +
        `${known.length}. Start the version of Fiducial that made it, or a later one.`,
    )
  }
  for (const [index, row] of applied.entries()) {
    const migration = known[index]
    if (row.number !== migration.number) {
      throw new MigrationError(
        `migration ${fileName(migration)} is missing in this database although later ones are applied`,
      )
    }
    if (row.sha256 !== migration.sha256) {
      throw new MigrationError(
        `migration ${fileName(migration)} was edited after it had been applied to this database. ` +
          'Put the file back as it was, and write the change as a new migration.',
      )
    }
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query('insert into schema_migrations (number, name, sha256) values ($1, $2, $3)', [
      migration.number,
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    const reason = error instanceof Error ? error.message : String(error)
    throw new MigrationError(`migration ${fileName(migration)} failed and was rolled back: ${reason}`, { cause: error })
  }
}

const fileName = (migration: Applied) => `${String(migration.number).padStart(4, '0')}-${migration.name}.sql`
