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

/** Source files of which the services of this process have run functions, and built files that pages have loaded, since the last call. */
export async function takeTouched(): Promise<{ files: string[]; chunks: string[] }> {
  const files = (await Promise.all([...services].map(ask))).flat()
  const loaded = [...chunks]
  chunks.clear()
  return { files: [...new Set(files)], chunks: loaded }
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
