import { documentEndpoints } from '../../contract/documents.ts'
import { DEFAULT_COMPARE_OPTIONS } from '../../model/compare/compareOptions.ts'
import { reaches } from '../../model/reaches.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { isUndoTime, type Job } from '../../store/project/jobs/jobs.ts'
import { findTruth } from '../../store/project/quality/gold.ts'
import { findGiven, type GivenGold } from '../../store/project/quality/goldGiven.ts'
import { findSubmitted } from '../../store/project/work/assignments.ts'
import { locate } from '../../workflow/quality/comparedWork.ts'
import { wrongState } from '../../workflow/refusal.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { resultTarget } from '../results/resultTarget.ts'
import { COMPARE_LIMIT_MS } from '../threads/compareDocuments.ts'
import { authorizeJob } from './authorizeJob.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

const noFeedback = () => new ApiError('resource_error', 'there is no feedback on this job')

/** Compares the person's work on a training job with the ground truth; for gold only if the tag gives feedback. */
export function feedbackRoute(workbench: WorkbenchContext): Route {
  return route(documentEndpoints.getFeedback, {
    handle: async ({ session, params }) => {
      const job = await authorizeJob(workbench, session, params.jid)
      const feedback = await feedbackFor(workbench, session, job)
      if (!feedback) throw noFeedback()
      const comparison = await compareWithTruth(workbench, job, feedback.given)
      return { ...comparison, passed: reaches(comparison.score, feedback.pass) }
    },
  })
}

/** The gold job behind this one, if its person may see the ground truth. */
export async function feedbackFor(
  { context }: WorkbenchContext,
  session: Session,
  job: Job,
): Promise<{ given: GivenGold; pass: number } | null> {
  const { project, tags } = await context.projects.get(job.projectId)
  const given = await findGiven(context.pool, project.projectId, job.jobId)
  const tag = tags.get(job.tag)
  const rule = given?.purpose === 'training' ? tag?.training : tag?.gold?.feedback ? tag.gold : null
  return given?.userId === session.userId && rule ? { given, pass: rule.pass } : null
}

async function compareWithTruth({ context }: WorkbenchContext, job: Job, given: GivenGold) {
  const { pool, files, threads } = context
  const [truth, submitted] = await Promise.all([findTruth(pool, given), findSubmitted(pool, job, 1)])
  // A submission that can still be undone is not corrected yet.
  if (!truth || !submitted?.documentSha256 || (await isUndoTime(pool, job)))
    throw wrongState('see feedback on', job.stage)
  const { documentSha256, labelsSha256 } = submitted
  const order = {
    job: await resultTarget(context, job),
    body: Buffer.alloc(0),
    a: await locate(files, truth),
    b: await locate(files, { documentSha256, labelsSha256 }),
    options: DEFAULT_COMPARE_OPTIONS,
    start: 0,
  }
  const limits = { lane: job.projectId, timeLimitMs: COMPARE_LIMIT_MS, isLong: true }
  const made = await threads.run('compareDocuments', order, limits)
  if ('refusal' in made) throw new Error('stored documents were not read')
  const { next: _, ...comparison } = made
  return { ...comparison, next_page_token: null }
}
