import { TaskHint } from '../store/cluster/tasks/hint.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { notifyDeliveries } from '../store/project/callbacks/announce.ts'

export interface Hints {
  wake(what: 'tasks' | 'deliveries'): void
  /** Workers of this process, woken without a detour over the database. */
  local: { tasks: () => void; deliveries: () => void }
}

/** Sends hints to the workers of this process directly, and to those of others through the database. */
export function makeHints(pool: Pool): Hints {
  const taskHint = new TaskHint(pool)
  let deliveriesRung = false
  const hints: Hints = {
    local: { tasks: () => {}, deliveries: () => {} },
    wake(what) {
      hints.local[what]()
      if (what === 'tasks') taskHint.ring()
      else if (!deliveriesRung) {
        deliveriesRung = true
        setTimeout(() => {
          deliveriesRung = false
          notifyDeliveries(pool).catch(() => {})
        }, 50).unref()
      }
    },
  }
  return hints
}
