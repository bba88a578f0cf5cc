import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromRoot } from './paths.mjs'

const COSTS = fromRoot('.cache', 'tests.json')
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
export function readTouched() {
  const { sources, tests } = readJson(TOUCHED, { sources: [], tests: {} })
  return new Map(Object.entries(tests).map(([test, places]) => [test, places.map((place) => sources[place])]))
}

/**
 * Stores the cost of a run. Files that it did not run keep their earlier values. @param run the outcome of a run of all
 * tests; null after a run of some
 */
export function writeCosts(found, run) {
  const { seconds, run: before } = readCosts()
  for (const one of found.filter(({ file }) => isOfProject(file))) seconds[one.file] = one.seconds
  mkdirSync(dirname(COSTS), { recursive: true })
  writeFileSync(COSTS, JSON.stringify({ seconds, run: run ?? before }))
}

/** Stores what the files of a recording run have touched, and drops tests that no longer exist. */
export function writeTouched(found) {
  const sourcesOf = readJson(CHUNKS, {})
  const touched = readTouched()
  for (const { file, files, chunks } of found.filter((one) => isOfProject(one.file))) {
    touched.set(file, [...files, ...chunks.flatMap((chunk) => sourcesOf[chunk] ?? [])])
  }
  const kept = [...touched].filter(([file, list]) => list.length > 0 && existsSync(fromRoot(file))).sort()
  const sources = [...new Set(kept.flatMap(([, list]) => list))].sort()
  const places = new Map(sources.map((source, place) => [source, place]))
  const lines = kept.map(([file, list]) => {
    const sorted = [...new Set(list.map((source) => places.get(source)))].sort((a, b) => a - b)
    return `${JSON.stringify(file)}: ${JSON.stringify(sorted)}`
  })
  const named = sources.map((source) => JSON.stringify(source))
  writeFileSync(TOUCHED, `{\n"sources": [\n${named.join(',\n')}\n],\n"tests": {\n${lines.join(',\n')}\n}\n}\n`)
}

/** Tests of the runner itself run files elsewhere. */
const isOfProject = (file) => /^(src|test)\//.test(file)
