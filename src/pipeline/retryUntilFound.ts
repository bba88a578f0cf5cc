import { completeTasks, retryLater } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Queryable } from '../store/postgres/pools.ts'

/** At growing distances, over five minutes in all. */
const LOOKS = 18
const FIRST_MS = 100
const LONGEST_MS = 30_000

/**
 * Puts off a task whose subject is not there, and drops it when it never comes: the task may become visible before the
 * rest of the same commit.
 */
export async function retryUntilFound(db: Queryable, task: Task): Promise<void> {
  if (task.attempts >= LOOKS) await completeTasks(db, [task])
  else await retryLater(db, task, Math.min(LONGEST_MS, FIRST_MS * 2 ** task.attempts), 'its subject is not there yet')
}
