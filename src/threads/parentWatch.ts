import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

const LOOK_MS = 500

/**
 * Ends this process after the one that started it has ended. It runs on a separate thread, because a process that is
 * stuck in a loop never sees that its parent has disconnected.
 */
export function endWithParent(): void {
  // Asked here: by the time that the thread runs, the parent may be another.
  new Worker(new URL(import.meta.url), { execArgv: [], workerData: process.ppid }).unref()
}

if (!isMainThread && parentPort) {
  const parent: number = workerData
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGKILL')
  }, LOOK_MS)
}
