import type { ChildProcess } from 'node:child_process'

/** Whether this run records what each test file touches. It is slow: code that is counted is hardly optimised. */
export const IS_RECORDING = process.env.FIDUCIAL_TEST_TOUCHED !== undefined

/** What a service is started with, so that it can be asked (recordTouched.ts). */
export const RECORDING: Readonly<Record<string, string>> = IS_RECORDING
  ? { NODE_OPTIONS: `--import=${new URL('recordTouched.ts', import.meta.url).pathname}` }
  : {}

/** A service that a test has stopped in its tracks never answers. */
const PATIENCE_MS = 5000

const services = new Set<ChildProcess>()
const chunks = new Set<string>()
const modules = new Set<string>()
const ROOT = new URL('../../', import.meta.url).pathname

/** Starts the recording now: modules that the start uses belong to every start, not to a test. */
export async function watchService(child: ChildProcess): Promise<void> {
  if (!IS_RECORDING) return
  services.add(child)
  child.once('exit', () => services.delete(child))
  await ask(child)
}

/** A page has loaded a file of the built pages. */
export function noteLoaded(address: string): void {
  const { pathname } = new URL(address)
  if (IS_RECORDING && pathname.startsWith('/assets/')) chunks.add(pathname.slice(1))
}

/** A page that a test has built has loaded modules; absolute paths. */
export function noteModules(paths: readonly string[]): void {
  if (!IS_RECORDING) return
  for (const path of paths) if (path.startsWith(`${ROOT}src/`)) modules.add(path.slice(ROOT.length))
}

/**
 * Since the last call: source files of which the services of this process have run functions, or that pages built here
 * have loaded, and built files that other pages have loaded.
 */
export async function takeTouched(): Promise<{ files: string[]; chunks: string[] }> {
  const files = (await Promise.all([...services].map(ask))).flat()
  const found = { files: [...new Set([...files, ...modules])], chunks: [...chunks] }
  chunks.clear()
  modules.clear()
  return found
}

function ask(child: ChildProcess): Promise<string[]> {
  return new Promise((resolve) => {
    const patience = setTimeout(() => done([]), PATIENCE_MS)
    const done = (files: string[]) => {
      clearTimeout(patience)
      child.off('message', answer)
      child.off('exit', none)
      resolve(files)
    }
    const none = () => done([])
    const answer = (message: unknown) => {
      if (message && typeof message === 'object' && 'touched' in message) done(message.touched as string[])
    }
    child.on('message', answer)
    child.once('exit', none)
    child.send('touched?', (error) => error && none())
  })
}
