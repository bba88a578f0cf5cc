import { resultEndpoints } from '../../contract/results.ts'
import { isoTime } from '../../formats/isoTime.ts'
import { dataPlaceOf, findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { findPrediction } from '../../store/project/results/submissions.ts'
import { Gate } from '../../threads/gate.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import { locate, type StoredPlace } from '../../workflow/quality/comparedWork.ts'
import type { ApiContext } from '../context.ts'
import { holdAnswer } from '../http/answerRoom.ts'
import { ApiError, noSuchJob } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { sendWith } from '../http/sendJson.ts'
import { resultTarget } from './resultTarget.ts'

const TIME_LIMIT_MS = 60_000

/** Each request holds the job's body and values derived from it; others wait without them. */
const AT_ONCE = 4

/** The pre-annotation of the job, as it was sent with the job, put or imported. */
export function predictionRoute(context: ApiContext): Route {
  const gate = new Gate(AT_ONCE)
  return route(resultEndpoints.getPrediction, {
    handle: async ({ projectId, params, reply }) => {
      const job = await findJob(context.pool, projectId, params.jid)
      if (!job) throw noSuchJob()
      if (job.dataDeletedAt)
        throw new ApiError('GONE', 'the data of this job was deleted', { meta: { reason: 'DATA_DELETED' } })
      const made = await findPrediction(context.pool, dataPlaceOf(job))
      if (!made) throw new ApiError('resource_error', 'the job has no prediction')
      holdAnswer(reply, await storedBytes(context, made))
      const data = await gate.run(projectId, () => shownPrediction(context, job, made))
      return sendWith(reply, { created_at: isoTime(made.createdAt) }, { data: [data] })
    },
  })
}

/** About as many as the answer will have. */
async function storedBytes({ files }: ApiContext, { documentSha256, labelsSha256 }: StoredPlace): Promise<number> {
  const document = await files.stat(documentSha256)
  const labels = labelsSha256 === null ? null : await files.stat(labelsSha256)
  return (document?.bytes ?? 0) + (labels?.bytes ?? 0)
}

async function shownPrediction(context: ApiContext, job: Job, made: StoredPlace): Promise<Uint8Array> {
  const stored = { job: await resultTarget(context, job), ...(await locate(context.files, made)) }
  const transfer = ownBuffer(stored.job.payload)
  return context.threads.run('showPrediction', stored, { lane: job.projectId, timeLimitMs: TIME_LIMIT_MS, transfer })
}
