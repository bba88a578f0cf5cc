// npm test [-- filter…]: installs what is needed, builds the pages, runs every test whose path contains a filter.
import { existsSync, readdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { COMPILE_CACHE, fromRoot, RUNTIME } from './lib/paths.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const FOLDERS = ['src', 'test']
/** One more than there are cores: of the tests that run at a time, one often waits. */
const CONCURRENCY = availableParallelism() + 1

function testFiles(filters) {
  const files = FOLDERS.filter((folder) => existsSync(fromRoot(folder))).flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path).split(sep).join('/')),
  )
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).sort()
}

async function test(args) {
  const filters = args.filter((arg) => !arg.startsWith('-'))
  const flags = [...args.filter((arg) => arg.startsWith('-')), ...(filters.length === 0 ? ['--whole'] : [])]
  const files = testFiles(filters)
  if (files.length === 0) {
    process.stderr.write(`No test file matches ${args.join(' ')}\n`)
    return 1
  }
  if ((await ensureInstalled()).stopped) return 143
  // Tests that need no pages run all the same; the run fails at its end.
  const pages = await ensureWebBuilt()
  if (pages.stopped) return 143
  const browser = await runChild(RUNTIME, [fromRoot('test', 'browser-report.ts')])
  if (browser.stopped) return 143
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const runner = fromRoot('scripts', 'lib', 'run-tests.mjs')
  const { code, stopped } = await runChild(RUNTIME, [runner, `${CONCURRENCY}`, ...flags, ...files], { env })
  if (!pages.built) process.stderr.write('The web pages could not be built: the run fails.\n')
  return stopped ? 143 : pages.built ? code : code || 1
}

test(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
