import { completeTasks } from '../store/cluster/tasks/settle.ts'
import type { Task } from '../store/cluster/tasks/task.ts'
import { withTransaction } from '../store/postgres/transactions.ts'
import { homeOf } from '../store/project/jobs/jobs.ts'
import { enqueueStep } from '../store/project/jobs/steps.ts'
import { findTruth, lockTruth } from '../store/project/quality/gold.ts'
import { findGiven } from '../store/project/quality/goldGiven.ts'
import { putScoredWork } from '../store/project/quality/scoredWork.ts'
import { findSubmitted } from '../store/project/work/assignments.ts'
import { scoreGold } from '../workflow/quality/goldScores.ts'
import { scoreSubmission } from './comparedWork.ts'
import type { PipelineContext } from './context.ts'
import { findDueWork } from './findDueWork.ts'

/** Compares a person's submission for a gold job with its ground truth. */
export async function scoreGoldCopy(context: PipelineContext, task: Task, signal: AbortSignal): Promise<void> {
  const { pool } = context
  const due = await findDueWork(pool, task, async (job) => {
    const given = await findGiven(pool, homeOf(job), job.jobId)
    const truth = given && (await findTruth(pool, given))
    const submitted = await findSubmitted(pool, job, 1)
    if (!given || !truth || !submitted?.documentSha256) return null
    const { number, documentSha256, labelsSha256, submittedAt } = submitted
    return { job, given, truth, submitted: { documentSha256, labelsSha256 }, number, submittedAt }
  })
  if (!due) return
  const { job, given, truth, submitted, number, submittedAt } = due
  const files = { accepted: truth, submitted }
  const { objects, ...made } = await scoreSubmission(context, job, files, signal)
  await withTransaction(pool, async (db) => {
    if ((await completeTasks(db, [task])).size === 0) throw new Error('the lease was lost')
    const now = await lockTruth(db, given)
    if (now?.documentSha256 !== truth.documentSha256 || now.labelsSha256 !== truth.labelsSha256) {
      await enqueueStep(db, job, 'score_work')
      return
    }
    const current = await findGiven(db, given.projectId, job.jobId)
    if (!current) return
    await scoreGold(db, current, made, submittedAt)
    const { projectId, tag, purpose, userId } = current
    const over = ['truth', `submission-${number}`] as const
    const scored = { source: 'gold', userId, score: made.score, objects, over, at: submittedAt } as const
    const { jobId, referenceId } = job
    if (purpose === 'gold') await putScoredWork(db, { projectId, jobId, referenceId, tag, ...scored })
  })
}
