import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { findJob, type Job, lockJobs } from '../store/project/jobs/jobs.ts'
import { retryUntilFound } from './retryUntilFound.ts'

/**
 * The due work of a task's job; null if there is none, which settles the task. It first reads the job again under its
 * lock: the commit of the task may become visible before the rest of the same commit, and the lock waits for that.
 */
export async function findDueWork<T>(
  pool: Pool,
  task: Task,
  look: (job: Job) => Promise<T | null> | T | null,
): Promise<T | null> {
  const { projectId, subjectId } = task
  const looks = [
    () => findJob(pool, projectId, subjectId),
    async () => (await lockJobs(pool, projectId, [subjectId])).at(0),
  ]
  let job: Job | null | undefined
  for (const read of looks) {
    job = await read()
    const due = job && (await look(job))
    if (due) return due
  }
  await (job ? completeTasks(pool, [task]) : retryUntilFound(pool, task))
  return null
}
