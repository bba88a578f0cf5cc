// npm run test:changed [-- BASE]: runs the tests that a change can reach, and twelve journeys. The change is what the work
// tree holds beyond the commit where it left BASE (left out: main; on main itself, the last commit).
import { execFileSync } from 'node:child_process'
import { readReach, testsOf } from './lib/changedTests.mjs'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { COMPILE_CACHE, fromRoot, ROOT, RUNTIME } from './lib/paths.mjs'
import { readTestRecord } from './lib/testRecord.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const CONCURRENCY = 2
const CATALOGUE = 'src/web/messages/en'

const git = (...args) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim()
const lines = (text) => text.split('\n').filter(Boolean)

/** The commit that the change stands on. */
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

function tell(chosen, base, record) {
  const left = readReach(record).tests.length
  process.stdout.write(`${chosen.size} of ${left} test files, by what changed since ${base.slice(0, 8)}:\n`)
  for (const [file, why] of chosen) process.stdout.write(`  ${file}: ${why}\n`)
  const seconds = [...chosen.keys()].reduce((sum, file) => sum + (record.files[file]?.seconds ?? 0), 0)
  if (seconds > 0) process.stdout.write(`They took ${seconds.toFixed(0)} core-seconds when they ran last.\n`)
}

async function testChanged([given]) {
  if ((await ensureInstalled()).stopped) return 143
  const record = readTestRecord()
  if (Object.keys(record.files).length === 0) {
    process.stdout.write(
      'No run has recorded what files with a service touch: run npm test once. Until then they are left out.\n',
    )
  }
  const base = baseOf(given)
  const changed = [
    ...lines(git('diff', '--name-only', base)),
    ...lines(git('ls-files', '--others', '--exclude-standard')),
  ]
  const chosen = testsOf(changed, lostTexts(base), readReach(record))
  tell(chosen, base, record)
  const pages = await ensureWebBuilt()
  if (pages.stopped) return 143
  const env = { ...process.env, NODE_COMPILE_CACHE: COMPILE_CACHE }
  const runner = fromRoot('scripts', 'lib', 'run-tests.mjs')
  const { code, stopped } = await runChild(RUNTIME, [runner, `${CONCURRENCY}`, ...chosen.keys()], { env })
  return stopped ? 143 : pages.built ? code : code || 1
}

process.exit(await testChanged(process.argv.slice(2)))
