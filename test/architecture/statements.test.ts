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

/** Statements that touch more than one project, or find out the project, each with its reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'store/project/callbacks/announce.ts':
    'writes announcements of a list in one statement; each row carries its project and every join is by it',
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
  assert.deepEqual(
    faults.filter(({ path }) => !(path in EXCEPTIONS)),
    [],
  )
})

test('an exception is a file that needs it', () => {
  const needed = files.filter(({ text }) => statementsOf(text).some((statement) => unbound(statement).length > 0))
  assert.deepEqual(
    needed.map(({ path }) => path),
    Object.keys(EXCEPTIONS),
  )
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
})
