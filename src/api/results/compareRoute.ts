import { resultEndpoints } from '../../contract/results.ts'
import type { DocumentName } from '../../formats/comparison/compareBody.ts'
import { dataPlaceOf, findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { findPrediction, findSubmission } from '../../store/project/results/submissions.ts'
import { Gate } from '../../threads/gate.ts'
import { PoolError } from '../../threads/poolError.ts'
import { locate, type StoredDocument } from '../../workflow/quality/comparedWork.ts'
import { refused } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { makePageToken, readPageToken } from '../customer/pageToken.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { COMPARE_LIMIT_MS } from '../threads/compareDocuments.ts'
import { resultTarget } from './resultTarget.ts'

/** Each holds the job's body, and runs on one of the threads; the others wait without. */
const AT_ONCE = 4

export function compareRoute(context: ApiContext): Route {
  const gate = new Gate(AT_ONCE)
  return route(resultEndpoints.compareDocuments, {
    maxBodyBytes: context.config.maxResultBytes,
    handle: async ({ projectId, params, bytes }) => {
      const job = await findJob(context.pool, projectId, params.jid)
      if (!job) throw noSuchJob()
      const lane = { lane: projectId, timeLimitMs: COMPARE_LIMIT_MS }
      const asked = await context.threads.run('readComparing', bytes, lane)
      if ('refusal' in asked) throw refused(asked.refusal)
      const list = `compare ${job.jobId}`
      const start = asked.pageToken === null ? 0 : readPageToken(asked.pageToken, list)
      const [a, b] = await Promise.all([named(context, job, asked.a), named(context, job, asked.b)])
      const made = await gate.run(projectId, async () => {
        const order = { job: await resultTarget(context, job), body: bytes, a, b, options: asked.options, start }
        return context.threads.run('compareDocuments', order, { ...lane, isLong: true }).catch(tooLarge)
      })
      if ('refusal' in made) throw refused(made.refusal)
      const { next, ...comparison } = made
      return { ...comparison, next_page_token: next === null ? null : makePageToken(list, next) }
    },
  })
}

function tooLarge(error: unknown): never {
  if (!(error instanceof PoolError)) throw error
  if (error.reason === 'TIME_LIMIT')
    throw new ApiError('FS_0013', `comparing these documents took longer than ${COMPARE_LIMIT_MS / 1000} s`)
  if (error.reason === 'OUT_OF_MEMORY')
    throw new ApiError('FS_0013', 'comparing these documents takes more memory than this service has')
  throw error
}

/** A document that the job has; 409 where it is still to come, 404 for a version that never was. */
async function named(context: ApiContext, job: Job, name: DocumentName): Promise<StoredDocument | 'data'> {
  if (name === 'data') return 'data'
  const { pool, files } = context
  const { projectId, jobId, resultVersion } = job
  if (typeof name === 'object' && name.resultVersion > (resultVersion ?? 0)) {
    throw new ApiError('resource_error', `this job has no result of version ${name.resultVersion}`)
  }
  const version = typeof name === 'object' ? name.resultVersion : resultVersion
  const found =
    name === 'prediction'
      ? await findPrediction(pool, dataPlaceOf(job))
      : version === null
        ? null
        : await findSubmission(pool, projectId, jobId, version)
  if (!found) {
    const missing = name === 'prediction' ? 'prediction' : 'result'
    throw new ApiError('JOB_STATE', `this job has no ${missing} yet; it is ${job.stage}`, {
      meta: { stage: job.stage },
    })
  }
  return locate(files, found)
}
