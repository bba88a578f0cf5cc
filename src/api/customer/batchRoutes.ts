import type { Static } from 'typebox'
import { batchEndpoints, type NewBatch } from '../../contract/batches.ts'
import { checkUrl } from '../../egress/target.ts'
import { faultAt } from '../../formats/errors/fault.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { urlFault } from '../../formats/jobBody/frameRules.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { type BatchSummary, batchStatus, findBatch, summariseBatches } from '../../store/project/batches/batches.ts'
import { JOBS_A_PAGE, jobsAfter } from '../../store/project/jobs/jobs.ts'
import { changeBatchState, createBatch } from '../../workflow/jobs/batches.ts'
import { refuseForeignCallback } from '../../workflow/jobs/submitJob.ts'
import { batchNotFound } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, invalidRequest } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { findJobs } from './jobList.ts'
import { makePageToken, readPageToken } from './pageToken.ts'
import { seesOwnJobsOnly } from './reachedJob.ts'
import { batchJobRow } from './record.ts'

export function batchRoutes(context: ApiContext): Route[] {
  const { pool, projects } = context
  return [
    route(batchEndpoints.createBatch, {
      handle: async ({ body, projectId, by }) => {
        const made = await readNewBatch(context, projectId, body)
        const batchId = await createBatch(pool, by, projectId, made)
        if (batchId) return { batch_id: batchId }
        throw new ApiError('BATCH_CREATION', 'the project has a batch of this name', {
          failures: [faultAt('name', 'DUPLICATE', 'a name that no batch of the project has', made.name)],
        })
      },
    }),
    route(batchEndpoints.getBatch, {
      handle: async ({ projectId, params, query, session }) => {
        const batchId = params.bid.toLowerCase()
        const batch = await findBatch(pool, projectId, batchId)
        if (!batch) throw batchNotFound()
        const token = query.page_token
        const isOwn = session && (await seesOwnJobsOnly(context, session, projectId))
        const { jobs, next } = isOwn
          ? await ownBatchPage(context, session, { projectId, batchId }, token)
          : await batchPage(context, { projectId, batchId }, token)
        const { linkSecret } = await projects.get(projectId)
        const rows = jobs.map((job) => batchJobRow(job, context.baseUrl(), linkSecret, session?.userId ?? null))
        return { id: batchId, project_id: projectId, name: batch.name, jobs: rows, next_page_token: next }
      },
    }),
    route(batchEndpoints.changeBatch, {
      handle: async ({ projectId, params, body: { state }, by }) => {
        const batchId = params.bid.toLowerCase()
        await changeBatchState(pool, by, { projectId, batchId }, state)
        return { batch_id: batchId, state }
      },
    }),
    route(batchEndpoints.getProjectDetails, {
      handle: async ({ projectId, session }) => {
        const { project } = await projects.get(projectId)
        const isLate = session !== null && (await seesOwnJobsOnly(context, session, projectId))
        const batches = await summariseBatches(pool, projectId, isLate)
        return { name: project.name, base: project.base, batches: batches.map(summary) }
      },
    }),
    route(batchEndpoints.getProjectStats, {
      handle: async ({ projectId, session }) => {
        const { project } = await projects.get(projectId)
        const isLate = session !== null && (await seesOwnJobsOnly(context, session, projectId))
        const batches = await summariseBatches(pool, projectId, isLate)
        const sum = (of: (batch: BatchSummary) => number) => batches.reduce((total, batch) => total + of(batch), 0)
        return {
          name: project.name,
          base: project.base,
          total_batches: batches.length,
          completed_batches: batches.filter((batch) => batchStatus(batch) === 'Complete').length,
          total_jobs: sum((batch) => batch.totalJobs),
          completed_jobs: sum((batch) => batch.completedJobs),
          total_frames: sum((batch) => batch.totalFrames),
          completed_frames: sum((batch) => batch.completedFrames),
          annotations: sum((batch) => batch.annotations),
        }
      },
    }),
  ]
}

async function readNewBatch({ allowNetworks, projects }: ApiContext, projectId: string, body: Static<typeof NewBatch>) {
  if (typeof body.project_id === 'string' && body.project_id.toLowerCase() !== projectId)
    throw invalidRequest([faultAt('project_id', 'INVALID_VALUE', 'the project of the address', body.project_id)])
  const sent = body.name === undefined ? body.label : body.name
  const name = body.name ?? body.label ?? ''
  if (name.trim() === '')
    throw invalidRequest([
      sent === undefined
        ? faultAt('name', 'MISSING', 'text', sent)
        : faultAt('name', 'INVALID_VALUE', 'text that is not empty', sent),
    ])
  const callbackUrl = body.callback_url ?? null
  if (callbackUrl !== null) {
    const fault = checkUrl(callbackUrl, { allowNetworks })
    if (fault) throw invalidRequest([urlFault('callback_url', fault, callbackUrl)])
    refuseForeignCallback((await projects.get(projectId)).callbackOrigins, callbackUrl)
  }
  return { name, description: body.description ?? '', callbackUrl }
}

function summary(batch: BatchSummary) {
  return {
    id: batch.batchId,
    name: batch.name,
    description: batch.description,
    is_default: batch.isDefault,
    total_jobs: batch.totalJobs,
    completed_jobs: batch.completedJobs,
    total_frames: batch.totalFrames,
    completed_frames: batch.completedFrames,
    annotations: batch.annotations,
    failed_jobs: batch.failedJobs,
    cancelled_jobs: batch.cancelledJobs,
    created_at: isoTime(batch.createdAt),
    status: batchStatus(batch),
    // The specification names the members of an open batch; others also have their state.
    ...(batch.state === 'open' ? {} : { state: batch.state }),
  }
}

interface BatchPlace {
  projectId: string
  batchId: string
}

async function batchPage({ pool }: ApiContext, { projectId, batchId }: BatchPlace, token: string | undefined) {
  const after = token === undefined ? 0 : readPageToken(token, batchId)
  const found = await jobsAfter(pool, projectId, batchId, after)
  const jobs = found.slice(0, JOBS_A_PAGE)
  const last = jobs.at(-1)
  return { jobs, next: found.length > jobs.length && last ? makePageToken(batchId, last.position) : null }
}

/** The same of jobs that the person holds or has submitted. */
async function ownBatchPage(
  context: ApiContext,
  session: Session,
  { projectId, batchId }: BatchPlace,
  token: string | undefined,
) {
  const query = { batch_id: batchId, ...(token !== undefined && { page_token: token }) }
  const { jobs, nextToken } = await findJobs(context, projectId, query, {}, session)
  return { jobs, next: nextToken }
}
