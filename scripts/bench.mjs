// npm run bench [-- --json | --report] [-- name…]: runs every bench/*.ts that exports run(), one after another, each in a
// separate process so that none measures the garbage of another. --report also writes the results to bench/REPORT.md.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'
import { ensureWebBuilt } from './lib/web.mjs'

const verdict = (holds) => (holds === null || holds === undefined ? '' : holds ? 'holds' : 'MISSED')

function table(results) {
  const rows = results.map(({ name, value, unit, goal, holds }) => [
    name,
    Number(value.toPrecision(4)).toLocaleString('en'),
    unit,
    goal ?? '',
    verdict(holds),
  ])
  const all = [['name', 'value', 'unit', 'goal', ''], ...rows]
  const widths = all[0].map((_, column) => Math.max(...all.map((row) => row[column].length)))
  const line = (row) => row.map((cell, i) => (i === 1 ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  ')
  return all.map((row) => line(row).trimEnd()).join('\n')
}

const REPORT = fromRoot('bench', 'REPORT.md')
const MARKS = /(<!-- benches -->\n)[\s\S]*?(<!-- end of benches -->)/
const ROW = /^\| (.+?) \| .+ \|$/gm

/** Replaces the rows of the benches that ran, and keeps those of the others. */
function writeReport(results, loadBefore) {
  const before = readFileSync(REPORT, 'utf8')
  const [known = ''] = MARKS.exec(before) ?? []
  const rows = new Map([...known.matchAll(ROW)].slice(1).map(([row, name]) => [name, row]))
  const where = `${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, load ${loadBefore.toFixed(1)}`
  const day = new Date().toISOString().slice(0, 10)
  for (const { name, value, unit, goal, holds } of results) {
    if (/skipped/.test(name)) continue
    // Figures inside a name differ from run to run.
    const title = name.replace(/ \([\d.,]+ (?:ms|MB|s)\)/g, '').replaceAll('|', '\\|')
    const measured = `${Number(value.toPrecision(4)).toLocaleString('en')} ${unit}`.trim()
    rows.set(title, `| ${title} | ${measured} | ${goal ?? ''} | ${verdict(holds)} | ${day}, ${where} |`)
  }
  const head = '| bench | measured | goal | | when and where |\n|---|---|---|---|---|\n'
  writeFileSync(
    REPORT,
    before.replace(MARKS, (_, start, end) => `${start}${head}${[...rows.values()].join('\n')}\n${end}`),
  )
}

async function bench(args) {
  const [loadBefore] = loadavg()
  const json = args.includes('--json')
  const filters = args.filter((arg) => !arg.startsWith('-'))
  for (const prepare of [ensureInstalled, ensureWebBuilt]) {
    if ((await prepare()).stopped) return 143
  }
  const files = existsSync(fromRoot('bench'))
    ? readdirSync(fromRoot('bench'))
        .filter((name) => name.endsWith('.ts'))
        .sort()
    : []
  const chosen = files.filter((name) => filters.length === 0 || filters.some((filter) => name.includes(filter)))
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-bench-'))
  const results = []
  let failed = false
  try {
    for (const name of chosen) {
      const answer = join(folder, `${name}.json`)
      const runner = fromRoot('scripts', 'lib', 'run-bench.mjs')
      const { code, stopped } = await runChild(RUNTIME, ['--expose-gc', runner, fromRoot('bench', name), answer])
      if (stopped) return 143
      if (code !== 0) {
        process.stderr.write(`bench/${name} failed with exit code ${code}\n`)
        failed = true
      } else if (existsSync(answer)) results.push(...JSON.parse(readFileSync(answer, 'utf8')))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  if (args.includes('--report')) writeReport(results, loadBefore)
  process.stdout.write(`${json ? JSON.stringify({ results }) : table(results)}\n`)
  return failed ? 1 : 0
}

bench(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  },
)
