import { Type } from 'typebox'
import { STATUS_OF } from '../../model/stage.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { findJob, type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { decideReview, submit } from '../../store/project/jobs/stages.ts'
import { addReview } from '../../store/project/results/reviews.ts'
import { findSubmission, putPrediction, putSubmission } from '../../store/project/results/submissions.ts'
import { words } from '../admin/words.ts'
import type { ApiContext } from '../context.ts'
import { HandedIn, JobRecord } from '../customer/answers.ts'
import { jobRecord } from '../customer/record.ts'
import { ApiError, noSuchJob, wrongState } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { deleteJobData } from './deleteData.ts'
import { storeHandIn } from './handIn.ts'

const J = '/v1/projects/:pid/jobs/:jid'

const HandInBody = Type.Object({
  type: Type.Optional(Type.String({ description: "the tag's operation" })),
  data: Type.Object({}, { description: 'as in the result document of that type' }),
})

export function resultRoutes(context: ApiContext): Route[] {
  const { pool } = context
  return [
    route({
      method: 'POST',
      paths: [`${J}/result`],
      access: 'annotate',
      tag: 'results',
      summary: 'Hand in a result: it is checked like the work of people and goes where theirs goes',
      rawBody: { schema: HandInBody },
      maxBodyBytes: context.config.maxResultBytes,
      answer: HandedIn,
      handle: async ({ projectId, params, bytes, key }) => {
        const job = await openJob(context, projectId, params.jid, 'hand in a result for')
        const stored = await storeHandIn(context, job, bytes, 'machine')
        const version = (job.resultVersion ?? 0) + 1
        const to = (await asksForReview(context, job)) ? 'in_review' : 'assembling'
        await withTransaction(pool, async (client) => {
          const locked = await lockJob(client, projectId, job.jobId)
          refuseHeld(locked, 'hand in a result for')
          await putSubmission(client, projectId, job.jobId, { version, ...stored, keyId: key.keyId, userId: null })
          if (!locked || !(await submit(client, locked, to)))
            throw wrongState('hand in a result for', locked?.stage ?? 'gone')
        })
        context.wake('tasks')
        return { job_id: job.jobId, status: STATUS_OF[to], stage: to, result_version: version }
      },
    }),
    route({
      method: 'PUT',
      paths: [`${J}/prediction`],
      access: 'annotate',
      tag: 'results',
      summary: 'Give the annotator a starting point, shaped like a result that is handed in',
      rawBody: { schema: HandInBody },
      maxBodyBytes: context.config.maxResultBytes,
      answer: JobRecord,
      handle: async ({ projectId, params, bytes }) => {
        const job = await openJob(context, projectId, params.jid, 'put a prediction to')
        const stored = await storeHandIn(context, job, bytes, 'pre_annotation')
        await withTransaction(pool, async (client) => {
          refuseHeld(await lockJob(client, projectId, job.jobId), 'put a prediction to')
          await putPrediction(client, projectId, job.jobId, stored)
        })
        return jobRecord(context, job)
      },
    }),
    route({
      method: 'POST',
      paths: [`${J}/review`],
      access: 'annotate',
      tag: 'results',
      summary: 'Decide a review; whoever handed the work in may not',
      body: Type.Object({
        decision: words('accept', 'reject'),
        comment: Type.Optional(Type.String({ maxLength: 10_000 })),
      }),
      answer: JobRecord,
      handle: async ({ projectId, params, body, key }) => {
        await withTransaction(pool, async (client) => {
          const job = await lockJob(client, projectId, params.jid)
          if (!job) throw noSuchJob()
          if (job.stage !== 'in_review') throw wrongState('review', job.stage)
          const version = (job.resultVersion ?? 0) + 1
          const submission = await findSubmission(client, projectId, job.jobId, version)
          if (submission?.keyId === key.keyId)
            throw new ApiError('unauthorized', 'this key handed the work in; another has to review it')
          const review = {
            version,
            decision: body.decision,
            comment: body.comment ?? null,
            keyId: key.keyId,
            userId: null,
          }
          await addReview(client, projectId, job.jobId, review)
          await decideReview(client, job, body.decision)
        })
        context.wake('tasks')
        return jobRecord(context, (await findJob(pool, projectId, params.jid))!)
      },
    }),
    route({
      method: 'DELETE',
      paths: [`${J}/data`],
      access: { key: 'admin', session: 'manageProjects' },
      tag: 'administration',
      summary: 'Remove payload, files and results of a finished job; ids and ledger stay',
      answer: JobRecord,
      handle: ({ projectId, params }) => deleteJobData(context, projectId, params.jid),
    }),
  ]
}

/** A job that may take work now: queued, or in progress under nobody's lease. */
async function openJob(context: ApiContext, projectId: string, jobId: string, verb: string): Promise<Job> {
  const job = await findJob(context.pool, projectId, jobId)
  if (!job) throw noSuchJob()
  if (job.stage !== 'queued' && job.stage !== 'in_progress') throw wrongState(verb, job.stage)
  refuseHeld(job, verb)
  return job
}

function refuseHeld(job: Job | null, verb: string): void {
  if (!job?.holderId || !job.heldUntil || job.heldUntil.getTime() <= Date.now()) return
  throw new ApiError('JOB_STATE', `cannot ${verb} a job that a person has in hand`, { meta: { stage: job.stage } })
}

async function asksForReview(context: ApiContext, job: Job): Promise<boolean> {
  const { project, tags } = await context.projects.get(job.projectId)
  return tags.get(job.tag)?.review ?? project.review
}
