import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { createTestDatabase } from '../../../test/database.ts'
import { MIGRATIONS_FOLDER, migrate, readMigrations } from './migrate.ts'

async function emptyDatabase(t: TestContext) {
  const database = await createTestDatabase({ migrated: false })
  t.after(() => database.drop())
  return database
}

function folderWith(t: TestContext, files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-migrations-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql)
  return folder
}

test('two processes that start at once migrate an empty database once', async (t) => {
  const { pool, connectionString } = await emptyDatabase(t)
  const code = `
    import { migrate } from ${JSON.stringify(join(import.meta.dirname, 'migrate.ts'))}
    console.log((await migrate(${JSON.stringify(connectionString)})).length)`
  const run = async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    let said = ''
    child.stdout.on('data', (chunk) => {
      said += chunk
    })
    const [exitCode] = await once(child, 'close')
    assert.equal(exitCode, 0)
    return Number(said)
  }
  const applied = await Promise.all([run(), run()])
  const known = await readMigrations()
  assert.equal(applied[0] + applied[1], known.length)
  const { rows } = await pool.query('select number, name, sha256 from schema_migrations order by number')
  assert.deepEqual(
    rows,
    known.map(({ number, name, sha256 }) => ({ number, name, sha256 })),
  )
})

test('a database that is up to date is left alone', async (t) => {
  const { connectionString } = await emptyDatabase(t)
  await migrate(connectionString)
  assert.deepEqual(await migrate(connectionString), [])
})

test('an applied migration that was edited since is refused; other line ends do not count', async (t) => {
  const { connectionString } = await emptyDatabase(t)
  const folder = folderWith(t, { '0001-first.sql': 'create table a ();\n', '0002-second.sql': 'create table b ();\n' })
  await migrate(connectionString, folder)
  writeFileSync(join(folder, '0001-first.sql'), 'create table a ();\r\n')
  assert.deepEqual(await migrate(connectionString, folder), [])
  writeFileSync(join(folder, '0001-first.sql'), 'create table a (n int);\n')
  await assert.rejects(migrate(connectionString, folder), /0001-first\.sql was edited after it had been applied/)
})

test('a database newer than the program is refused', async (t) => {
  const { connectionString } = await emptyDatabase(t)
  const folder = folderWith(t, { '0001-first.sql': 'create table a ();', '0002-second.sql': 'create table b ();' })
  await migrate(connectionString, folder)
  rmSync(join(folder, '0002-second.sql'))
  await assert.rejects(migrate(connectionString, folder), /newer than the program: it has migration 0002-second\.sql/)
})

test('a migration that fails leaves nothing behind, and those before it stay', async (t) => {
  const { pool, connectionString } = await emptyDatabase(t)
  const folder = folderWith(t, {
    '0001-first.sql': 'create table a ();',
    '0002-second.sql': 'create table b (); select 1/0;',
  })
  await assert.rejects(
    migrate(connectionString, folder),
    /0002-second\.sql failed and was rolled back: division by zero/,
  )
  const { rows } = await pool.query(`select to_regclass('a')::text as a, to_regclass('b')::text as b`)
  assert.deepEqual(rows, [{ a: 'a', b: null }])
  writeFileSync(join(folder, '0002-second.sql'), 'create table b ();')
  assert.deepEqual(await migrate(connectionString, folder), ['0002-second.sql'])
})

test('migrations are numbered without gaps', async (t) => {
  const folder = folderWith(t, { '0001-first.sql': '', '0003-third.sql': '' })
  await assert.rejects(readMigrations(folder), /without gaps.*0003-third\.sql/)
  assert.ok((await readMigrations(MIGRATIONS_FOLDER)).length >= 2)
})
