import { type Listener, listen } from '../../postgres/listen.ts'
import type { Log } from '../../postgres/log.ts'
import type { Pool } from '../../postgres/pools.ts'

const CHANNEL = 'tasks'
const QUIET_MS = 50

/** Tells workers of other processes that there is something to do. A lost hint costs at most a poll. */
export class TaskHint {
  readonly #pool: Pool
  #timer: NodeJS.Timeout | null = null

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * Call after the commit, never inside: NOTIFY takes a lock of the whole database at commit. However often it is
   * called, at most one statement is sent every 50 ms.
   */
  ring(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null
      this.#pool.query('select pg_notify($1, $2)', [CHANNEL, '']).catch(() => {})
    }, QUIET_MS)
    this.#timer.unref()
  }
}

/** Calls `wake` at every hint, on a dedicated connection. */
export function listenForTasks(connectionString: string, log: Log, wake: () => void): Listener {
  return listen({ connectionString, channel: CHANNEL, log, onMessage: wake, onConnect: wake })
}
