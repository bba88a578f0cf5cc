import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runChild } from './child.mjs'
import { START_LOCK } from './install.mjs'
import { withLock } from './lock.mjs'
import { fromRoot, ROOT, RUNTIME } from './paths.mjs'

const BUNDLE = fromRoot('dist', 'web')
const STAMP = fromRoot('dist', 'web.sources')
/** Folders whose code ends up in the browser (the table in ARCHITECTURE.md says which web may import). */
const SOURCES = ['web', 'geometry', 'model', 'json', 'pcd', 'formats', 'contract', 'client'].map(
  (room) => `src/${room}`,
)
const SINGLE_FILES = ['package-lock.json', 'vite.config.ts']

function* filesUnder(folder) {
  if (!existsSync(folder)) return
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesUnder(path)
    else if (!/\.test\.tsx?$/.test(entry.name)) yield path
  }
}

/** The hash of everything that the pages are built from. @param more other folders */
export function sourcesHash(more = []) {
  const hash = createHash('sha256')
  const files = [
    ...[...SOURCES, ...more].flatMap((folder) => [...filesUnder(fromRoot(folder))]),
    ...SINGLE_FILES.map((f) => fromRoot(f)),
  ]
  for (const file of files) {
    if (existsSync(file))
      hash
        .update(`${relative(ROOT, file)}\0`)
        .update(readFileSync(file))
        .update('\0')
  }
  return hash.digest('hex')
}

/** Whether the pages exist and are built from the current sources; without sources there is nothing to build. */
export function isWebBuilt() {
  if (!existsSync(fromRoot('src', 'web', 'index.html'))) return true
  return isBuiltFrom(sourcesHash())
}

const isBuiltFrom = (hash) => existsSync(BUNDLE) && existsSync(STAMP) && readFileSync(STAMP, 'utf8') === hash

/**
 * Builds the web pages when there are sources and the bundle is missing or made from others. Answers {stopped} when a
 * signal asked to end meanwhile, and {built}: false when the sources do not build; the compiler's words are printed.
 */
export async function ensureWebBuilt() {
  if (!existsSync(fromRoot('src', 'web', 'index.html'))) return { stopped: false, built: true }
  const hash = sourcesHash()
  if (isBuiltFrom(hash)) return { stopped: false, built: true }
  return withLock(START_LOCK, async () => {
    if (isBuiltFrom(hash)) return { stopped: false, built: true }
    process.stderr.write('Building the web pages…\n')
    // Built in a temporary folder and renamed: a running service keeps complete pages, and a failed build replaces
    // nothing.
    const next = `${BUNDLE}.next`
    const vite = fromRoot('node_modules', 'vite', 'bin', 'vite.js')
    const args = [vite, 'build', '--outDir', next, '--emptyOutDir', '--logLevel', 'warn']
    const { code, stopped } = await runChild(RUNTIME, args, { quiet: true })
    if (stopped) return { stopped, built: false }
    if (code !== 0) {
      process.stderr.write('The web pages could not be built; why stands above.\n')
      return { stopped, built: false }
    }
    rmSync(BUNDLE, { recursive: true, force: true })
    renameSync(next, BUNDLE)
    writeFileSync(STAMP, hash)
    return { stopped: false, built: true }
  })
}
