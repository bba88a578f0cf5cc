import { postpone } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'

const BUSY_MS = 1000

/** Runs one task in a separate process; `died` when that process crashed before it settled the task. */
export type RunAlone = (task: Task, signal: AbortSignal) => Promise<'settled' | 'died'>

/**
 * Tasks that use a processor for minutes: each runs in a separate process, one at a time, so that it affects neither
 * calls nor other tasks nor the memory of this process. The others wait in the queue, not in a slot.
 */
export class IsolatedTasks {
  readonly #pool: Pool
  readonly #runAlone: RunAlone
  #isBusy = false

  constructor(pool: Pool, runAlone: RunAlone) {
    this.#pool = pool
    this.#runAlone = runAlone
  }

  /** @throws when the process died: the task is put off, and given to another. */
  async run(task: Task, signal: AbortSignal): Promise<void> {
    if (this.#isBusy) {
      await postpone(this.#pool, task, BUSY_MS, 'waits for another export or import of this process')
      return
    }
    this.#isBusy = true
    try {
      const end = await this.#runAlone(task, signal)
      if (end === 'died') throw new Error(`the process that worked on ${task.kind} ${task.subjectId} died`)
    } finally {
      this.#isBusy = false
    }
  }
}
