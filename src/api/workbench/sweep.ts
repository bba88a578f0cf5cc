import { giveBackSilent } from '../../store/cluster/work/silentLeases.ts'
import type { Pool } from '../../store/postgres/pools.ts'

const EVERY_MS = 15_000

/**
 * Gives back what people were silent over, soon after their lease ran out; the queue looks past such leases at once.
 * Every api process does it: they pass over what another one has locked.
 */
export function startSweep(pool: Pool, warn: (error: unknown) => void): { stop(): void } {
  const timer = setInterval(() => giveBackSilent(pool).catch(warn), EVERY_MS)
  return { stop: () => clearInterval(timer) }
}
