import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { lockJobs } from '../store/project/jobs/jobs.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import { locate } from '../workflow/quality/comparedWork.ts'
import { candidatesOf, settleConsensus } from '../workflow/quality/consensus.ts'
import type { PipelineContext } from './context.ts'
import { findDueWork } from './findDueWork.ts'
import { jobSnapshotOf } from './jobSnapshotOf.ts'

const TIME_LIMIT_MS = 10 * 60_000

/** Compares the work of several people on a job, once the last of them has submitted. */
export async function compareConsensus(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool, files, threads } = context
  const due = await findDueWork(pool, task, async (job) => {
    const candidates = await candidatesOf(pool, job)
    return candidates && { job, candidates }
  })
  if (!due) return
  const { job, candidates } = due
  const documents = await Promise.all(
    candidates.map(async ({ documentSha256, labelsSha256 }) => {
      if (documentSha256 === null) throw new Error(`the document of a candidate of job ${job.jobId} is gone`)
      return locate(files, { documentSha256, labelsSha256 })
    }),
  )
  const order = { job: await jobSnapshotOf(pool, job), documents }
  const options = { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, signal, transfer: ownBuffer(order.job.payload) }
  const made = await threads.run('compareWork', order, options)
  await withTransaction(pool, async (db) => {
    const [locked] = await lockJobs(db, job.projectId, [job.jobId])
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    if (locked) await settleConsensus(db, locked, candidates, made)
  })
  context.wake('tasks')
}
