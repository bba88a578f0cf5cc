import { Readable } from 'node:stream'
import { download } from '../../egress/download.ts'
import { EgressError } from '../../egress/errors.ts'
import { checkUrl } from '../../egress/target.ts'
import { decodeLabels } from '../../formats/document/labelsFile.ts'
import { packFile, unpackDocument } from '../../formats/document/packedDocument.ts'
import type { Failure } from '../../formats/errors/codes.ts'
import { type Fault, faultAt } from '../../formats/errors/fault.ts'
import { refusal } from '../../formats/jobBody/jobBody.ts'
import { memberPath } from '../../json/text.ts'
import type { Finding } from '../../model/checks/finding.ts'
import { IMAGE_VIEW, type PointLabels, type ShapeSource } from '../../model/document/document.ts'
import { countLabels } from '../../model/segmentation/countLabels.ts'
import { PcdError, problemText } from '../../pcd/pcdError.ts'
import { DEFAULT_PCD_LIMITS } from '../../pcd/pcdLimits.ts'
import { readLabels } from '../../pcd/pcdReader.ts'
import { findPointCount } from '../../store/project/jobs/assets.ts'
import type { Job } from '../../store/project/jobs/jobs.ts'
import { ownBuffer } from '../../threads/ownBuffer.ts'
import { refused } from '../../workflow/refusal.ts'
import type { JobChecking } from '../checking/jobChecking.ts'
import type { ApiContext } from '../context.ts'
import { readingRefusal } from '../customer/bodyChecks.ts'
import { ApiError } from '../http/apiError.ts'
import { readSubmission, recordKey, type SubmissionOrder, type SubmissionReading } from '../threads/readSubmission.ts'
import { type CheckedLabels, validateLabels } from '../threads/validateLabels.ts'
import { resultTarget } from './resultTarget.ts'

const MOST_FAULTS = 1_000

/** Holds a submitted result against the checks of its tag. @throws WorkflowRefusal where they find errors */
async function refuseFindings(
  checking: JobChecking,
  job: Job,
  { document, labels, paths }: Exclude<SubmissionReading, { refusal: unknown }>,
  fetchedFile: Uint8Array | null,
): Promise<void> {
  const file = fetchedFile ?? labels
  const points = file && decodeLabels(file)
  const work = {
    version: 0,
    document: unpackDocument(packFile(Buffer.concat(document))),
    labelCounts: points && countLabels(points),
  }
  const { findings, frameIds } = await checking.whole(job, work)
  const errors = findings.filter(({ severity }) => severity === 'error')
  if (errors.length === 0) return
  const faults: Fault[] = []
  for (const error of errors) {
    for (const frame of error.frames ?? [null]) {
      if (faults.length >= MOST_FAULTS) break
      faults.push(faultAt(pathOf(error, frame, paths, frameIds), 'NOT_ALLOWED', error.code, error.message))
    }
  }
  throw refused(refusal('FS_0003', faults))
}

/** The path of a finding's record in the body; for the job or a frame, that of its attributes. */
function pathOf(
  { where: { trackId, sensorId } }: Finding,
  frame: number | null,
  paths: ReadonlyMap<string, string> | null,
  frameIds: readonly string[],
): string {
  if (frame === null) return 'data'
  if (trackId === undefined) return memberPath('data.frame_attributes', frameIds[frame])
  const views = [sensorId ?? null, null, IMAGE_VIEW]
  const found = views.map((view) => paths?.get(recordKey(trackId, view, frame))).find((path) => path !== undefined)
  return found ?? 'data'
}

/** A submitted result that was read, checked and stored in files, ready to be named by a row. */
export interface StoredSubmission {
  documentSha256: string
  labelsSha256: string | null
  annotations: number
}

const LABELS_DEADLINE_MS = 60_000

/** Bodies from here on are read on a worker thread: parsing them would hold up every other answer. */
const LARGE_BYTES = 256 * 1024
/** Counting and writing this many labels takes about as long. */
const LARGE_POINTS = 250_000
const READING_LIMIT_MS = 120_000

/**
 * Reads a submitted result or a prediction, checks it like human work, stores it. Uses up `bytes`. Throws the refusal.
 * @param checking of results: tags may be strict about what the checks find
 */
export async function storeSubmission(
  context: ApiContext,
  job: Job,
  bytes: Buffer,
  defaultSource: ShapeSource,
  checking: JobChecking | null = null,
): Promise<StoredSubmission> {
  const kept = await resultTarget(context, job)
  const isStrict = checking !== null && (kept.tag.strict ?? false)
  const order = { bytes, job: kept, defaultSource, withPaths: isStrict }
  const isSmall = bytes.length + order.job.payload.length < LARGE_BYTES
  const reading = isSmall ? readSubmission(order) : await readLarge(context, order, job.projectId)
  if ('refusal' in reading) throw refused(reading.refusal)
  const fetched = reading.labelsUrl === null ? null : await checkedLabels(context, job, reading)
  if (checking && isStrict) await refuseFindings(checking, job, reading, fetched?.file ?? null)
  const { sha256: documentSha256 } = await context.files.put(Readable.from(reading.document))
  const labels = reading.labels ?? fetched?.file
  const labelsSha256 = labels ? (await context.files.put(labels)).sha256 : null
  return { documentSha256, labelsSha256, annotations: fetched?.inUse ?? reading.annotations }
}

async function readLarge({ threads }: ApiContext, order: SubmissionOrder, lane: string): Promise<SubmissionReading> {
  const { length } = order.bytes
  const transfer = [...ownBuffer(order.bytes), ...ownBuffer(order.job.payload)]
  const options = { lane, timeLimitMs: READING_LIMIT_MS, transfer }
  return threads.run('readSubmission', order, options).catch((error) => {
    throw readingRefusal(error, length)
  })
}

async function checkedLabels(
  context: ApiContext,
  job: Job,
  { labelsUrl, legend }: Exclude<SubmissionReading, { refusal: unknown }>,
): Promise<Exclude<CheckedLabels, { failures: unknown }>> {
  const labels = await fetchLabels(context, job, labelsUrl!)
  const fetched = {
    labels,
    legend,
    pointCount: (await findPointCount(context.pool, job.projectId, job.jobId)) ?? 0,
    field: 'data.url',
  }
  const options = { lane: job.projectId, timeLimitMs: READING_LIMIT_MS, transfer: ownBuffer(labels) }
  const isLarge = labels.length >= LARGE_POINTS
  const checked = isLarge ? await context.threads.run('validateLabels', fetched, options) : validateLabels(fetched)
  if ('failures' in checked) throw refused(refusal('FS_0003', checked.failures))
  return checked
}

/** A labelled PCD at the caller's address, fetched through the guard. */
async function fetchLabels(context: ApiContext, job: Job, url: string): Promise<PointLabels> {
  const { accessRules } = await context.projects.get(job.projectId)
  const rules = { allowNetworks: context.allowNetworks, s3Allowed: true }
  const fault = checkUrl(url, rules)
  const refuse = (type: Failure['type'], reason: string) =>
    new ApiError('FS_0003', `data.url: ${reason}`, {
      failures: [faultAt('data.url', type, 'the address of a labelled PCD that can be read', url)],
    })
  if (fault) throw refuse(fault, 'the address is not valid')
  try {
    const result = await download(context.egress, {
      url,
      rules: accessRules,
      lane: job.projectId,
      maxBytes: DEFAULT_PCD_LIMITS.maxBytes,
      deadlineMs: LABELS_DEADLINE_MS,
      sink: (body) => readLabels(body, DEFAULT_PCD_LIMITS),
    })
    if (result.status === 'ok') return result.stored
    throw refuse('INVALID_URL', 'the file did not come')
  } catch (error) {
    if (error instanceof PcdError) throw refuse('INVALID_VALUE', error.problems.map(problemText).join('; '))
    if (error instanceof EgressError)
      throw refuse(error.kind === 'forbidden' ? 'FORBIDDEN_ADDRESS' : 'INVALID_URL', error.message)
    throw error
  }
}
