import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { importersOf, reach, sourceFiles } from './importGraph.mjs'
import { fromRoot } from './paths.mjs'

/** Journeys through the whole service, cheap ones: run with every change, whatever it is about. */
export const SMOKE = [
  'test/api/links.test.ts',
  'test/api/progress.test.ts',
  'test/api/settings.test.ts',
  'test/api/stateEvents.test.ts',
  'test/assistants/queue.test.ts',
  'test/exports/imageFormats.test.ts',
  'test/imports/imports.test.ts',
  'test/journey/street.test.ts',
  'test/quality/contests.test.ts',
  'test/web/labelSaving.test.ts',
  'test/workbench/queue.test.ts',
  'test/workbench/undo.test.ts',
]

/** What tests read without importing it: the start of a path, and the start of the paths of its tests. */
const READ = [
  ['src/', 'test/architecture/'],
  ['docs/', 'test/docs/'],
  ['docs/', 'test/architecture/figures'],
  ['deploy/', 'test/docs/'],
  ['examples/', 'test/docs/'],
  ['examples/', 'test/assistants/'],
  ['scripts/', 'test/tooling/'],
  ['bin/', 'test/tooling/'],
  ['package', 'test/tooling/'],
  ['clients/', 'test/client/'],
  ['src/store/migrations/', 'src/store/'],
  ['src/store/migrations/', 'test/upgrade/'],
  ['src/web/messages/', 'test/web/languages'],
  ['vite.config.ts', 'test/web/'],
]

const isTest = (file) => file.endsWith('.test.ts')
/** Every service loads all files from here: only the record says which of them a test reaches. */
const startsService = (file) => file === 'src/main.ts'
const isMessages = (file) => file.startsWith('src/web/messages/')

/** What the tests of a change are found by: who imports whom, and what recorded tests touch. */
export function readReach(touched) {
  const sources = sourceFiles()
  const touchedBy = new Map()
  for (const [test, files] of touched) {
    for (const file of files) touchedBy.set(file, [...(touchedBy.get(file) ?? []), test])
  }
  const importers = importersOf(sources)
  const tests = sources.filter(isTest)
  const served = reach('test/support/serviceProcess.ts', importers)
  const unrecorded = tests.filter((test) => served.has(test) && !touched.has(test))
  return { sources, tests, importers, touchedBy, unrecorded }
}

/**
 * The tests that a change can reach, each with why. Texts of pages are looked for in the tests as they were before.
 * @param changed paths from the root
 * @param texts texts of pages that the change took away or rewrote
 */
export function testsOf(changed, texts, { sources, tests, importers, touchedBy }) {
  const chosen = new Map()
  const choose = (test, why) => {
    if (!chosen.has(test) && sources.includes(test)) chosen.set(test, why)
  }
  for (const file of changed) {
    for (const one of reach(file, importers, startsService))
      if (isTest(one)) choose(one, one === file ? 'changed' : `imports ${file}`)
    if (!isMessages(file)) for (const test of runBy(file, importers, touchedBy)) choose(test, `runs ${file}`)
    for (const test of readersOf(file, tests)) choose(test, `reads ${file}`)
  }
  for (const test of texts.length > 0 ? tests.filter((one) => one.startsWith('test/web/')) : []) {
    const source = readFileSync(fromRoot(test), 'utf8')
    const found = texts.find((text) => source.includes(text))
    if (found !== undefined) choose(test, `looks for "${found}"`)
  }
  for (const test of SMOKE) choose(test, 'smoke')
  return chosen
}

/**
 * Tests in whose services or pages functions of the file have run. Of a file without any, such as a list of constants or
 * statements, those of the nearest files that load it.
 */
function runBy(file, importers, touchedBy) {
  if (!file.startsWith('src/') || isTest(file)) return []
  const isEnd = (one) => touchedBy.has(one)
  return [...reach(file, importers, isEnd)].flatMap((one) => touchedBy.get(one) ?? [])
}

function readersOf(file, tests) {
  const starts = READ.filter(([start]) => file.startsWith(start)).map(([, reader]) => reader)
  // Words of documents at the root are read by the tests of documents; a fixture by the tests of its folder.
  if (file.endsWith('.md')) starts.push('test/docs/', 'test/architecture/figures')
  if (file.startsWith('test/') && !/\.tsx?$/.test(file))
    starts.push(`${dirname(file).split('/').slice(0, 2).join('/')}/`)
  return tests.filter((test) => starts.some((start) => test.startsWith(start)))
}
