import { isMainThread, parentPort, Worker } from 'node:worker_threads'

const LOOK_MS = 500

/**
 * Ends this process after the one that started it has ended. It runs on a separate thread, because a process that is
 * stuck in a loop never sees that its parent has disconnected.
 */
export function endWithParent(): void {
  new Worker(new URL(import.meta.url), { execArgv: [] }).unref()
}

if (!isMainThread && parentPort) {
  const parent = process.ppid
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, LOOK_MS)
}
