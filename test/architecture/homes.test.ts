import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './imports.ts'

const SRC = join(import.meta.dirname, '..', '..', 'src')
const sources = readSources(SRC)
  .filter(({ path }) => !path.includes('.test.') && !path.startsWith('web/'))
  .map(({ path }) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

const pathsOf = (found: (text: string) => boolean, home: RegExp) =>
  sources.filter(({ path, text }) => !home.test(path) && found(text)).map(({ path }) => path)

const opensTransaction = (text: string) => /\bwithTransaction\(/.test(text)
/** Calls of a connection, and texts that are statements. */
const holdsSql = (text: string) =>
  /\.query(?:<[^(]*>)?\(/.test(text) ||
  /[`'"]\s*(?:select\s[\s\S]*\sfrom\s|insert into\s|update\s+\w+\s+(?:\w+\s+)?set\s|delete from\s|with\s+\w+\s+as\s)/.test(
    text,
  )
/** `select reference_id as "referenceId"`: names of the code in a statement. */
const renamesColumns = (text: string) => /\bas "[a-z]+[A-Z]\w*"/.test(text)
const knowsShards = (text: string) => /shard|citus|isDivided|(?:divided|distributed) database/i.test(text)

test('a transaction is opened by a use case, by a step of the pipeline, or inside the store', () => {
  assert.deepEqual(pathsOf(opensTransaction, /^(workflow|pipeline|store)\//), [])
})

test('statements are in store alone, apart from those that read a bag of ROS 2, which is a file of SQLite', () => {
  assert.deepEqual(pathsOf(holdsSql, /^(store\/|interchange\/layouts\/logs\/sqliteLog\.ts$)/), [])
})

test('columns get the names of the code from the mapper of the store, and not in statements', () => {
  assert.deepEqual(pathsOf(renamesColumns, /^$/), [])
})

test('one folder of the store knows of shards, besides what puts the process together and the commands of operators', () => {
  assert.deepEqual(pathsOf(knowsShards, /^(store\/divided|process|operate|cli)\//), [])
})

test('each law sees what it forbids', () => {
  assert.ok(opensTransaction('await withTransaction(pool, async (db) => {})'))
  assert.ok(!opensTransaction("import { withTransaction } from '../../store/postgres/transactions.ts'"))
  assert.ok(holdsSql("const { rows } = await db.query<{ id: string }>('x')"))
  assert.ok(holdsSql('const FORGOTTEN = `delete from fetched_urls where true`'))
  assert.ok(holdsSql('const ALL = `select a\n from b`'))
  assert.ok(!holdsSql("const label = t('select a class')"))
  assert.ok(renamesColumns('select reference_id as "referenceId" from jobs'))
  assert.ok(!renamesColumns('select sum(bytes) as bytes_before from jobs'))
  assert.ok(knowsShards('// refused by a statement over several shards'))
  assert.ok(!knowsShards('/** How the page is divided into tiles. */'))
})
