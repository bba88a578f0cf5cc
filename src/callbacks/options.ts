import type { EgressClient } from '../egress/client.ts'
import type { ClaimRows } from '../store/cluster/callbacks/deliveryClaim.ts'
import type { RetentionOptions } from '../store/cluster/callbacks/retention.ts'
import type { Log } from '../store/postgres/log.ts'
import type { Pool } from '../store/postgres/pools.ts'
import type { BreakerSettings } from './breaker.ts'
import type { FairnessSettings } from './receivers.ts'

export interface CallbackSendingSettings {
  /** Waits before the first, second… attempt, ± 10 %; after the last the delivery is exhausted. */
  scheduleMs: readonly number[]
  timeoutMs: number
  /** Longest time without looking at the queue. */
  pollMs?: number
  /** After only failures for this long, a project's callbacks are turned off. */
  giveUpAfterMs?: number
  /** How long running requests may take after a stop. */
  graceMs?: number
  breaker?: Partial<BreakerSettings>
  fairness?: Partial<FairnessSettings>
  retention?: RetentionOptions
}

/** Hooks for metrics; every one is optional and must not throw. */
export interface CallbackMetrics {
  attempt?(outcome: 'delivered' | 'failed' | 'gone', durationMs: number): void
  /** From the commit that announced it to the answer, for deliveries that went through. */
  delivered?(ageMs: number): void
  exhausted?(): void
  breakerOpened?(): void
  switchedOff?(): void
}

export interface CallbackOptions {
  pool: Pool
  /** For one dedicated connection: LISTEN, and the lock that shows this worker is alive. */
  connectionString: string
  masterKey: Buffer
  egress: EgressClient
  settings: CallbackSendingSettings
  /** How due deliveries of all projects are leased; left out: they lie on one machine. */
  claimRows?: ClaimRows
  log: Log
  metrics?: CallbackMetrics
  /** Stops the worker like `stop()`. */
  signal?: AbortSignal
}
