import type { FastifyReply } from 'fastify'
import { Type } from 'typebox'
import { MAX_SAVE_BYTES } from '../../formats/workbench/work.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { withTransaction } from '../../store/postgres/transactions.ts'
import { type Job, lockJob } from '../../store/project/jobs/jobs.ts'
import { submit } from '../../store/project/jobs/stages.ts'
import { putSubmission } from '../../store/project/results/submissions.ts'
import { beat } from '../../store/project/work/activeTimes.ts'
import { kindOfStage } from '../../store/project/work/lease.ts'
import { lockWork, markSubmitted } from '../../store/project/work/works.ts'
import { ApiError } from '../http/apiError.ts'
import { textParameter } from '../http/query.ts'
import { type Route, route } from '../http/route.ts'
import { jobPayload, refuseUnchecked } from './jobPayload.ts'
import type { Workbench } from './parts.ts'
import { leaseLost, otherVersion, reachJob } from './reach.ts'
import { readBatch, saveOperations } from './saving.ts'
import { sendBytes, sendWith } from './sending.ts'
import { judge, storeWork, workAt } from './submission.ts'

/** Opening a job, saving what is done to it, and handing it in. */
export function workRoutes(workbench: Workbench): Route[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Everything that the editor opens with',
      handle: async ({ session, params, reply }) => {
        const job = await reachJob(workbench, session, params.jid)
        return openJob(workbench, session, job, reply)
      },
    }),
    route({
      method: 'GET',
      paths: ['/api/jobs/:jid/labels'],
      access: { session: 'viewJobs' },
      tag: 'pages',
      summary: 'Labels of a segmentation’s points, as bytes',
      query: Type.Object({ version: textParameter('of the document that they belong to') }),
      answerType: 'application/octet-stream',
      handle: async ({ session, params, query, reply }) => {
        const job = await reachJob(workbench, session, params.jid)
        return sendLabels(workbench, job, query.version, reply)
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/operations'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Save a batch of operations',
      rawBody: { schema: Type.Object({ batchId: Type.String(), baseVersion: Type.Integer() }) },
      maxBodyBytes: MAX_SAVE_BYTES,
      handle: async ({ session, params, bytes }) => {
        const batch = await readBatch(workbench, session.userId, bytes)
        const job = await reachJob(workbench, session, params.jid)
        return saveOperations(workbench, session, job, batch)
      },
    }),
    route({
      method: 'POST',
      paths: ['/api/jobs/:jid/submit'],
      access: { session: 'annotate' },
      tag: 'pages',
      summary: 'Hand the work in',
      body: Type.Object({ version: Type.Integer({ minimum: 0 }) }),
      handle: async ({ session, params, body }) => {
        const job = await reachJob(workbench, session, params.jid)
        return submitWork(workbench, session, job, body.version)
      },
    }),
  ]
}

async function openJob(workbench: Workbench, session: Session, job: Job, reply: FastifyReply) {
  refuseUnchecked(job)
  const { version, json } = await workbench.documents.opened(job)
  const isHolder = job.holderId === session.userId && (job.stage === 'in_progress' || job.stage === 'in_review')
  const payload = await jobPayload(workbench, job, {
    access: isHolder ? kindOfStage(job.stage) : 'read',
    files: { base: `/api/assets/${job.jobId}/`, query: '' },
    version,
    labelsUrl: `/api/jobs/${job.jobId}/labels?version=${version}`,
  })
  return sendWith(reply, payload, { document: json })
}

/** The labels at the version that was asked for; 409 when the work has moved on. */
async function sendLabels(workbench: Workbench, job: Job, asked: string | undefined, reply: FastifyReply) {
  if (job.operation !== 'segmentation3d') throw new ApiError('resource_error', 'this job has no labels')
  const { version, file } = await workbench.documents.openedLabels(job)
  if (asked !== undefined && asked !== String(version)) throw otherVersion(version)
  return sendBytes(reply, file)
}

async function submitWork(workbench: Workbench, session: Session, job: Job, version: number) {
  const { context } = workbench
  const { pool, projects } = context
  if (job.stage !== 'in_progress' || job.holderId !== session.userId) throw await leaseLost(pool, job)
  const work = await workAt(workbench, job, version)
  const annotations = await judge(workbench, job, work)
  const stored = await storeWork(workbench, work)
  const { project } = await projects.get(job.projectId)
  const tag = await projects.tag(job.projectId, job.tag)
  const to = (tag?.review ?? project.review) ? 'in_review' : 'assembling'
  const done = await withTransaction(pool, async (client) => {
    const locked = await lockJob(client, job.projectId, job.jobId)
    // Asked again under the lock: the files were written without holding anybody up.
    if (locked?.stage !== 'in_progress' || locked.holderId !== session.userId) return false
    const now = await lockWork(client, job)
    if (now?.version !== version) throw otherVersion(now?.version ?? 0)
    await beat(client, job, session.userId, 'annotate')
    await putSubmission(client, job.projectId, job.jobId, {
      version: (locked.resultVersion ?? 0) + 1,
      ...stored,
      annotations,
      keyId: null,
      userId: session.userId,
    })
    await markSubmitted(client, job, version)
    return submit(client, locked, to)
  })
  if (!done) throw await leaseLost(pool, job)
  context.wake('tasks')
  return { stage: to }
}
