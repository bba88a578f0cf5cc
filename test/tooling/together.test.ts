import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts', 'lib')
const RUN_TESTS = join(SCRIPTS, 'run-tests.mjs')

const { together } = await import(join(SCRIPTS, 'together.mjs'))

/** Each file remembers its process in what is global: a file that runs after it in the same one finds it there. */
const COUNT = 'const seen = global.seen = (global.seen ?? 0) + 1'
const FILES = {
  'first.test.mjs': `import { test } from 'node:test'\n${COUNT}\ntest('first of ' + seen, () => {})`,
  'hooked.test.mjs': `import { beforeEach, test } from 'node:test'\n${COUNT}\nbeforeEach(() => {})\ntest('hooked of ' + seen, () => {})`,
  'second.test.mjs': `import { test } from 'node:test'\n${COUNT}\ntest('second of ' + seen, () => { throw new Error('wrong') })`,
}

test('files of tests that share a process are named where they fail, and run once more alone', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-together-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const files = Object.entries(FILES).map(([name, text]) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const { NODE_TEST_CONTEXT: _, ...env } = process.env
  const joined = together(files, 2, folder)
  assert.equal(joined.length, 2)
  const args = [RUN_TESTS, '1', '60000', '1', ...joined]
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, args, { cwd: folder, env }, (_, stdout) => resolve(stdout)),
  )
  assert.match(output, /✔ first of 1 /)
  assert.match(output, /✖ second of 2 /)
  assert.match(output, /✔ hooked of 1 /)
  assert.match(output, /once more, alone: second\.test\.mjs\n✖ second of 1 /)
  assert.match(output, /FAILED TWICE: second\.test\.mjs\n/)
})
