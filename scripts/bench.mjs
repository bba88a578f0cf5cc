// npm run bench [-- --json] [-- name…]: runs every bench/*.ts that exports run(), one after another, each in a separate
// process so that none measures the garbage of another.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
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

async function bench(args) {
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
