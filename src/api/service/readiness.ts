import { setTimeout as sleep } from 'node:timers/promises'
import type { Draining } from '../http/draining.ts'

/** Each check by the name of its subject; it rejects if that is unavailable. Checks do not write. */
export type Checks = Readonly<Record<string, () => Promise<unknown>>>

/** It is there, but unusable for a reason that the operator has to know. */
export class UnusableError extends Error {}

const KEPT_MS = 1000
const DEADLINE_MS = 2000

/** Whether the service can do its work: checked at most once a second for all callers, and answered in time. */
export class Readiness {
  readonly #checks: Checks
  readonly #draining: Draining
  #last: { missing: Promise<string[]>; atMs: number } | null = null

  constructor(checks: Checks, draining: Draining) {
    this.#checks = checks
    this.#draining = draining
  }

  /** Names of what is missing, with the reason if known; empty: ready. */
  async missing(): Promise<string[]> {
    if (this.#draining.started) return ['time: the service is stopping']
    const nowMs = performance.now()
    if (!this.#last || nowMs - this.#last.atMs > KEPT_MS) this.#last = { missing: this.#look(), atMs: nowMs }
    const missing = await this.#last.missing
    if (missing.length === 0) this.#draining.noteReady()
    return missing
  }

  async #look(): Promise<string[]> {
    const found = await Promise.all(Object.entries(this.#checks).map(async ([name, check]) => lackOf(check, name)))
    return found.filter((lack) => lack !== null)
  }
}

async function lackOf(check: () => Promise<unknown>, name: string): Promise<string | null> {
  const late = new AbortController()
  const deadline = sleep(DEADLINE_MS, name, { signal: late.signal, ref: false }).catch(() => name)
  const looked = check().then(
    () => null,
    (error) => (error instanceof UnusableError ? `${name}: ${error.message}` : name),
  )
  const lack = await Promise.race([looked, deadline])
  late.abort()
  return lack
}
