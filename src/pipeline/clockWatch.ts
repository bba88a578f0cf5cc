import {
  followClockStep,
  type LeaseLengths,
  noteClock,
  readDatabaseClock,
  readSetBackMs,
} from '../store/cluster/clockSteps.ts'
import type { Pool } from '../store/postgres/pools.ts'

const LOOK_EVERY_MS = 5000
/** Clocks are brought in line by a few milliseconds a second; what is more is a step. */
const LEAST_STEP_MS = 5000
/** An answer that took longer says too little about when it was given. */
const MOST_TRIP_MS = 1000

interface Options {
  pool: Pool
  leases: LeaseLengths
  log: { warn(facts: object, message: string): void }
  /** Milliseconds on the database's clock. */
  readClock?: () => Promise<number>
  lookEveryMs?: number
}

/**
 * Compares the database's clock with one that cannot be set. After a step (a time server that corrects it, a virtual
 * machine that was resumed, another server after a failover) leases, retries and all that is due wait as long as they
 * were meant to: without this they would stall for as long as the clock went back, or all run out at once. A clock that
 * was set back while no process ran is noticed by what one of them read there last; one that was set forward then looks
 * like a longer stop, after which everything is due anyway.
 */
export function watchClock({ pool, log, leases, readClock, lookEveryMs = LOOK_EVERY_MS }: Options): { stop(): void } {
  let offsetMs: number | null = null
  const look = async () => {
    const askedMs = performance.now()
    const clockMs = await (readClock?.() ?? readDatabaseClock(pool))
    const tripMs = performance.now() - askedMs
    if (tripMs > MOST_TRIP_MS) return
    const nowMs = clockMs - askedMs - tripMs / 2
    const stepMs = offsetMs === null ? -(await readSetBackMs(pool)) : nowMs - offsetMs
    if (Math.abs(stepMs) >= LEAST_STEP_MS && (await followClockStep(pool, stepMs, leases))) {
      log.warn({ stepSeconds: Math.round(stepMs / 1000) }, 'the clock of the database was set; due times follow it')
    }
    offsetMs = nowMs
    await noteClock(pool)
  }
  // Where the database does not answer, the next look sees the step.
  const timer = setInterval(() => void look().catch(() => {}), lookEveryMs)
  void look().catch(() => {})
  return { stop: () => clearInterval(timer) }
}
