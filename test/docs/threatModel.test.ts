import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const model = read('docs/threat-model.md')

test('every test that the threat model names is there', () => {
  const files = [...model.matchAll(/`((?:src|test)\/[\w./-]+\.test\.ts)`/g)].map(([, path]) => path)
  assert.ok(files.length > 60)
  assert.deepEqual(
    files.filter((path) => !existsSync(join(ROOT, path))),
    [],
  )
})

test('each of the 28 findings of the security review names a test by its words', () => {
  const rows = [...model.matchAll(/^\| ([HML]\d+) \| .* \| `([\w./-]+)`: “(.+)” \|$/gm)]
  assert.equal(rows.length, 28)
  const missing = rows.filter(([, , path, title]) => !read(path).includes(`test('${title}'`))
  assert.deepEqual(
    missing.map(([, finding, path, title]) => `${finding}: ${path}: ${title}`),
    [],
  )
})
