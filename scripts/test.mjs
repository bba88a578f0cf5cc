// npm test [-- filter…]: installs what is needed, builds the pages, runs every test whose path contains a filter.
// --retries=N (an integration run): up to N files that fail are run once more, alone, and named as unstable if they pass.
// The database server that the tests share is started by the first of them (test/database.ts).
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, sep } from 'node:path'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { COMPILE_CACHE, fromRoot, RUNTIME } from './lib/paths.mjs'
import { together } from './lib/together.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const RETRIES = '--retries='
const FOLDERS = ['src', 'test']
const WEB = 'test/web/'
// The editor's pages, which need no service, share what is built for them, and the browser.
const [UNITS_IN_ONE, PAGES_IN_ONE] = [20, 4]
const CONCURRENCY = 2
// Of a whole file as well as of a single test: the longest kill and restart a service many times.
const TIMEOUT_MS = 600_000
const OPTIONS = ['--test', '--test-reporter=spec', `--test-concurrency=${CONCURRENCY}`, `--test-timeout=${TIMEOUT_MS}`]

function testFiles(filters) {
  const files = FOLDERS.filter((folder) => existsSync(fromRoot(folder))).flatMap((folder) =>
    readdirSync(fromRoot(folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.test.ts'))
      .map((path) => join(folder, path).split(sep).join('/')),
  )
  return files.filter((file) => filters.length === 0 || filters.some((filter) => file.includes(filter))).sort()
}

/**
 * Paths of all files to run. First units; then files with a browser, spread evenly among the others that run whole
 * services: a browser takes every core, others often wait, so that one of each at a time ends sooner than two alike.
 */
function arranged(files, folder) {
  const within = (start) => files.filter((file) => file.startsWith(start)).map((file) => fromRoot(file))
  const units = together(within('src/'), UNITS_IN_ONE, folder)
  const browser = together(within(WEB), PAGES_IN_ONE, folder)
  const whole = within('test/').filter((file) => !file.startsWith(fromRoot(WEB)))
  const placed = [browser, whole].flatMap((list) => list.map((file, n) => ({ file, at: (n + 0.5) / list.length })))
  return [...units, ...placed.sort((a, b) => a.at - b.at).map(({ file }) => file)]
}

async function runFiles(paths, flags, retries) {
  const runner = fromRoot('scripts', 'lib', 'run-tests.mjs')
  const args = flags.length > 0 ? [...OPTIONS, ...flags] : [runner, `${CONCURRENCY}`, `${TIMEOUT_MS}`, retries]
  return runChild(RUNTIME, [...args, ...paths], { env: { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE } })
}

async function test(args) {
  const retries = args.find((arg) => arg.startsWith(RETRIES))?.slice(RETRIES.length) ?? '0'
  const flags = args.filter((arg) => arg.startsWith('-') && !arg.startsWith(RETRIES))
  const files = testFiles(args.filter((arg) => !arg.startsWith('-')))
  if (files.length === 0) {
    process.stderr.write(`No test file matches ${args.join(' ')}\n`)
    return 1
  }
  if ((await ensureInstalled()).stopped) return 143
  // What needs no pages is tested all the same; the run fails at its end.
  const pages = await ensureWebBuilt()
  if (pages.stopped) return 143
  const browser = await runChild(RUNTIME, [fromRoot('test', 'browser-report.ts')])
  if (browser.stopped) return 143
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-tests-'))
  const { code, stopped } = await runFiles(arranged(files, folder), flags, retries)
  rmSync(folder, { recursive: true })
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
