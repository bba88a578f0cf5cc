import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const model = read('docs/threat-model.md')
const script = (name: string) => import(new URL(`../../scripts/lib/${name}.mjs`, import.meta.url).href)

interface Finding {
  finding: string
  path: string
  title: string
}
const findings: Finding[] = (await script('guardTests')).guardTests(model)
const guards: { finding: string; changes: [string, string | RegExp, string][] }[] = (await script('guardMutants'))
  .GUARD_MUTANTS
const faults: { file: string; text: string }[] = (await script('mutants')).MUTANTS

test('every test that the threat model names is there', () => {
  const files = [...model.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, path]) => path)
  assert.ok(files.length > 60)
  assert.deepEqual(
    files.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('each finding of the security reviews names a test by its words', () => {
  assert.ok(findings.length > 28)
  const missing = findings.filter(({ path, title }) => !read(path).includes(`test('${title}'`))
  assert.deepEqual(missing, [])
})

test('each finding has a mutant without its guard, and what mutants change is there', () => {
  assert.deepEqual(
    guards.map(({ finding }) => finding),
    findings.map(({ finding }) => finding),
  )
  const places = [
    ...guards.flatMap(({ changes }) => changes.map(([file, text]) => ({ file, text }))),
    ...faults.map(({ file, text }) => ({ file, text })),
  ]
  const stale = places.filter(({ file, text }) => read(file).split(text).length !== 2)
  assert.deepEqual(stale, [])
})
