import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { STAGES } from '../../src/model/stage.ts'
import { readSources } from './imports.ts'

const SRC = join(import.meta.dirname, '..', '..', 'src')
const sources = readSources(SRC)
  .filter(({ path }) => !path.endsWith('.test.ts'))
  .map(({ path, imports }) => ({
    path,
    imports,
    text: readFileSync(join(SRC, path), 'utf8'),
  }))
const server = sources.filter(({ path }) => /^(api|callbacks|pipeline|store|workflow)\//.test(path))

test('one statement writes the stage of a job, and one function calls it', () => {
  const writers = server.filter(
    ({ text }) => /update\s+jobs\b[^;`]*\bstage\s*=/i.test(text) || /set\('stage', change/.test(text),
  )
  assert.deepEqual(
    writers.map(({ path }) => path),
    ['store/project/jobs/jobChange.ts'],
  )
  const callers = server.filter(({ imports }) => imports.some(({ specifier }) => specifier.endsWith('/jobChange.ts')))
  assert.deepEqual(
    callers.map(({ path }) => path),
    ['workflow/stage/moveJobs.ts'],
  )
})

/** Where a stage is named: its nouns, the table of events, the policies. Everything else asks those. */
const NAMES_STAGES = ['workflow/stage/events.ts', 'workflow/stage/countsOf.ts', 'workflow/policies/jobs.ts']
/** The route asks for the permission; nothing behind it asks for a role, but the sign-in by a provider, which gives it. */
const ASKS_ROLES = ['api/http/sessionCheck.ts', 'api/http/server.ts']

test('the policies decide who may do what on a record: no route decides by a role', () => {
  const asking = server
    .filter(({ path, text }) => /^api\//.test(path) && /\bmayDo\(|\brole\s*[!=]==\s*'|rolesGivenBy\(/.test(text))
    .map(({ path }) => path)
  assert.deepEqual(
    asking.filter((path) => !ASKS_ROLES.includes(path)),
    [],
  )
})

/** The completed jobs that exports choose from. */
const FILTERS = ['store/project/exports/exports.ts']

test('no route and no statement decides by the name of a stage', () => {
  const literal = new RegExp(`'(${STAGES.join('|')})'`)
  const isStatusWord = /'(completed|failed|cancelled)'/
  const named = server.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => /stage/i.test(line) && (literal.test(line) || isStatusWord.test(line)))
      .map((line) => `${path}: ${line.trim()}`),
  )
  assert.deepEqual(
    named.filter((line) => ![...NAMES_STAGES, ...FILTERS].some((path) => line.startsWith(`${path}:`))),
    [],
  )
})
