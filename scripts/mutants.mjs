// npm run mutants [-- words]: puts each fault of lib/mutants.mjs into a copy of the source and runs the unit tests that
// have to notice it. Not part of npm test; run it when a test or one of those files changes.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from './lib/child.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { MUTANTS } from './lib/mutants.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'

const TEST_TIMEOUT_MS = 120_000

/** Whether the tests pass in the copy; null when a signal ended them. */
async function passes(copy, tests) {
  const args = ['--test', '--test-reporter=dot', `--test-timeout=${TEST_TIMEOUT_MS}`]
  const files = tests.map((path) => join(copy, path))
  const { code, stopped } = await runChild(RUNTIME, [...args, ...files], { silent: true })
  return stopped ? null : code === 0
}

/** 'dies', 'SURVIVES', or why the mutant says nothing. */
async function outcomeOf(copy, { file, text, becomes, tests }) {
  const path = join(copy, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(text).length !== 2) return `IS NOT THERE: ${file} has to hold the text once`
  writeFileSync(
    path,
    source.replace(text, () => becomes),
  )
  try {
    const passed = await passes(copy, tests)
    return passed === null ? null : passed ? 'SURVIVES' : 'dies'
  } finally {
    writeFileSync(path, source)
  }
}

async function mutants(words) {
  if ((await ensureInstalled()).stopped) return 143
  const chosen = MUTANTS.filter(({ fault, file }) => words.every((word) => `${file} ${fault}`.includes(word)))
  const copy = mkdtempSync(join(tmpdir(), 'fiducial-mutants-'))
  try {
    for (const part of ['src', 'test', 'package.json']) cpSync(fromRoot(part), join(copy, part), { recursive: true })
    symlinkSync(fromRoot('node_modules'), join(copy, 'node_modules'))
    const tests = [...new Set(chosen.flatMap((mutant) => mutant.tests))]
    const isSound = await passes(copy, tests)
    if (isSound === null) return 143
    if (!isSound) {
      process.stdout.write('the tests fail without any mutant\n')
      return 1
    }
    let survivors = 0
    for (const mutant of chosen) {
      const outcome = await outcomeOf(copy, mutant)
      if (outcome === null) return 143
      if (outcome !== 'dies') survivors++
      process.stdout.write(`${outcome}: ${mutant.fault}\n`)
    }
    process.stdout.write(`${chosen.length - survivors} of ${chosen.length} mutants die\n`)
    return survivors > 0 || chosen.length === 0 ? 1 : 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exit(await mutants(process.argv.slice(2)))
