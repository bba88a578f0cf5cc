import type { Static } from 'typebox'
import type { ReviewedDocumentAnswer } from '../../contract/payload.ts'
import { type ReviewDecision, workEndpoints } from '../../contract/work.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { listReviews } from '../../store/project/results/reviews.ts'
import { refuseReview, refuseSilentRejection } from '../../workflow/policies/reviews.ts'
import { decideReview } from '../../workflow/work/decideReview.ts'
import { personOf } from '../http/actor.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendBytes, sendWith } from '../http/sendJson.ts'
import { authorizeJob } from './authorizeJob.ts'
import { snapshotWork } from './submission.ts'
import type { WorkbenchContext } from './workbenchContext.ts'

/** Decides a review, and lists earlier decisions. */
export function reviewRoutes(workbench: WorkbenchContext): Route[] {
  const { context } = workbench
  const reviewOf = async (session: Session, params: { jid: string; number: string }) => {
    const job = await authorizeJob(workbench, session, params.jid)
    const reviews = await listReviews(context.pool, job.projectId, job.jobId)
    const review = reviews.find(({ number }) => String(number) === params.number)
    if (!review?.documentSha256) throw new ApiError('resource_error', 'there is no snapshot of this review')
    return { job, review, documentSha256: review.documentSha256 }
  }
  return [
    route(workEndpoints.decideReview, {
      handle: async ({ session, params, body }) => {
        const job = await authorizeJob(workbench, session, params.jid)
        return decide(workbench, session, job, body)
      },
    }),
    route(workEndpoints.getReviewedDocument, {
      handle: async ({ session, params, reply }) => {
        const { job, review, documentSha256 } = await reviewOf(session, params)
        const labelsUrl = review.labelsSha256 && `/api/jobs/${job.jobId}/reviews/${review.number}/labels`
        const beside: Omit<ReviewedDocumentAnswer, 'document'> = { labelsUrl }
        const json = await workbench.documents.plain(job, await context.files.readAll(documentSha256))
        return sendWith(reply, beside, { document: json })
      },
    }),
    route(workEndpoints.openReviewedLabels, {
      handle: async ({ session, params, reply }) => {
        const { review } = await reviewOf(session, params)
        if (!review.labelsSha256) throw new ApiError('resource_error', 'this job has no labels')
        return sendBytes(reply, await context.files.readAll(review.labelsSha256))
      },
    }),
  ]
}

async function decide(workbench: WorkbenchContext, session: Session, job: Job, body: Static<typeof ReviewDecision>) {
  const { pool } = workbench.context
  const person = personOf(session)
  const made = { decision: body.decision, comment: body.comment?.trim() || null }
  // Asked before the work is read and written, and again under the lock.
  await refuseReview(pool, person, job)
  await refuseSilentRejection(pool, person, job, made)
  const work = await snapshotWork(workbench, job, body.version, made.decision === 'accept')
  const { stage } = await decideReview(pool, person, job, { ...made, work })
  workbench.context.wake('tasks')
  return { stage, undoUntil: null }
}
