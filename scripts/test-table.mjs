// npm run test:table: writes into CONTRIBUTING.md how the last run of all tests on this machine went, and how many faults
// the tests noticed when npm run mutants put them in.
import { readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fromRoot } from './lib/paths.mjs'
import { readCosts, readMutants } from './lib/testRecord.mjs'

const FILE = fromRoot('CONTRIBUTING.md')
const FAULTS = { domain: 'faults of the domain', guard: 'guards removed' }
const DEAREST = 10

const { seconds, run } = readCosts()
const mutants = Object.entries(readMutants())
if (run === null && mutants.length === 0) {
  process.stderr.write('Nothing is recorded: run npm test or npm run mutants first.\n')
  process.exit(1)
}
let page = readFileSync(FILE, 'utf8')
if (run !== null) put('test run', tableOfRun())
if (mutants.length > 0) put('mutants', tableOfMutants())
writeFileSync(FILE, page)

/** Between the marks of that name. */
function put(name, lines) {
  const place = new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- end of ${name} -->)`)
  if (!place.test(page)) throw new Error(`CONTRIBUTING.md has no place for the ${name}`)
  page = page.replace(place, `$1${lines.join('\n')}\n$2`)
  process.stdout.write(`${lines.join('\n')}\n\n`)
}

function tableOfRun() {
  const { tests, files, wallSeconds, coreSeconds, byKind, idle } = run
  const rounded = [wallSeconds, coreSeconds, 100 * idle].map(Math.round)
  const kinds = Object.entries(byKind)
  const dearest = Object.entries(seconds)
    .sort(([, a], [, b]) => b - a)
    .slice(0, DEAREST)
  return [
    `| tests | files | time | core-seconds | ${kinds.map(([kind]) => `of ${kind}`).join(' | ')} | processors | idle |`,
    `|${'---|'.repeat(6 + kinds.length)}`,
    `| ${tests.toLocaleString('en')} | ${files} | ${rounded[0]} s | ${rounded[1]} | ${kinds.map(([, used]) => Math.round(used)).join(' | ')} | ${availableParallelism()} | ${rounded[2]} % |`,
    '',
    '| dearest files | core-seconds |',
    '|---|---|',
    ...dearest.map(([file, cost]) => `| ${file} | ${cost.toFixed(1)} |`),
  ]
}

function tableOfMutants() {
  return [
    '| put in | noticed |',
    '|---|---|',
    ...mutants.map(([kind, { died, all }]) => `| ${all} ${FAULTS[kind]} | ${died} |`),
  ]
}
