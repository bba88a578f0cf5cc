// npm run mutants [-- words]: puts faults into a copy of the source, one at a time, and runs the tests that have to
// notice them: faults of the domain (lib/mutants.mjs) by unit tests, each guard of the security review removed
// (lib/guardMutants.mjs) by the one test that docs/threat-model.md names. The words `domain` and `guard` choose a kind; of
// a kind that was run whole, npm run test:table writes what came of it. Not part of npm test; run it when one of these
// tests or files changes.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runChild } from './lib/child.mjs'
import { GUARD_MUTANTS } from './lib/guardMutants.mjs'
import { guardTests } from './lib/guardTests.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { MUTANTS } from './lib/mutants.mjs'
import { fromRoot, RUNTIME } from './lib/paths.mjs'
import { writeMutants } from './lib/testRecord.mjs'

const TEST_TIMEOUT_MS = 240_000
const COPIED = ['src', 'test', 'docs', 'scripts', 'package.json', 'package-lock.json', 'README.md', 'clients']

/** Both as {kind, name, changes: [file, text, becomes][], tests: paths, titles: those that run, all where empty}. */
function allMutants() {
  const named = new Map(
    guardTests(readFileSync(fromRoot('docs', 'threat-model.md'), 'utf8')).map((row) => [row.finding, row]),
  )
  return [
    ...MUTANTS.map(({ fault, file, text, becomes, tests }) => ({
      kind: 'domain',
      name: fault,
      changes: [[file, text, becomes]],
      tests,
      titles: [],
    })),
    ...GUARD_MUTANTS.map(({ finding, changes }) => {
      const { fault, path, title } = named.get(finding)
      return { kind: 'guard', name: `${finding}: ${fault}`, changes, tests: [path], titles: [title] }
    }),
  ]
}

/** Whether the tests pass in the copy; null when a signal ended them. */
async function passes(copy, { tests, titles }) {
  const args = [
    '--test',
    '--test-reporter=dot',
    '--test-concurrency=2',
    '--test-force-exit',
    `--test-timeout=${TEST_TIMEOUT_MS}`,
  ]
  for (const title of titles) args.push(`--test-name-pattern=^${title.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')}$`)
  const files = tests.map((path) => join(copy, path))
  const { code, stopped } = await runChild(RUNTIME, [...args, ...files], { silent: true })
  return stopped ? null : code === 0
}

/** A mutant with a syntax error would fail for the wrong reason. */
function isReadable(path) {
  if (!path.endsWith('.ts')) return true
  try {
    return stripTypeScriptTypes(readFileSync(path, 'utf8')) !== ''
  } catch {
    return false
  }
}

/** 'dies', 'SURVIVES', or why the mutant proves nothing. */
async function outcomeOf(copy, mutant) {
  const sources = new Map()
  try {
    for (const [file, text, becomes] of mutant.changes) {
      const path = join(copy, file)
      const source = readFileSync(path, 'utf8')
      if (!sources.has(path)) sources.set(path, source)
      if (source.split(text).length !== 2) return `IS NOT THERE: ${file} has to hold the text once`
      writeFileSync(
        path,
        source.replace(text, () => becomes),
      )
    }
    for (const path of sources.keys()) if (!isReadable(path)) return `IS NO CODE: ${path}`
    const passed = await passes(copy, mutant)
    return passed === null ? null : passed ? 'SURVIVES' : 'dies'
  } finally {
    for (const [path, source] of sources) writeFileSync(path, source)
  }
}

async function mutants(words) {
  if ((await ensureInstalled()).stopped) return 143
  const isChosen = ({ kind, name, changes }) =>
    words.every((word) => `${kind} ${changes.map(([file]) => file)} ${name}`.includes(word))
  const all = allMutants()
  const chosen = all.filter(isChosen)
  const copy = mkdtempSync(join(tmpdir(), 'fiducial-mutants-'))
  try {
    for (const part of COPIED) cpSync(fromRoot(part), join(copy, part), { recursive: true })
    symlinkSync(fromRoot('node_modules'), join(copy, 'node_modules'))
    for (const kind of ['domain', 'guard']) {
      const some = chosen.filter((mutant) => mutant.kind === kind)
      if (some.length === 0) continue
      const tests = [...new Set(some.flatMap((mutant) => mutant.tests))]
      const isSound = await passes(copy, { tests, titles: some.flatMap(({ titles }) => titles) })
      if (isSound === null) return 143
      if (!isSound) {
        process.stdout.write('the tests fail without any mutant\n')
        return 1
      }
    }
    const dead = []
    for (const mutant of chosen) {
      const outcome = await outcomeOf(copy, mutant)
      if (outcome === null) return 143
      if (outcome === 'dies') dead.push(mutant)
      process.stdout.write(`${outcome}: ${mutant.name}\n`)
    }
    process.stdout.write(`${dead.length} of ${chosen.length} mutants die\n`)
    for (const kind of ['domain', 'guard']) {
      const ofKind = (list) => list.filter((mutant) => mutant.kind === kind).length
      if (ofKind(chosen) === ofKind(all)) writeMutants(kind, { died: ofKind(dead), all: ofKind(all) })
    }
    return dead.length < chosen.length || chosen.length === 0 ? 1 : 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exit(await mutants(process.argv.slice(2)))
