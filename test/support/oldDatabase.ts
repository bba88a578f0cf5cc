import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from '../../src/store/postgres/migrate.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

/** A database as the version with this last migration (such as `0009`) left it. */
export async function oldDatabase(t: TestContext, last: string): Promise<TestDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const { number, name } of await readMigrations()) {
    const file = `${String(number).padStart(4, '0')}-${name}.sql`
    if (file.slice(0, 4) <= last) cpSync(join(MIGRATIONS_FOLDER, file), join(folder, file))
  }
  const database = await createTestDatabase({ migrated: false })
  t.after(() => database.drop())
  await migrate(database.connectionString, folder)
  return database
}
