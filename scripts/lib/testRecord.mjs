import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fromRoot } from './paths.mjs'

const RECORD = fromRoot('.cache', 'tests.json')
/** Written by the build: the sources of each built file. */
const CHUNKS = fromRoot('dist', 'web.chunks.json')

const readJson = (file, missing) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : missing)

/**
 * What runs have found: `files` says of each test file what it cost and which sources it touches, `run` how the last run of
 * all tests went (null when there was none). It is kept beside the clone, not in it: it changes with each run.
 */
export const readTestRecord = () => readJson(RECORD, { files: {}, run: null })

/**
 * Keeps what a run has found. Files that it did not run keep what was found before.
 * @param found of each file its core-seconds, the sources that ran in its services, and the built files that pages loaded
 * @param run how a run of all tests went, null of a run of some
 */
export function writeTestRecord(found, run) {
  const record = readTestRecord()
  const sourcesOf = readJson(CHUNKS, {})
  for (const { file, seconds, files, chunks } of found.filter(({ file }) => file.match(/^(src|test)\//))) {
    const loaded = chunks.flatMap((chunk) => sourcesOf[chunk] ?? [])
    record.files[file] = { seconds, touched: [...new Set([...files, ...loaded])].sort() }
  }
  mkdirSync(dirname(RECORD), { recursive: true })
  writeFileSync(RECORD, JSON.stringify({ files: record.files, run: run ?? record.run }))
}
