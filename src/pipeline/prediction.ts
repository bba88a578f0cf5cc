import { randomUUID } from 'node:crypto'
import { encodeDocument } from '../formats/document/documentFile.ts'
import { encodeLabels } from '../formats/document/labelsFile.ts'
import { readHandInBody } from '../formats/results/handInBody.ts'
import type { Asset } from '../store/jobs/assets.ts'
import type { Job } from '../store/jobs/jobs.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import { putPrediction } from '../store/results/submissions.ts'
import type { PipelineContext } from './context.ts'
import { loadJob } from './jobContext.ts'

export interface TakenPrediction {
  warnings: { field: string; type: string }[]
  keep(db: Queryable): Promise<void>
}

const NOTHING: TakenPrediction = { warnings: [], keep: async () => {} }
const MAX_WARNINGS = 100

/**
 * Reads the prediction that came with a job, now that its files are known. A bad one does not fail the job: people can
 * do the work without it, so its faults are told as warnings.
 */
export async function takePrediction(
  context: PipelineContext,
  job: Job,
  prediction: unknown,
  assets: ReadonlyMap<string, Asset>,
): Promise<TakenPrediction> {
  if (prediction === undefined) return NOTHING
  const { context: jobContext } = await loadJob(context.pool, job, assets)
  const read = readHandInBody(jobContext, prediction, { newId: randomUUID, defaultSource: 'pre_annotation' })
  if ('failures' in read) {
    const { failures } = read
    return {
      ...NOTHING,
      warnings: failures.slice(0, MAX_WARNINGS).map((f) => ({ field: `prediction.${f.field}`, type: f.type })),
    }
  }
  if (read.labelsUrl !== null) return { ...NOTHING, warnings: [{ field: 'prediction.data.url', type: 'NOT_ALLOWED' }] }
  const { sha256: documentSha256 } = await context.files.put(Buffer.from(encodeDocument(read.document)))
  const labels = read.labels && (await context.files.put(encodeLabels(read.labels)))
  const made = { documentSha256, labelsSha256: labels?.sha256 ?? null }
  return { warnings: [], keep: (db) => putPrediction(db, job.projectId, job.jobId, made) }
}
