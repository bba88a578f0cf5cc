import { complete } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { findJob, type Job, lockJob } from '../store/project/jobs/jobs.ts'
import { lookAgain } from './lookAgain.ts'

/**
 * The due work of a task's job; null if there is none, which settles the task. It first reads the job again under its
 * lock: on a distributed database, the job's machine may not yet have committed what the task's machine has, and the
 * lock waits for that.
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
