// npm run test:changed [-- BASE]: runs the tests that a change can reach, and twelve journeys. The change is everything
// in the work tree since the commit where it left BASE (default: main; on main itself, the last commit).
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { readReach, testsOf } from './lib/changedTests.mjs'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { COMPILE_CACHE, fromRoot, ROOT, RUNTIME } from './lib/paths.mjs'
import { readCosts, readTouched } from './lib/testRecord.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

/** One more than there are cores: of the tests that run at a time, one often waits. */
const CONCURRENCY = availableParallelism() + 1
const CATALOGUE = 'src/web/messages/en'

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const lines = (text) => text.split('\n').filter(Boolean)

/** The commit on which the change is based. */
function baseOf(given) {
  const left = git('merge-base', given ?? 'main', 'HEAD')
  return given === undefined && left === git('rev-parse', 'HEAD') && lines(git('status', '--porcelain')).length === 0
    ? git('rev-parse', 'HEAD~1')
    : left
}

/** Texts between quotes that the change took away from the English catalogue. */
function lostTexts(base) {
  const removed = lines(git('diff', '--unified=0', base, '--', CATALOGUE)).filter((line) => /^-(?!--)/.test(line))
  return removed.flatMap((line) => [...line.matchAll(/'([^']{4,})'/g)].map(([, text]) => text))
}

function tell(chosen, base, reach) {
  const { seconds } = readCosts()
  process.stdout.write(
    `${chosen.size} of ${reach.tests.length} test files, by what changed since ${base.slice(0, 8)}:\n`,
  )
  for (const [file, why] of chosen) process.stdout.write(`  ${file}: ${why}\n`)
  const sum = [...chosen.keys()].reduce((total, file) => total + (seconds[file] ?? 0), 0)
  const unknown = reach.unrecorded.filter((file) => !chosen.has(file)).length
  if (unknown > 0)
    process.stdout.write(`${unknown} others with a service or a page are not in test/touched.json yet.\n`)
  if (sum > 0) process.stdout.write(`They took ${sum.toFixed(0)} core-seconds when they ran last.\n`)
}

async function testChanged([given]) {
  if ((await ensureInstalled()).stopped) return 143
  const base = baseOf(given)
  const changed = [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ]
  const reach = readReach(readTouched())
  const chosen = testsOf(changed, lostTexts(base), reach)
  tell(chosen, base, reach)
  const pages = await ensureWebBuilt()
  if (pages.stopped) return 143
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const runner = fromRoot('scripts', 'lib', 'run-tests.mjs')
  const { code, stopped } = await runChild(RUNTIME, [runner, `${CONCURRENCY}`, ...chosen.keys()], { env })
  return stopped ? 143 : pages.built ? code : code || 1
}

process.exit(await testChanged(process.argv.slice(2)))
