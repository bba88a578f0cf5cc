import { assistantEndpoints } from '../../contract/assistants.ts'
import { readCompareOptions } from '../../formats/comparison/compareOptions.ts'
import type { Fault } from '../../formats/errors/fault.ts'
import { findAssistant } from '../../store/project/assistants/assistants.ts'
import { predictedJobs } from '../../store/project/assistants/runs.ts'
import { suggestionsOfRun } from '../../store/project/assistants/suggestions.ts'
import { findJob } from '../../store/project/jobs/jobs.ts'
import { findSubmission } from '../../store/project/results/submissions.ts'
import { Gate } from '../../threads/gate.ts'
import { PoolError } from '../../threads/poolError.ts'
import { assistantNotFound } from '../../workflow/assistants/assistants.ts'
import { readJobSnapshot } from '../../workflow/jobs/readJobSnapshot.ts'
import { locate } from '../../workflow/quality/comparedWork.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, invalidRequest } from '../http/apiError.ts'
import { type Route, route } from '../http/route.ts'
import { EVALUATE_LIMIT_MS } from '../threads/compareDocuments.ts'
import type { PredictedJob } from '../threads/evaluateAssistant.ts'

const DEFAULT_JOBS = 200
/** Bodies of jobs that cross to the thread together. */
const MOST_BYTES = 128 * 1024 ** 2

export function evaluateRoute(context: ApiContext): Route {
  const gate = new Gate(1)
  return route(assistantEndpoints.evaluateAssistant, {
    handle: async ({ projectId, params, body }) => {
      const assistant = await findAssistant(context.pool, projectId, params.assistant)
      if (!assistant) throw assistantNotFound()
      const version = body.version ?? assistant.version ?? ''
      const failures: Fault[] = []
      const options = readCompareOptions({ ...(body.ignore && { ignore: body.ignore }) }, failures)
      if (failures.length > 0)
        throw invalidRequest(failures.map((fault) => ({ ...fault, field: fault.field.replace(/^options\./, '') })))
      const by = { assistant: assistant.name, version, tag: body.tag ?? null }
      const found = await predictedJobs(context.pool, projectId, by, body.jobs ?? DEFAULT_JOBS)
      const written = await gate.run(projectId, async () => {
        const jobs = await readJobs(context, projectId, found.jobs)
        const lane = { lane: projectId, timeLimitMs: EVALUATE_LIMIT_MS }
        return context.threads.run('evaluateAssistant', { jobs, options }, { ...lane, isLong: true }).catch(tooLarge)
      })
      return { assistant: assistant.name, version: version || null, jobs_total: found.total, ...written }
    },
  })
}

/** Reads the newest jobs, as many as fit into memory. */
async function readJobs(
  { pool, files, projects }: ApiContext,
  projectId: string,
  predicted: readonly { jobId: string; runId: string }[],
): Promise<PredictedJob[]> {
  const jobs: PredictedJob[] = []
  let bytes = 0
  for (const { jobId, runId } of predicted) {
    const job = await findJob(pool, projectId, jobId)
    const tag = job && (await projects.tagOfJob(job))
    if (!job || !tag || job.resultVersion === null) continue
    const [kept, submission, suggestions] = await Promise.all([
      readJobSnapshot(pool, job, tag),
      findSubmission(pool, projectId, jobId, job.resultVersion),
      suggestionsOfRun(pool, job, runId),
    ])
    if (!kept || !submission) continue
    bytes += kept.payload.byteLength
    if (bytes > MOST_BYTES) break
    jobs.push({
      job: kept,
      result: await locate(files, submission),
      suggestions: suggestions.map(({ record, more, score }) => ({ record, ...more, score })),
    })
  }
  return jobs
}

function tooLarge(error: unknown): never {
  if (error instanceof PoolError && (error.reason === 'TIME_LIMIT' || error.reason === 'OUT_OF_MEMORY'))
    throw new ApiError('FS_0013', 'evaluating so many jobs took too long or too much memory: ask for fewer in `jobs`')
  throw error
}
