import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { runChild } from './child.mjs'
import { withLock } from './lock.mjs'
import { fromRoot, ROOT, RUNTIME } from './paths.mjs'

const MARKER = fromRoot('node_modules', '.fiducial-lock')
export const START_LOCK = fromRoot('.cache', 'start.lock')

const wantedHash = () =>
  createHash('sha256')
    .update(readFileSync(fromRoot('package-lock.json')))
    .update(`${process.platform}-${process.arch}`)
    .digest('hex')

const readText = (file) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

function hasRuntime() {
  try {
    accessSync(RUNTIME, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Compares what npm says it installed with the lock: a tree made by plain `npm install` needs no second installation.
 * @param toBuild false: packages that only builds and tests need may be missing
 */
function matchesLock(toBuild) {
  const installed = readText(fromRoot('node_modules', '.package-lock.json'))
  if (installed === null) return false
  const have = JSON.parse(installed).packages
  const want = JSON.parse(readFileSync(fromRoot('package-lock.json'), 'utf8')).packages
  const wanted = Object.entries(want).filter(([path]) => path !== '')
  return (
    wanted.every(([path, entry]) =>
      have[path] ? have[path].version === entry.version : entry.optional === true || (!toBuild && entry.dev === true),
    ) && Object.keys(have).every((path) => want[path])
  )
}

/** npm replaces node_modules, and with it the Node that may be running us: take one from outside if there is one. */
function nodeOutside() {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder && !folder.startsWith(ROOT))
  return folders.map((folder) => join(folder, 'node')).find((file) => existsSync(file)) ?? process.execPath
}

function npmCommand() {
  const cli = process.env.npm_execpath
  return cli && existsSync(cli) && /\.c?js$/.test(cli) ? [nodeOutside(), cli] : ['npm']
}

async function install() {
  process.stderr.write('Installing dependencies (once for this package-lock.json)…\n')
  const [command, ...first] = npmCommand()
  // NODE_ENV=production would leave out what builds the web pages.
  const args = [...first, 'ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const { code, stopped } = await runChild(command, args, { quiet: true })
  if (stopped) return { stopped }
  if (code !== 0) throw new Error(`npm ci failed with exit code ${code}; its output is above`)
  if (!hasRuntime()) {
    throw new Error(`npm ci left no Node at ${RUNTIME}: are install scripts switched off (ignore-scripts)?`)
  }
  return { stopped: false }
}

/**
 * npm links the commands of dependencies, but not the project's own: without this, `npx fiducial` finds nothing here.
 */
function linkCommand() {
  const link = fromRoot('node_modules', '.bin', 'fiducial')
  if (existsSync(link)) return
  mkdirSync(fromRoot('node_modules', '.bin'), { recursive: true })
  rmSync(link, { force: true })
  symlinkSync('../../bin/fiducial.mjs', link)
}

/**
 * Makes node_modules that of this package-lock.json. Answers {stopped} when a signal asked to end meanwhile.
 * @param toBuild false: what `npm ci --omit=dev` installs is enough
 */
export async function ensureInstalled({ toBuild = true } = {}) {
  const [whole, toRun] = [wantedHash(), `${wantedHash()} to run`]
  const upToDate = () => {
    const mark = readText(MARKER)
    return hasRuntime() && (mark === whole || (!toBuild && mark === toRun))
  }
  if (!upToDate()) {
    const { stopped } = await withLock(START_LOCK, async () => {
      if (upToDate()) return { stopped: false }
      if (hasRuntime() && matchesLock(true)) writeFileSync(MARKER, whole)
      else if (hasRuntime() && !toBuild && matchesLock(false)) writeFileSync(MARKER, toRun)
      else {
        if ((await install()).stopped) return { stopped: true }
        writeFileSync(MARKER, whole)
      }
      return { stopped: false }
    })
    if (stopped) return { stopped }
  }
  linkCommand()
  return { stopped: false }
}
