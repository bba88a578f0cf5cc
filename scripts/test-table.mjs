// npm run test:table: writes into CONTRIBUTING.md how the last run of all tests on this machine went.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fromRoot } from './lib/paths.mjs'
import { readCosts } from './lib/testRecord.mjs'

const FILE = fromRoot('CONTRIBUTING.md')
const PLACE = /(<!-- test run -->\n)[\s\S]*?(<!-- end of test run -->)/
const DEAREST = 10

const { seconds, run } = readCosts()
if (run === null) {
  process.stderr.write('No run of all tests is recorded: run npm test first.\n')
  process.exit(1)
}
const share = run.idle === null ? '' : `${Math.round(run.idle * 100)} %`
const dearest = Object.entries(seconds)
  .sort(([, a], [, b]) => b - a)
  .slice(0, DEAREST)
const table = [
  '| tests | files | time | core-seconds | processors | idle |',
  '|---|---|---|---|---|---|',
  `| ${run.tests.toLocaleString('en')} | ${run.files} | ${Math.round(run.wallSeconds)} s | ${Math.round(run.coreSeconds)} | ${availableParallelism()} | ${share} |`,
  '',
  `| core-seconds of | ${Object.keys(run.byKind).join(' | ')} |`,
  `|---|${'---|'.repeat(Object.keys(run.byKind).length)}`,
  `| | ${Object.values(run.byKind).map(Math.round).join(' | ')} |`,
  '',
  '| dearest files | core-seconds |',
  '|---|---|',
  ...dearest.map(([file, cost]) => `| ${file} | ${cost.toFixed(1)} |`),
]
writeFileSync(FILE, readFileSync(FILE, 'utf8').replace(PLACE, `$1${table.join('\n')}\n$2`))
