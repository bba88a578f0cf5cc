/**
 * Loaded into the service under test (`node --import`): how long turns of its event loop take. SIGUSR2 writes the
 * figures since the last one to LOOP_TURNS_FILE.
 */
import { renameSync, writeFileSync } from 'node:fs'
import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'

export interface LoopTurns {
  /** By the clock: also while the machine was busy with other work. */
  delayP99Ms: number
  /** Processor time between two looks at the clock: how long the service itself made others wait. */
  busyP99Ms: number
  busyMostMs: number
}

const LOOK_EVERY_MS = 5

const file = process.env.LOOP_TURNS_FILE
if (isMainThread && file && process.argv[1]?.endsWith('main.ts')) {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  const busy = createHistogram()
  delay.enable()
  let used = process.threadCpuUsage()
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(used)
    used = process.threadCpuUsage()
    busy.record(Math.max(1, user + system))
  }, LOOK_EVERY_MS).unref()
  process.on('SIGUSR2', () => {
    const turns: LoopTurns = {
      delayP99Ms: Math.round(delay.percentile(99) / 1e6),
      busyP99Ms: Math.round(busy.percentile(99) / 1e3),
      busyMostMs: Math.round(busy.max / 1e3),
    }
    delay.reset()
    busy.reset()
    writeFileSync(`${file}.new`, JSON.stringify(turns))
    renameSync(`${file}.new`, file)
  })
}
