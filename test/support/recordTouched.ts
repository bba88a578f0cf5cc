import { type Profiler, Session } from 'node:inspector'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { BroadcastChannel, isMainThread } from 'node:worker_threads'

/**
 * Loaded by a service, and each of its threads, before their own modules in a run of tests. Each time that the test asks
 * over the channel, it answers in which source files a function has run since it was asked last.
 */
const ROOT = new URL('../../', import.meta.url)
const THREADS_MS = 100
const session = new Session()
session.connect()
session.post('Profiler.enable')
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })

const threads = new BroadcastChannel('fiducial touched files')
threads.unref()

if (isMainThread) {
  process.on('message', async (message) => {
    if (message !== 'touched?') return
    const found = new Set(await touched())
    threads.onmessage = ({ data }) => {
      for (const path of data as string[]) found.add(path)
    }
    threads.postMessage('touched?')
    setTimeout(() => process.send?.({ touched: [...found] }), THREADS_MS).unref()
  })
  // The channel alone must not keep the process alive.
  process.channel?.unref()
} else {
  threads.onmessage = async ({ data }) => {
    if (data === 'touched?') threads.postMessage(await touched())
  }
}

function touched(): Promise<string[]> {
  return new Promise((resolve) => {
    session.post('Profiler.takePreciseCoverage', (_error, taken) =>
      resolve((taken?.result ?? []).filter(hasRun).map(pathOf)),
    )
  })
}

/**
 * Whether a function of the module was called. The first entry is the module itself, because a service loads all of
 * them.
 */
function hasRun({ url, functions }: Profiler.ScriptCoverage): boolean {
  return url.startsWith(`${ROOT}src/`) && functions.slice(1).some(({ ranges }) => ranges[0].count > 0)
}

function pathOf({ url }: Profiler.ScriptCoverage): string {
  return relative(fileURLToPath(ROOT), fileURLToPath(url))
}
