import { complete } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { findJob, type Job, lockJob } from '../store/project/jobs/jobs.ts'
import { lookAgain } from './lookAgain.ts'

/**
 * What is to be done for the job of a task; null when it is nothing, and then the task is settled. Before that the job
 * is asked for once more under its lock: on a divided database its machine may have yet to commit what the machine of
 * the task has committed, and the lock waits for that.
 */
export async function dueOfJob<T>(
  pool: Pool,
  task: Task,
  look: (job: Job) => Promise<T | null> | T | null,
): Promise<T | null> {
  let job: Job | null = null
  for (const read of [findJob, lockJob]) {
    job = await read(pool, task.projectId, task.subjectId)
    const due = job && (await look(job))
    if (due) return due
  }
  await (job ? complete(pool, task) : lookAgain(pool, task))
  return null
}
