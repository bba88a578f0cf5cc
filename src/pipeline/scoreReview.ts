import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import type { Pool } from '../store/postgres/pools.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { type Job, lockJobs } from '../store/project/jobs/jobs.ts'
import { addComparison } from '../store/project/quality/comparisonSums.ts'
import { putScoredWork } from '../store/project/quality/scoredWork.ts'
import { addToSums } from '../store/project/quality/sums.ts'
import { setReviewScore } from '../store/project/results/reviews.ts'
import { findSubmission } from '../store/project/results/submissions.ts'
import type { TaskPayload } from '../store/taskKinds.ts'
import { submittedWork, sumPlaceOf } from '../workflow/quality/reviewOutcome.ts'
import { scoreSubmission } from './comparedWork.ts'
import type { PipelineContext } from './context.ts'
import { findDueWork } from './findDueWork.ts'

/** Compares accepted work with the submission, and adds the figures to the sums. */
export async function scoreReview(
  context: PipelineContext,
  task: Task & { payload: TaskPayload<'score_review'> },
  signal: AbortSignal,
): Promise<void> {
  const { pool } = context
  const { version, number } = task.payload
  const due = await findDueWork(pool, task, async (job) => {
    const documents = await documentsOf(pool, job, version)
    return documents && { job, documents }
  })
  if (!due) return
  const made = await scoreSubmission(context, due.job, due.documents, signal)
  await withTransaction(pool, async (db) => {
    const [job] = await lockJobs(db, task.projectId, [task.subjectId])
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    const place = job && (await sumPlaceOf(db, job, version))
    if (!place) return
    const { score, objects, ...figures } = made
    const at = { projectId: task.projectId, jobId: task.subjectId, version, number }
    if (await setReviewScore(db, at, score)) {
      await addToSums(db, place, { scored: 1, scoreSum: score })
      const over = [`result-${version}`, due.documents.name] as const
      const scored = { source: 'review', userId: place.userId, score, objects, over, at: place.submittedAt } as const
      // For a private copy, its own check is stored instead.
      if (job.origin === null) await putScoredWork(db, { ...at, ...scored, referenceId: job.referenceId, tag: job.tag })
    }
    await addComparison(db, place, figures)
  })
}

/** null: the data of the job was removed. */
async function documentsOf(pool: Pool, job: Job, version: number) {
  const accepted = await findSubmission(pool, job.projectId, job.jobId, version)
  const submitted = await submittedWork(pool, job, version)
  if (!accepted || !submitted?.documentSha256) return null
  const { name, documentSha256, labelsSha256 } = submitted
  return { accepted, submitted: { documentSha256, labelsSha256 }, name }
}
