import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const { readTouched, writeTouched } = await import(join(ROOT, 'scripts', 'lib', 'testRecord.mjs'))

const RECORD = join(ROOT, 'test', 'touched.json')
const TESTS = ['test/api/links.test.ts', 'test/api/limits.test.ts']
const SOURCES = ['src/api/api.ts', 'src/config.ts', 'src/main.ts']

function written(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-touched-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'touched.json')
  writeTouched([{ file: TESTS[0], files: [SOURCES[2], SOURCES[0]], chunks: [] }], file)
  writeTouched([{ file: TESTS[1], files: [SOURCES[1], SOURCES[2]], chunks: [] }], file)
  return file
}

test('a recording keeps what it did not run, and forgets sources and tests that are gone', (t) => {
  const file = written(t)
  writeTouched([{ file: 'test/api/none.test.ts', files: SOURCES, chunks: [] }], file)
  writeTouched([{ file: TESTS[1], files: [SOURCES[1], 'src/gone.ts'], chunks: [] }], file)
  assert.deepEqual(
    [...readTouched(file)],
    [
      [TESTS[1], [SOURCES[1]]],
      [TESTS[0], [SOURCES[0], SOURCES[2]]],
    ],
  )
})

test('a line that is taken from the sources changes nothing but what named it', (t) => {
  const file = written(t)
  const lines = readFileSync(file, 'utf8').split('\n')
  writeFileSync(file, lines.filter((line) => !line.includes(SOURCES[0])).join('\n'))
  assert.deepEqual(
    [...readTouched(file)],
    [
      [TESTS[1], [SOURCES[1], SOURCES[2]]],
      [TESTS[0], [SOURCES[2]]],
    ],
  )
})

test('the record of this project can be read, and says of pages what their programs are made of', () => {
  const touched: Map<string, string[]> = readTouched(RECORD)
  assert.ok([...touched.values()].every((sources) => sources.every((source) => source.startsWith('src/'))))
  assert.ok(touched.get('test/web/work.test.ts')?.some((source) => source.startsWith('src/web/canvas/')))
})
