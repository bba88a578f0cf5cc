import type { Pool } from '../../store/postgres/pools.ts'
import { tellOfShortConsensus } from '../../workflow/quality/shortConsensus.ts'
import { expireLeases } from '../../workflow/work/release.ts'

const EVERY_MS = 15_000
const TELL_EVERY_MS = 5 * 60_000

/**
 * Ends expired leases of inactive people; the queue ignores such leases immediately. Every api process does it and
 * skips leases that another one has locked.
 */
export function startSweep(pool: Pool, warn: (error: unknown) => void): { stop(): void } {
  const timer = setInterval(() => expireLeases(pool).catch(warn), EVERY_MS)
  const telling = setInterval(() => tellOfShortConsensus(pool).catch(warn), TELL_EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      clearInterval(telling)
    },
  }
}
