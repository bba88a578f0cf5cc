/** Thread that runs the jobs of one registry, one at a time, for ThreadPool. */
import { flushCompileCache } from 'node:module'
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, type TransferListItem, workerData } from 'node:worker_threads'
import type { JobAnswer, JobRegistry, JobRequest, ThreadContext, WireError } from './protocol.ts'

class TooHeavy extends Error {}

/** Garbage of jobs, objects or buffers, is collected from this size when the thread is idle. */
const LARGE_REST_BYTES = 48 * 1024 * 1024
/** From this size it is collected immediately. */
const HUGE_REST_BYTES = 96 * 1024 * 1024
const IDLE_MS = 100

setFlagsFromString('--expose-gc')
const collectGarbage: (options: object) => void = runInNewContext('gc')

const port = parentPort
if (!port) throw new Error('worker.ts runs as a worker thread only')

const registry: JobRegistry = (await import(workerData.registryUrl)).jobs

function wireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error), type: null, cost: 0, stack: null }
  const type = 'type' in error && typeof error.type === 'string' ? error.type : null
  const cost = 'cost' in error && typeof error.cost === 'number' ? error.cost : 0
  return { name: error.name, message: error.message, type, cost, stack: error.stack ?? null }
}

async function run(request: JobRequest): Promise<void> {
  const { id } = request
  const transferred: TransferListItem[] = []
  const context: ThreadContext = {
    transfer: (...items) => transferred.push(...items),
    isHeavy: request.heavy,
    beHeavy() {
      if (!request.heavy) throw new TooHeavy()
    },
  }
  let answer: JobAnswer
  try {
    const handler = Object.hasOwn(registry, request.name) ? registry[request.name] : undefined
    if (!handler) throw new Error(`no job is called ${request.name}`)
    answer = { id, outcome: 'done', value: await handler(request.input, context) }
  } catch (error) {
    answer =
      error instanceof TooHeavy ? { id, outcome: 'too_heavy' } : { id, outcome: 'failed', error: wireError(error) }
  }
  try {
    port?.postMessage(answer, answer.outcome === 'done' ? transferred : [])
  } catch (error) {
    port?.postMessage({ id, outcome: 'failed', error: wireError(error) } satisfies JobAnswer)
  }
}

/**
 * An idle thread keeps what its last job left until it has another: with several threads that is many jobs' memory.
 * A usual collection keeps the pages for later; the last resort returns them.
 */
function shrinkHeap(fromBytes: number): void {
  const { total_heap_size, external_memory } = getHeapStatistics()
  if (total_heap_size + external_memory > fromBytes) collectGarbage({ type: 'major', flavor: 'last-resort' })
}

// The garbage of many small jobs accumulates: it is collected when no further job comes, not every hundred jobs.
let idle: NodeJS.Timeout | undefined
port.on('message', (request: JobRequest) => {
  clearTimeout(idle)
  // In the next turn, since in the turn of the message its content is still referenced.
  void run(request).then(() => {
    setImmediate(shrinkHeap, HUGE_REST_BYTES)
    idle = setTimeout(shrinkHeap, IDLE_MS, LARGE_REST_BYTES).unref()
  })
})
port.postMessage({ outcome: 'ready' })
// A thread whose process is killed leaves the next one nothing to be quick with.
setImmediate(flushCompileCache)
