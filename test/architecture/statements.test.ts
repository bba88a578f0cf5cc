import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readSources } from './imports.ts'

const SRC = join(import.meta.dirname, '..', '..', 'src')
const MIGRATIONS = join(SRC, 'store', 'migrations')

/** Tables of projects: those with a column project_id, and the projects themselves. People belong to the installation. */
const OF_PEOPLE = new Set(['api_keys', 'user_projects'])
const projectTables = new Set(['projects'])
for (const file of readdirSync(MIGRATIONS).filter((name) => name.endsWith('.sql'))) {
  const sql = readFileSync(join(MIGRATIONS, file), 'utf8')
  for (const [, name, body] of sql.matchAll(/create table (\w+) \(\n([\s\S]*?)\n\)/g)) {
    if (/\bproject_id uuid\b/.test(body) && !OF_PEOPLE.has(name)) projectTables.add(name)
  }
}

interface Fault {
  path: string
  table: string
  statement: string
}

/** Text of every SQL statement of a file; interpolated parts are left out. */
function statementsOf(text: string): string[] {
  const literals = [...text.matchAll(/`((?:[^`\\]|\\.)*)`|'((?:[^'\\\n]|\\.)*)'/g)].map(
    ([, long, short]) => long ?? short,
  )
  return literals
    .map((sql) => sql.replaceAll(/\$\{[^}]*\}/g, ' '))
    .filter(
      (sql) => /^\s*(with|select|insert into|update|delete from)\s/i.test(sql) && /\b(from|into|update)\b/i.test(sql),
    )
}

/** Whether a parameter holds the one project that the statement is about. */
const takesOneProject = (sql: string): boolean =>
  /\bproject_id\s*=\s*\$\d/.test(sql) || /^\s*insert into/i.test(sql) || /\bprojects\b[\s\S]*\bid\s*=\s*\$\d/.test(sql)

/** Tables of projects that a statement names without their project. */
function unbound(sql: string): string[] {
  const names = [...projectTables].join('|')
  const reference = new RegExp(`\\b(from|join|into|update|using)\\s+(${names})\\b(?:\\s+as)?(?:\\s+(\\w+))?`, 'gi')
  return [...sql.matchAll(reference)].flatMap(([, verb, table, word]) => {
    const key = table === 'projects' ? 'id' : 'project_id'
    if (verb.toLowerCase() === 'into') {
      const columns = sql.slice(sql.indexOf(`into ${table}`)).match(/\(([^)]*)\)/)?.[1] ?? ''
      return new RegExp(`\\b${key}\\b`).test(columns) ? [] : [table]
    }
    if (!takesOneProject(sql)) return [table]
    const alias =
      word && !/^(where|set|on|join|left|cross|order|for|limit|group|union|using|as)$/i.test(word) ? word : null
    const names = alias ? [alias, table] : [table]
    const bound = new RegExp(`(?:\\b(?:${names.join('|')})\\.|(?<![.\\w]))${key}\\s*=\\s*(?:\\$\\d|\\w+\\.)`)
    return bound.test(sql) || new RegExp(`=\\s*(?:${names.join('|')})\\.${key}\\b`).test(sql) ? [] : [table]
  })
}

const files = readSources(SRC)
  .filter(({ path }) => path.startsWith('store/project/') && !path.endsWith('.test.ts'))
  .map(({ path }) => ({ path, text: readFileSync(join(SRC, path), 'utf8') }))

test('every statement of store/project names the project of each table it touches', () => {
  const faults: Fault[] = files.flatMap(({ path, text }) =>
    statementsOf(text).flatMap((statement) =>
      unbound(statement).map((table) => ({ path, table, statement: statement.trim().slice(0, 80) })),
    ),
  )
  assert.deepEqual(faults, [])
})

/** What a distributed database refuses in a statement over tables that are divided by project. */
const refusedByShards: readonly { what: string; isIn(sql: string): boolean }[] = [
  {
    what: 'ON CONFLICT sets by a function of the moment: take it from excluded, whose default it is',
    isIn: (sql) =>
      /\b(now|clock_timestamp|gen_random_uuid|random)\(/i.test(
        /do update\s+set([\s\S]*?)(?:\breturning\b|$|\)\s*(?:,|select\b|insert\b|update\b|delete\b))/i.exec(sql)?.[1] ??
          '',
      ),
  },
  {
    what: 'UPDATE sets by a function that gives another value in each row: put it in a select',
    isIn: (sql) => /^\s*update\b/i.test(sql) && /(?<!\(select )\b(clock_timestamp|gen_random_uuid|random)\(/i.test(sql),
  },
  {
    what: 'UPDATE or DELETE asks a function of the moment within CASE or COALESCE: put it in a select',
    isIn: (sql) =>
      /^\s*(update|delete from)\b/i.test(sql) &&
      /\bcase\b(?:(?!\bend\b)[\s\S])*\bnow\(|\bcoalesce\([^()]*\bnow\(/i.test(
        sql.replaceAll(/\(select now\(\)\)/gi, ''),
      ),
  },
  {
    what: 'UPDATE adds an interval of a column to a time: add it to the time without zone',
    isIn: (sql) => /^\s*update\b[\s\S]*\bnow\(\) [-+] make_interval\(\w+ =>\s*[a-z]/i.test(sql),
  },
  { what: 'rows are named by ctid', isIn: (sql) => /\bctid\b/i.test(sql) },
  { what: 'a query over itself', isIn: (sql) => /\bwith recursive\b/i.test(sql) },
]

const faultsOnShards = (sql: string): string[] => refusedByShards.flatMap(({ what, isIn }) => (isIn(sql) ? [what] : []))

test('no statement of store/project holds what a distributed database refuses', () => {
  assert.deepEqual(
    files.flatMap(({ path, text }) =>
      statementsOf(text).flatMap((sql) => faultsOnShards(sql).map((fault) => `${path}: ${fault}`)),
    ),
    [],
  )
})

/** The queue of tasks stays on the coordinator. */
const OF_THE_COORDINATOR = new Set(['tasks', 'failed_tasks'])

/** Over several parts at once a select within CASE is no way out. */
const asksTimeInCase = (sql: string): boolean => {
  const table = /^\s*(?:update|delete from)\s+(\w+)/i.exec(sql)?.[1] ?? ''
  if (!projectTables.has(table) || OF_THE_COORDINATOR.has(table)) return false
  return /\bcase\b(?:(?!\bend\b)[\s\S])*\bnow\(|\bcoalesce\([^()]*\(?[^()]*\bnow\(/i.test(sql)
}

test('no statement over several projects asks for the time within CASE or COALESCE, which a distributed database refuses', () => {
  const found = readSources(SRC)
    .filter(({ path }) => path.startsWith('store/cluster/') && !path.endsWith('.test.ts'))
    .filter(({ path }) => statementsOf(readFileSync(join(SRC, path), 'utf8')).some(asksTimeInCase))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
  assert.ok(
    asksTimeInCase("update notifications set at = case when $1 = 'x' then (select now()) end where user_id = $2"),
  )
  assert.ok(!asksTimeInCase('update notifications set at = now() where user_id = $1'))
})

/**
 * Citus sends a statement to the parts of the tables that its FROM names. Where the only divided table stands in a
 * question of the select list, FROM names none: "could not run distributed query with subquery outside the FROM, WHERE
 * and HAVING clauses". `select 1 from jobs limit 1` asks the same.
 */
const asksOutsideFrom = (sql: string): boolean => {
  const question = /^\s*select\s+(?:not\s+)?exists\s*\(\s*select\b[\s\S]*?\bfrom\s+(\w+)/i.exec(sql)
  return question !== null && projectTables.has(question[1]) && !takesOneProject(sql)
}

test('no statement over all projects has EXISTS in its select list, which a distributed database refuses', () => {
  const found = readSources(SRC)
    .filter(({ path }) => !path.endsWith('.test.ts'))
    .filter(({ path }) => statementsOf(readFileSync(join(SRC, path), 'utf8')).some(asksOutsideFrom))
  assert.deepEqual(
    found.map(({ path }) => path),
    [],
  )
  assert.ok(asksOutsideFrom('select exists (select from jobs) as some'))
  assert.ok(!asksOutsideFrom('select 1 from jobs limit 1'))
  assert.ok(!asksOutsideFrom('select exists (select from jobs where project_id = $1) as some'))
})

/** The queue and its own work of one PostgreSQL: on shards they ask for the facts of origins by a statement apart. */
const ON_ONE_MACHINE = ['store/cluster/work/queueConditions.ts', 'store/project/work/ownWork.ts']

const asksOverOrigins = (text: string): boolean =>
  /\b(project_id|p\.id)\s*=\s*(coalesce\()?\w*\.?origin_project\b/.test(text)

test('a private copy and its original job are on different machines: no statement spans both', () => {
  const found = readSources(SRC).filter(
    ({ path }) => path.startsWith('store/') && asksOverOrigins(readFileSync(join(SRC, path), 'utf8')),
  )
  assert.deepEqual(found.map(({ path }) => path).sort(), ON_ONE_MACHINE)
})

test('store/project never imports store/cluster', () => {
  const up = readSources(SRC)
    .filter(({ path }) => path.startsWith('store/project/') && !path.endsWith('.test.ts'))
    .filter(({ imports }) => imports.some(({ specifier }) => specifier.includes('/cluster/')))
  assert.deepEqual(
    up.map(({ path }) => path),
    [],
  )
})

test('the check sees statements, and one that forgets its project', () => {
  assert.ok(files.flatMap(({ text }) => statementsOf(text)).length > 80)
  assert.ok(projectTables.size > 25, [...projectTables].join(' '))
  assert.deepEqual(unbound('select 1 from jobs where id = $1'), ['jobs'])
  assert.deepEqual(unbound('select 1 from jobs j join batches b on b.id = j.batch_id where j.project_id = $1'), [
    'batches',
  ])
  assert.deepEqual(unbound('insert into jobs (id) values ($1)'), ['jobs'])
  assert.deepEqual(unbound('update jobs set stage = $1 where id = $2'), ['jobs'])
  assert.deepEqual(unbound('select 1 from jobs j where j.project_id = $1 and j.id = $2'), [])
  const upsert = 'insert into tags (project_id) values ($1) on conflict (project_id) do update set updated_at = '
  assert.equal(faultsOnShards(`${upsert}now()`).length, 1)
  assert.equal(faultsOnShards(`${upsert}now() returning 1`).length, 1)
  assert.deepEqual(faultsOnShards(`${upsert}excluded.updated_at`), [])
  assert.equal(faultsOnShards('update jobs set stage_at = clock_timestamp() where project_id = $1').length, 1)
  assert.deepEqual(faultsOnShards('update jobs set stage_at = (select clock_timestamp()) where project_id = $1'), [])
  const closed = 'update batches set closed_at = '
  assert.equal(faultsOnShards(`${closed}case when $2 then now() end where project_id = $1`).length, 1)
  assert.equal(faultsOnShards(`${closed}coalesce(closed_at, now()) where project_id = $1`).length, 1)
  assert.deepEqual(faultsOnShards(`${closed}case when $2 then (select now()) end where project_id = $1`), [])
  assert.deepEqual(faultsOnShards(`${closed}case when $2 then $3 end, opened_at = now() where project_id = $1`), [])
  assert.ok(asksOverOrigins('exists (select 1 from consensus_jobs c where c.project_id = j.origin_project)'))
})
