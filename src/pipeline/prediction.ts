import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import type { AccessRule } from '../egress/accessRules.ts'
import { download } from '../egress/download.ts'
import { EgressError } from '../egress/errors.ts'
import { encodeLabels } from '../formats/document/labelsFile.ts'
import type { Failure } from '../formats/errors/codes.ts'
import { isFileAddress } from '../formats/files/fileAddress.ts'
import { checkSubmittedLabels } from '../formats/results/submissionSegmentation.ts'
import type { PointLabels } from '../model/document/document.ts'
import { PcdError } from '../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS } from '../pcd/pcdLimits.ts'
import { readLabels } from '../pcd/pcdReader.ts'
import type { Queryable } from '../store/postgres/pools.ts'
import type { Job } from '../store/project/jobs/jobs.ts'
import { putPrediction } from '../store/project/results/submissions.ts'
import { readPredictionOf } from './bodyReading.ts'
import type { PipelineContext } from './context.ts'
import { openUpload } from './download.ts'
import { jobSnapshotOf } from './jobSnapshotOf.ts'
import type { ValidationPlan } from './threads/validationPlan.ts'

export interface TakenPrediction {
  warnings: { field: string; type: string }[]
  keep(db: Queryable): Promise<void>
}

const NOTHING: TakenPrediction = { warnings: [], keep: async () => {} }
const MAX_WARNINGS = 100
const URL_FIELD = 'prediction.data.url'
/** Between attempts; the job does not wait longer for what it can do without. */
const RETRIES_MS = [1_000, 4_000]

export interface Fetching {
  rules: readonly AccessRule[]
  signal: AbortSignal
}

/**
 * Reads the prediction that came with a job, once its files are known. An invalid one does not fail the job: people can
 * do the work without it, so its faults are reported as warnings.
 */
export async function takePrediction(
  context: PipelineContext,
  job: Job,
  plan: ValidationPlan,
  options: Fetching,
): Promise<TakenPrediction> {
  if (!plan.hasPrediction) return NOTHING
  const read = await readPredictionOf(context, job, await jobSnapshotOf(context.pool, job), options.signal)
  if ('failures' in read)
    return withoutPrediction(read.failures.map(({ field, type }) => ({ field: `prediction.${field}`, type })))
  const labelled =
    read.labelsUrl === null ? null : await fetchLabels(context, read.labelsUrl, { ...options, lane: job.projectId })
  if (typeof labelled === 'string') return withoutPrediction([{ field: URL_FIELD, type: labelled }])
  if (labelled) {
    const faults = checkSubmittedLabels(labelled, read.legend, read.pointCount, URL_FIELD)
    if (faults.length > 0) return withoutPrediction(faults)
  }
  const { sha256: documentSha256 } = await context.files.put(Readable.from(read.document))
  const file = labelled ? encodeLabels(labelled) : read.labels
  const labels = file && (await context.files.put(file))
  const made = { documentSha256, labelsSha256: labels?.sha256 ?? null }
  return { warnings: [], keep: (db) => putPrediction(db, job.projectId, job.jobId, made) }
}

/** Starts people with an empty document; warnings of a job have only the field and the type of a fault. */
const withoutPrediction = (faults: readonly Pick<Failure, 'field' | 'type'>[]): TakenPrediction => ({
  ...NOTHING,
  warnings: faults.slice(0, MAX_WARNINGS).map(({ field, type }) => ({ field, type })),
})

/** A labelled PCD at the customer's address; a word when it cannot be had. */
async function fetchLabels(
  context: PipelineContext,
  url: string,
  { rules, signal, lane }: Fetching & { lane: string },
): Promise<PointLabels | Failure['type']> {
  const { settings, egress } = context
  if (!URL.canParse(url)) return 'INVALID_URL'
  for (let attempt = 0; ; attempt++) {
    try {
      if (isFileAddress(url)) {
        const file = await openUpload(context, { projectId: lane, url, maxBytes: settings.maxCloudBytes })
        return await readLabels(await context.files.open(file.sha256), DEFAULT_PCD_LIMITS)
      }
      const result = await download(egress, {
        url,
        rules,
        lane,
        maxBytes: settings.maxCloudBytes,
        deadlineMs: settings.downloadDeadlineMs,
        signal,
        sink: (body) => readLabels(body, DEFAULT_PCD_LIMITS),
      })
      return result.status === 'ok' ? result.stored : 'INVALID_URL'
    } catch (error) {
      if (error instanceof PcdError) return 'INVALID_VALUE'
      if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
      if (error.kind === 'forbidden') return 'FORBIDDEN_ADDRESS'
      if (error.kind !== 'temporary' || attempt >= RETRIES_MS.length) return 'INVALID_URL'
      await setTimeout(RETRIES_MS[attempt], null, { signal })
    }
  }
}
