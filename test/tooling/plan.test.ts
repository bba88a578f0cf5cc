import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { type TestContext, test } from 'node:test'

const ROOT = join(import.meta.dirname, '..', '..')
const RUN_TESTS = join(ROOT, 'scripts', 'lib', 'run-tests.mjs')

const { plan } = await import(join(ROOT, 'scripts', 'lib', 'plan.mjs'))

/** Each file remembers its process in what is global: a file that runs after it in the same one finds it there. */
const COUNT = 'const seen = global.seen = (global.seen ?? 0) + 1'
const FILES = {
  'first.test.mjs': `import { test } from 'node:test'\n${COUNT}\ntest('first of ' + seen, () => {})`,
  'hooked.test.mjs': `import { before, test } from 'node:test'\n${COUNT}\nlet isReady = false
before(() => { isReady = true })\ntest('hooked of ' + seen, () => { if (!isReady) throw new Error('no hook') })`,
  'served.test.mjs': `import 'node:http'\nimport { test } from 'node:test'\n${COUNT}\ntest('served of ' + seen, () => {})`,
  'wrong.test.mjs': `import { test } from 'node:test'\n${COUNT}\ntest('wrong of ' + seen, () => { throw new Error('no') })`,
}

/** Writes the files into a folder; paths from the root, as the runner takes them. */
function written(t: TestContext): { folder: string; files: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-plan-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(FILES).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return relative(ROOT, join(folder, name))
  })
  return { folder, files }
}

test('files that speak of the process run alone, the others share one', (t) => {
  const { files } = written(t)
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-entries-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const loaded = plan(files, folder).map((entry: string) =>
    readFileSync(entry, 'utf8').match(/\w+\.test\.mjs(?=', |", )/g),
  )
  assert.deepEqual(loaded, [['first.test.mjs', 'hooked.test.mjs', 'wrong.test.mjs'], ['served.test.mjs']])
})

test('a run names each file, keeps its hooks apart, and says at its end what it cost', async (t) => {
  const { files } = written(t)
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const { output, code } = await new Promise<{ output: string; code: unknown }>((resolve) =>
    execFile(process.execPath, [RUN_TESTS, '1', ...files], { cwd: ROOT, env }, (error, stdout) =>
      resolve({ output: stdout, code: error?.code ?? 0 }),
    ),
  )
  assert.match(output, /first\.test\.mjs\n {2}✔ first of 1 /)
  assert.match(output, /hooked\.test\.mjs\n {2}✔ hooked of 2 /)
  assert.match(output, /✖ wrong of 3 /)
  assert.match(output, /✔ served of 1 /)
  assert.match(output, /ℹ tests 4\n/)
  if (process.platform === 'linux') {
    assert.match(
      output,
      /4 tests in 4 files: \d+ s, \d+ core-seconds\nprocessors idle: \d+ %; core-seconds of .*tests \d+/,
    )
    assert.match(output, /dearest files/)
  }
  assert.equal(code, 1)
})
