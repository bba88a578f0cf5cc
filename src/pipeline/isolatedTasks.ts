import { completeTasks, postpone } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Log } from '../store/postgres/log.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { findExport } from '../store/project/exports/exports.ts'
import { findImport } from '../store/project/imports/imports.ts'
import { findIngest } from '../store/project/ingests/ingests.ts'
import { ProjectTurns } from './projectTurns.ts'

const BUSY_MS = 500
const LOOK_MS = 1000
/** After a cancellation, a process ends its task within this time, or is killed. */
const GRACE_MS = 5000

/** Runs one task in a separate process; `died` when that process crashed before it settled the task. */
export type RunAlone = (task: Task, signal: AbortSignal) => Promise<'settled' | 'died'>

/**
 * Tasks that use a processor for minutes: each runs in a separate process, so that it affects neither calls nor other
 * tasks nor the memory of this process. There is one at a time for each process and project, and projects take turns. The
 * others wait in the queue, not in a slot.
 */
export class IsolatedTasks {
  readonly #pool: Pool
  readonly #log: Log
  readonly #free: RunAlone[]
  readonly #turns = new ProjectTurns()

  constructor({ pool, log }: { pool: Pool; log: Log }, processes: readonly RunAlone[]) {
    this.#pool = pool
    this.#log = log
    this.#free = [...processes]
  }

  /** @throws when the process died: the task is put off, and given to another. */
  async run(task: Task, signal: AbortSignal): Promise<void> {
    const { projectId } = task
    const runAlone = this.#turns.isTurnOf(projectId, this.#free.length > 0) ? this.#free.pop() : undefined
    if (!runAlone) {
      await postpone(this.#pool, task, BUSY_MS, 'waits for another export, import or ingest of this process')
      return
    }
    this.#turns.begin(projectId)
    try {
      await this.#runWatched(runAlone, task, signal)
    } finally {
      this.#turns.end(projectId)
      this.#free.push(runAlone)
    }
  }

  /** Ends the process, too, where the export or import was cancelled and the process does not notice it. */
  async #runWatched(runAlone: RunAlone, task: Task, signal: AbortSignal): Promise<void> {
    const cancelled = new AbortController()
    let graceEndsMs = Number.POSITIVE_INFINITY
    const look = setInterval(async () => {
      try {
        if (performance.now() > graceEndsMs) cancelled.abort(new Error('the task was cancelled'))
        else if (graceEndsMs === Number.POSITIVE_INFINITY && (await isCancelled(this.#pool, task)))
          graceEndsMs = performance.now() + GRACE_MS
      } catch (error) {
        this.#log.warn({ err: error, subjectId: task.subjectId }, 'whether a task is cancelled is not known now')
      }
    }, LOOK_MS)
    try {
      const end = await runAlone(task, AbortSignal.any([signal, cancelled.signal]))
      if (end === 'settled') return
      if (!cancelled.signal.aborted)
        throw new Error(`the process that worked on ${task.kind} ${task.subjectId} died or made no progress`)
      this.#log.warn({ kind: task.kind, subjectId: task.subjectId }, 'a process was ended, its task is cancelled')
      await completeTasks(this.#pool, [task])
    } finally {
      clearInterval(look)
    }
  }
}

/** No one wants the result any more. */
async function isCancelled(pool: Pool, { kind, projectId, subjectId }: Task): Promise<boolean> {
  const find = kind === 'export' ? findExport : kind === 'import' ? findImport : findIngest
  const row = await find(pool, projectId, subjectId)
  return row === null || row.status === 'cancelled'
}
