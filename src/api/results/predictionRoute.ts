import { Type } from 'typebox'
import { isoTime } from '../../formats/isoTime.ts'
import { Time } from '../../formats/json/schemas.ts'
import { dataPlaceOf, findJob } from '../../store/project/jobs/jobs.ts'
import { findPrediction } from '../../store/project/results/submissions.ts'
import { Gate } from '../../threads/gate.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import { locate } from '../../workflow/quality/comparedWork.ts'
import type { ApiContext } from '../context.ts'
import { holdAnswer } from '../http/answerRoom.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import { resultTarget } from './resultTarget.ts'

const TIME_LIMIT_MS = 60_000

/** Each holds the job's body and what it makes of it; the others wait without. */
const AT_ONCE = 4

/** The starting point of the annotator, as it was sent with the job, put or imported. */
export function predictionRoute(context: ApiContext): Route {
  const gate = new Gate(AT_ONCE)
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
      const known = await Promise.all(
        [made.documentSha256, made.labelsSha256].map((sha256) => sha256 && context.files.stat(sha256)),
      )
      holdAnswer(
        reply,
        known.reduce((sum, file) => sum + (file ? file.bytes : 0), 0),
      )
      return gate.run(projectId, async () => {
        const stored = { job: await resultTarget(context, job), ...(await locate(context.files, made)) }
        const transfer = ownBuffer(stored.job.payload)
        const options = { lane: projectId, timeLimitMs: TIME_LIMIT_MS, transfer }
        const data = await context.threads.run('showPrediction', stored, options)
        return sendWith(reply, { created_at: isoTime(made.createdAt) }, { data: [data] })
      })
    },
  })
}
