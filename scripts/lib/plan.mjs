import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fromRoot } from './paths.mjs'

// All files in one process share its environment, memory, signals and children, globals, and sockets. A file that
// mentions any of these, or calls a service by Fastify's `inject`, whose timers outlast the test, runs alone.
const SPEAKS_OF_PROCESS =
  /process\.(?!argv|cwd|execPath|platform)|globalThis|\bmock\b|createServer|inject\(|node:(child_process|http|net|v8|worker_threads)/
/** A file that starts a service measures or ends it, so it runs alone too. */
const STARTS_SERVICE = /from '[^']*\/(ownStage|serviceProcess|cluster)\.ts'/

const PAGES = 'test/web/'
const SERVICE = 'test/support/sharedService.ts'
const BROWSER = 'test/browser.ts'
/** How many files one process runs. Loading modules takes longer than most unit tests; a service takes a second. */
const FILES_PER_PROCESS = { unit: 20, page: 6, service: 8 }

const kindOf = (file) => (file.startsWith('src/') ? 'unit' : file.startsWith(PAGES) ? 'page' : 'service')

const runsAlone = (file) => {
  const text = textOf(file)
  return SPEAKS_OF_PROCESS.test(text) || STARTS_SERVICE.test(text)
}

const opensBrowser = (file) => kindOf(file) === 'page' || /from '[^']*\/browser\.ts'/.test(textOf(file))

const textOf = (file) => readFileSync(fromRoot(file), 'utf8')

/**
 * Writes the files that Node's runner loads, one for each process, into the folder: each loads some test files as
 * suites with their names. First unit tests; then pages, spread evenly among the others, which often wait while a
 * browser takes every core.
 * @param files paths from the root
 * @returns the written files
 */
export function plan(files, folder) {
  const groups = { unit: [], page: [], service: [] }
  for (const kind of Object.keys(groups)) {
    const ofKind = files.filter((file) => kindOf(file) === kind)
    const alone = ofKind.filter(runsAlone)
    const joined = chunks(
      ofKind.filter((file) => !alone.includes(file)),
      FILES_PER_PROCESS[kind],
    )
    groups[kind] = [...joined, ...alone.map((file) => [file])]
  }
  const spread = [groups.page, groups.service].flatMap((list) =>
    list.map((some, n) => ({ some, at: (n + 0.5) / list.length })),
  )
  const ordered = [...groups.unit, ...spread.sort((a, b) => a.at - b.at).map(({ some }) => some)]
  return ordered.map((some) => writeEntry(some, folder))
}

/** Lists of nearly the same length, none longer than `most`. */
function chunks(list, most) {
  const count = Math.ceil(list.length / most)
  return Array.from({ length: count }, (_, n) =>
    list.slice(Math.round((n * list.length) / count), Math.round(((n + 1) * list.length) / count)),
  )
}

function writeEntry(files, folder) {
  const entry = join(folder, `${readdirSync(folder).length + 1}.test.mjs`)
  const url = (path) => JSON.stringify(pathToFileURL(fromRoot(path)))
  // A service and a browser that the files share belong to the process: they are loaded before the first suite. What
  // drives a browser takes longer to load than all else, so only files that open one have it.
  const shared = [
    ...(files.every((file) => kindOf(file) === 'unit') ? [] : [SERVICE]),
    ...(files.some(opensBrowser) ? [BROWSER] : []),
  ]
  const lines = [
    ...shared.map((path) => `import ${url(path)}`),
    `import { suiteOf } from ${url('scripts/lib/suiteOf.mjs')}`,
    ...files.map((file) => `suiteOf(${JSON.stringify(file)}, () => import(${url(file)}))`),
  ]
  writeFileSync(entry, `${lines.join('\n')}\n`)
  return entry
}
