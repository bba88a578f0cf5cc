import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromRoot } from './paths.mjs'

const COSTS = fromRoot('.cache', 'tests.json')
const DEAD_MUTANTS = fromRoot('.cache', 'mutants.json')
const TOUCHED = fromRoot('test', 'touched.json')
/** Written by the build: the sources of each built file. */
const CHUNKS = fromRoot('dist', 'web.chunks.json')

const readJson = (file, missing) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : missing)

/**
 * The costs of runs on this machine: `seconds` of each test file, and the outcome of the last run of all tests, or
 * null.
 */
export const readCosts = () => readJson(COSTS, { seconds: {}, run: null })

/** For each recorded test file, the sources whose functions ran in its services and pages. */
export function readTouched(file = TOUCHED) {
  const { sources, tests } = readJson(file, { sources: {}, tests: {} })
  const named = ([test, ids]) => [test, ids.map((id) => sources[id]).filter((source) => source !== undefined)]
  return new Map(Object.entries(tests).map(named))
}

/**
 * Stores the cost of a run. Files that it did not run keep their earlier values.
 * @param run the outcome of a run of all tests; null after a run of some
 */
export function writeCosts(found, run) {
  const { seconds, run: before } = readCosts()
  for (const one of found.filter(({ file }) => isOfProject(file))) seconds[one.file] = one.seconds
  mkdirSync(dirname(COSTS), { recursive: true })
  writeFileSync(COSTS, JSON.stringify({ seconds, run: run ?? before }))
}

/** For each kind of fault, how many the tests noticed when all of the kind were put in last on this machine. */
export const readMutants = () => readJson(DEAD_MUTANTS, {})

export function writeMutants(kind, found) {
  mkdirSync(dirname(DEAD_MUTANTS), { recursive: true })
  writeFileSync(DEAD_MUTANTS, JSON.stringify({ ...readMutants(), [kind]: found }))
}

/**
 * Stores what the files of a recording run have touched, and drops tests that no longer exist. Each source has an id: a
 * line can be removed, renamed or merged without a change to what the others mean.
 */
export function writeTouched(found, file = TOUCHED) {
  const sourcesOf = readJson(CHUNKS, {})
  const touched = readTouched(file)
  for (const { file: test, files, chunks } of found.filter((one) => isOfProject(one.file))) {
    touched.set(test, [...files, ...chunks.flatMap((chunk) => sourcesOf[chunk] ?? [])])
  }
  const kept = [...touched].filter(([test, list]) => list.length > 0 && existsSync(fromRoot(test))).sort()
  const sources = [...new Set(kept.flatMap(([, list]) => list))].filter((source) => existsSync(fromRoot(source))).sort()
  const ids = new Map(sources.map((source, id) => [source, id]))
  const named = sources.map((source, id) => `"${id}": ${JSON.stringify(source)}`)
  const lines = kept.map(([test, list]) => {
    const sorted = [...new Set(list.flatMap((source) => ids.get(source) ?? []))].sort((a, b) => a - b)
    return `${JSON.stringify(test)}: ${JSON.stringify(sorted)}`
  })
  writeFileSync(file, `{\n"sources": {\n${named.join(',\n')}\n},\n"tests": {\n${lines.join(',\n')}\n}\n}\n`)
}

/** Tests of the runner itself run files elsewhere. */
const isOfProject = (file) => /^(src|test)\//.test(file)
