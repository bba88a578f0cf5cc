import assert from 'node:assert/strict'
import { test } from 'node:test'
import { distributeDatabase } from '../../src/operate/distribution/distribute.ts'
import { OperatorError } from '../../src/operate/installation.ts'
import { isDivided } from '../../src/store/divided/divided.ts'
import { divisionOf, type PlacedTable } from '../../src/store/divided/steps.ts'
import { undistributedTables } from '../../src/store/divided/undistributed.ts'
import { withDatabase } from '../database.ts'

test('a database without Citus is not distributed, and the command says what is missing', () =>
  withDatabase(async ({ connectionString, pool }) => {
    await assert.rejects(
      distributeDatabase({ DATABASE_URL: connectionString }, { dryRun: true }),
      (error) => error instanceof OperatorError && /create extension citus/.test(error.message),
    )
    assert.deepEqual([await isDivided(pool), await undistributedTables(pool)], [false, []])
  }))

test('the embedded database is not distributed', () =>
  assert.rejects(distributeDatabase({}, { dryRun: false }), (error) => error instanceof OperatorError))

/** Nothing in them belongs to a project. */
const OF_THE_INSTALLATION = [
  'clock_seen',
  'clock_steps',
  'database_identity',
  'schema_migrations',
  'invitations',
  'sessions',
  'sign_in_failures',
  'sign_in_places',
  'user_identities',
  'api_keys',
  'delivery_workers',
  'file_claims',
]

test('every table is divided by project, copied to all machines, or declared as installation-wide', () =>
  withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<PlacedTable>(
      `select t.table_name::text as name, bool_or(c.column_name = 'project_id') as "hasProject"
       from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
       where t.table_schema = current_schema() and t.table_type = 'BASE TABLE' group by 1`,
    )
    const unplaced = rows.filter((table) => divisionOf(table) === null).map(({ name }) => name)
    assert.deepEqual(unplaced.sort(), OF_THE_INSTALLATION.toSorted())
  }))

/** Of random ids, which no two projects have; no statement of theirs says `on conflict`. */
const UNIQUE_BY_ID = ['attachments (id)', 'gold_given (copy_id)']

test('the keys of divided tables name the project: no machine can know of the others’ rows', () =>
  withDatabase(async ({ pool }) => {
    const { rows } = await pool.query<{ table: string; columns: string[] }>(
      `select c.relname as table, array_agg(a.attname::text) as columns
       from pg_index x join pg_class c on c.oid = x.indrelid
         join pg_attribute a on a.attrelid = c.oid and a.attnum = any (x.indkey)
       where x.indisunique and c.relnamespace = current_schema()::regnamespace
       group by x.indexrelid, c.relname`,
    )
    const without = rows.filter(
      ({ table, columns }) =>
        divisionOf({ name: table, hasProject: true }) === 'distributed' &&
        !OF_THE_INSTALLATION.includes(table) &&
        !columns.includes(table === 'projects' ? 'id' : 'project_id'),
    )
    assert.deepEqual(without.map(({ table, columns }) => `${table} (${columns})`).sort(), UNIQUE_BY_ID)
  }))
