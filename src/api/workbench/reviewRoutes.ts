import { type Static, Type } from 'typebox'
import type { ReviewedDocument } from '../../formats/workbench/job.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { isOwnWork } from '../../store/cluster/work/queue.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { decideReview } from '../../store/project/jobs/stages.ts'
import { addReview, listReviews } from '../../store/project/results/reviews.ts'
import { findSubmission, putSubmission } from '../../store/project/results/submissions.ts'
import { beat } from '../../store/project/work/activeTimes.ts'
import { countOpenIssues } from '../../store/project/work/issues.ts'
import { lockWork, markSubmitted } from '../../store/project/work/works.ts'
import { words } from '../admin/words.ts'
import { ApiError } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import type { Workbench } from './parts.ts'
import { leaseLost, otherVersion, reachJob } from './reach.ts'
import { sendBytes, sendWith } from './sending.ts'
import { judge, storeWork, workAt } from './submission.ts'

const Decision = Type.Object({
  decision: words('accept', 'reject'),
  comment: Type.Optional(Type.String({ maxLength: 10_000 })),
  version: Type.Integer({ minimum: 0 }),
})

/** Deciding a review, and what was decided before. */
export function reviewRoutes(workbench: Workbench): Route[] {
  const { context } = workbench
  const reviewOf = async (session: Session, params: { jid: string; number: string }) => {
    const job = await reachJob(workbench, session, params.jid)
    const reviews = await listReviews(context.pool, job.projectId, job.jobId)
    const review = reviews.find(({ number }) => String(number) === params.number)
    if (!review?.documentSha256) throw new ApiError('resource_error', 'of this review no work is kept')
    return { job, review, documentSha256: review.documentSha256 }
  }
  return [
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/review'],
      access: { session: 'review' },
      tag: 'pages',
      summary: 'Accept, fix or reject',
      body: Decision,
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
        return decide(workbench, session, job, body)
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/reviews/:number'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'The work as it was at a review',
      handle: async ({ session, params, reply }) => {
        const { job, review, documentSha256 } = await reviewOf(session, params)
        const labelsUrl = review.labelsSha256 && `/api/jobs/${job.jobId}/reviews/${review.number}/labels`
        const beside: Omit<ReviewedDocument, 'document'> = { labelsUrl }
        const json = await workbench.documents.plain(job, await context.files.readAll(documentSha256))
        return sendWith(reply, beside, { document: json })
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/reviews/:number/labels'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Labels as they were at a review, as bytes',
      answerType: 'application/octet-stream',
      handle: async ({ session, params, reply }) => {
        const { review } = await reviewOf(session, params)
        if (!review.labelsSha256) throw new ApiError('resource_error', 'this job has no labels')
        return sendBytes(reply, await context.files.readAll(review.labelsSha256))
      },
    }),
  ]
}

async function decide(workbench: Workbench, session: Session, job: Job, body: Static<typeof Decision>) {
  const { pool } = workbench.context
  const comment = body.comment?.trim() || null
  if (job.stage !== 'in_review' || job.holderId !== session.userId) throw await leaseLost(pool, job)
  if (body.decision === 'reject' && comment === null && (await countOpenIssues(pool, job)) === 0) {
    throw new ApiError('GE_0002', 'say why: a comment, or an issue that is open', {
      failures: [{ field: 'comment', type: 'MISSING' }],
    })
  }
  const work = await workAt(workbench, job, body.version)
  const annotations = body.decision === 'accept' ? await judge(workbench, job, work) : 0
  const stored = await storeWork(workbench, work)
  const done = await withTransaction(pool, async (client) => {
    const locked = await lockJob(client, job.projectId, job.jobId)
    if (locked?.stage !== 'in_review' || locked.holderId !== session.userId) return false
    if (await isOwnWork(client, locked, session.userId)) throw ownWork()
    const now = await lockWork(client, job)
    if (now?.version !== body.version) throw otherVersion(now?.version ?? 0)
    const version = (locked.resultVersion ?? 0) + 1
    const fixed = body.decision === 'accept' && now.version > now.submittedVersion
    if (fixed) {
      // Still the annotator's work, as far as it matters who may review it.
      const before = await findSubmission(client, job.projectId, job.jobId, version)
      const by = { keyId: before?.keyId ?? null, userId: before?.userId ?? null }
      await putSubmission(client, job.projectId, job.jobId, { version, ...stored, annotations, ...by })
      await markSubmitted(client, job, now.version)
    }
    await beat(client, job, session.userId, 'review')
    const { documentSha256, labelsSha256 } = stored
    await addReview(client, job.projectId, job.jobId, {
      version,
      decision: body.decision,
      comment,
      keyId: null,
      userId: session.userId,
      work: { documentSha256, labelsSha256, fixed },
    })
    return decideReview(client, locked, body.decision)
  })
  if (!done) throw await leaseLost(pool, job)
  workbench.context.wake('tasks')
  return { stage: body.decision === 'accept' ? 'assembling' : 'in_progress' }
}

const ownWork = () => new ApiError('unauthorized', 'this is your own work; somebody else has to review it')
