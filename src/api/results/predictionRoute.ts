import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Time } from '../../formats/json/schemas.ts'
import { dataPlaceOf, findJob } from '../../store/project/jobs/jobs.ts'
import { findPrediction } from '../../store/project/results/submissions.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import { resultTarget } from './resultTarget.ts'

const TIME_LIMIT_MS = 60_000

/** The starting point of the annotator, as it was sent with the job, put or imported. */
export function predictionRoute(context: ApiContext): Route {
  return route({
    method: 'GET',
    paths: ['/v1/projects/:pid/jobs/:jid/prediction'],
    access: { key: 'read', session: 'viewJobs' },
    tag: 'results',
    summary: 'The starting point of the annotator, shaped like a submitted result',
    refusals: ['GONE'],
    answer: Type.Object({ data: Type.Object({}), created_at: Time }),
    handle: async ({ projectId, params, reply }) => {
      const job = await findJob(context.pool, projectId, params.jid)
      if (!job) throw noSuchJob()
      if (job.dataDeletedAt)
        throw new ApiError('GONE', 'the data of this job was deleted', { meta: { reason: 'DATA_DELETED' } })
      const made = await findPrediction(context.pool, dataPlaceOf(job))
      if (!made) throw new ApiError('resource_error', 'the job has no prediction')
      const [document, labels] = await Promise.all([
        context.files.readAll(made.documentSha256),
        made.labelsSha256 === null ? null : context.files.readAll(made.labelsSha256),
      ])
      const stored = { job: await resultTarget(context, job), document, labels }
      const transfer = ownBuffer(stored.job.payload)
      const options = { lane: projectId, timeLimitMs: TIME_LIMIT_MS, transfer }
      const data = await context.threads.run('showPrediction', stored, options)
      return sendWith(reply, { created_at: isoTime(made.createdAt) }, { data: [data] })
    },
  })
}
