import { setTimeout as sleep } from 'node:timers/promises'
import { type Static, Type } from 'typebox'
import { type BulkAnswer, jobEndpoints, MOST_ANNOTATORS } from '../../contract/jobs.ts'
import { type Fault, faultAt, faultText } from '../../formats/errors/fault.ts'
import { readMetadata } from '../../formats/jobBody/metadata.ts'
import { jobBodySchema } from '../../formats/jobBody/schema.ts'
import { isObject } from '../../formats/jobBody/shape.ts'
import type { AuditActor } from '../../model/audit.ts'
import { MAX_JOB_VALUES } from '../../model/limits.ts'
import type { NewJob } from '../../store/cluster/jobs/writeJobs.ts'
import type { Session } from '../../store/cluster/people/sessions.ts'
import { type DryRunFindings, dryRunAnswer, forgetDryRun } from '../../store/project/dryRuns/dryRuns.ts'
import { findJob, type Job } from '../../store/project/jobs/jobs.ts'
import { namedFileIds } from '../../workflow/files/files.ts'
import {
  type Correction,
  cancelJob,
  changeJob,
  type JobChanges,
  reopenJob,
  retryJob,
} from '../../workflow/jobs/manageJob.ts'
import { answerOf, newJob, startDryRun, submitJob, submitJobOnce } from '../../workflow/jobs/submitJob.ts'
import { seesChecks } from '../../workflow/policies/figures.ts'
import { refused } from '../../workflow/refusal.ts'
import type { ApiContext } from '../context.ts'
import { ApiError, errorBody, knownError, noSuchJob } from '../http/apiError.ts'
import { readJsonBody } from '../http/body.ts'
import { type Route, route } from '../http/route.ts'
import type { JobReading } from '../threads/jobCheck.ts'
import { checkBody, checkBulk, checkCorrection } from './bodyChecks.ts'
import { findReferenced, listJobs } from './jobList.ts'
import { jobRecord, recordSeenBy } from './record.ts'

const PATIENCE_MS = 60_000
const POLL_MS = 50

/** Validates a body without creating anything: the body, then (by a worker) one attempt at each of its URLs. */
async function dryRun(
  context: ApiContext,
  projectId: string,
  received: Buffer,
): Promise<DryRunFindings & { valid: boolean }> {
  const checked = await check(context, projectId, received)
  if (checked.failures) return { valid: false, ...checked }
  const id = await startDryRun(context.pool, projectId, checked.body)
  context.wake('tasks')
  const findings = await waitForAnswer(context, projectId, id)
  await forgetDryRun(context.pool, projectId, id)
  if (!findings) return { valid: true, failures: [], warnings: checked.warnings, unchecked: [...checked.urls] }
  return { valid: findings.failures.length === 0, ...findings, warnings: [...checked.warnings, ...findings.warnings] }
}

async function check(context: ApiContext, projectId: string, received: Buffer) {
  try {
    const { job, urls } = await readNewJob(context, projectId, received, true)
    return { failures: null, warnings: [...job.warnings] as DryRunFindings['warnings'], urls, body: asBuffer(job.body) }
  } catch (error) {
    const refusal = knownError(error)
    // A body that is not JSON has no failures to list, so it stays a 400.
    if (!refusal || refusal.status >= 500 || refusal.failures.length === 0) throw error
    return { failures: [...refusal.failures], warnings: [], unchecked: [] }
  }
}

async function waitForAnswer(context: ApiContext, projectId: string, id: string): Promise<DryRunFindings | null> {
  const untilMs = performance.now() + PATIENCE_MS
  while (performance.now() < untilMs) {
    const answer = await dryRunAnswer(context.pool, projectId, id)
    if (answer) return answer
    await sleep(POLL_MS)
  }
  return null
}

const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer => Buffer.from(buffer, byteOffset, byteLength)

/** Reads `{priority_weight?, metadata?, consensus_annotators?}`, of which at least one is there. */
function readJobChange(body: unknown, mayChangeChecks: boolean): JobChanges {
  if (!isObject(body)) throw new ApiError('GE_0001', 'the body must be a JSON object')
  const { priority_weight: weight, metadata, consensus_annotators: annotators } = body
  if (annotators !== undefined && !mayChangeChecks)
    throw new ApiError('unauthorized', 'only the operator and managers change the number of annotators')
  const isAlone = metadata === undefined && annotators === undefined
  return {
    ...(annotators === undefined ? {} : { annotators: readAnnotators(annotators) }),
    ...(weight !== undefined || isAlone ? { priorityWeight: readPriority(weight) } : {}),
    ...(metadata === undefined ? {} : { metadata: readWhole(metadata) }),
  }
}

function readAnnotators(count: unknown): number {
  if (typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MOST_ANNOTATORS) return count
  const type = typeof count === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  throw new ApiError('GE_0002', `consensus_annotators is an integer from 1 to ${MOST_ANNOTATORS}`, {
    failures: [faultAt('consensus_annotators', type, `an integer from 1 to ${MOST_ANNOTATORS}`, count)],
  })
}

function readWhole(value: unknown) {
  const read = readMetadata(value)
  if ('metadata' in read) return read.metadata
  throw invalidMetadata(read.faults)
}

const invalidMetadata = (failures: readonly Fault[]) =>
  new ApiError('GE_0002', `metadata is not valid: ${faultText(failures)}`, { failures })

function readPriority(weight: unknown): number {
  if (typeof weight === 'number' && Number.isInteger(weight) && weight >= 1 && weight <= 10) return weight
  const type = weight === undefined ? 'MISSING' : typeof weight === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  throw new ApiError('FS_0012', 'priority_weight is an integer from 1 to 10', {
    failures: [faultAt('priority_weight', type, 'an integer from 1 to 10', weight)],
  })
}

const MAX_KEY_LENGTH = 255

/** The header's value; null when it was not sent. */
function readIdempotencyKey(header: string | string[] | undefined): string | null {
  if (header === undefined || header === '') return null
  if (typeof header === 'string' && header.length <= MAX_KEY_LENGTH) return header
  throw new ApiError('GE_0002', `Idempotency-Key has more than ${MAX_KEY_LENGTH} characters`, {
    failures: [faultAt('Idempotency-Key', 'OUT_OF_RANGE', `at most ${MAX_KEY_LENGTH} characters`, header)],
  })
}

export function jobRoutes(context: ApiContext): Route[] {
  const body = jobBodySchema(context.config.maxFrames)
  const large = { maxBodyBytes: context.config.maxBodyBytes, maxValues: MAX_JOB_VALUES }
  const record = (job: Job | null, madeBy: string | null) => {
    if (!job) throw noSuchJob()
    return jobRecord(context, job, madeBy)
  }
  const seen = (job: Job | null, session: Session | null) => {
    if (!job) throw noSuchJob()
    return recordSeenBy(context, session, job)
  }
  return [
    route(jobEndpoints.createJob, {
      rawBody: { schema: body },
      ...large,
      handle: ({ bytes, projectId, query, request }) => {
        if (query.dry_run) return dryRun(context, projectId, bytes)
        return createJob(context, projectId, bytes, readIdempotencyKey(request.headers['idempotency-key']))
      },
    }),
    route(jobEndpoints.createJobs, {
      rawBody: {
        schema: Type.Array(body, { maxItems: 1000 }),
        contentTypes: ['application/json', 'application/x-ndjson'],
      },
      maxBodyBytes: context.config.maxBodyBytes,
      handle: ({ bytes, projectId, request, key }) => {
        const isNdjson =
          request.headers['content-type']?.trim().toLowerCase().startsWith('application/x-ndjson') ?? false
        return submitBulk(context, projectId, bytes, isNdjson, { requestId: request.id, keyId: key.keyId })
      },
    }),
    route(jobEndpoints.listJobs, {
      handle: async ({ projectId, query, request, ...caller }) => {
        const { session } = caller
        const isAlone = Object.keys(request.query ?? {}).length === 1
        if (query.reference_id === undefined || !isAlone)
          return listJobs(context, projectId, query, request.query, caller)
        const job = await findReferenced(context, projectId, query.reference_id, session)
        return seen(job, session)
      },
    }),
    route(jobEndpoints.getJob, {
      handle: async ({ projectId, params, session }) =>
        seen(await findJob(context.pool, projectId, params.jid), session),
    }),
    route(jobEndpoints.changeJob, {
      handle: async ({ projectId, params, bytes, by, ...caller }) => {
        const change = readJobChange(readJsonBody(bytes), seesChecks(caller))
        const job = await changeJob(context.pool, by, { projectId, jobId: params.jid }, change)
        context.wake('tasks')
        return record(job, caller.session?.userId ?? null)
      },
    }),
    route(jobEndpoints.cancelJob, {
      handle: async ({ projectId, params, session, by }) =>
        record(await cancelJob(context.pool, by, { projectId, jobId: params.jid }), session?.userId ?? null),
    }),
    route(jobEndpoints.reopenJob, {
      handle: async ({ projectId, params, session, by, body }) => {
        const reason = body.reason?.trim() || null
        const job = await reopenJob(context.pool, by, { projectId, jobId: params.jid }, reason)
        return record(job, session?.userId ?? null)
      },
    }),
    route(jobEndpoints.retryJob, {
      ...large,
      handle: ({ projectId, params, bytes, session, by }) =>
        retryFromCall(context, projectId, params.jid, bytes, by, session?.userId ?? null),
    }),
  ]
}

/** Retries a job. Corrected `data` is checked like that of a new job of the same tag. */
async function retryFromCall(
  context: ApiContext,
  projectId: string,
  jobId: string,
  bytes: Buffer,
  by: AuditActor,
  madeBy: string | null,
) {
  const before = await findJob(context.pool, projectId, jobId)
  if (!before) throw noSuchJob()
  const corrected = bytes.length === 0 ? null : await readCorrected(context, before, bytes)
  const job = await retryJob(context.pool, by, before, corrected)
  context.wake('tasks')
  return jobRecord(context, job, madeBy)
}

async function readCorrected(
  context: ApiContext,
  { projectId, annotationType }: Job,
  received: Buffer,
): Promise<Correction | null> {
  const { bytes, reading } = await checkCorrection(context, projectId, received, annotationType)
  if ('refusal' in reading) throw refused(reading.refusal)
  if (!reading.data) return null
  const { frames, warnings, usedSensors, uploads } = reading.data
  const fileIds = await namedFileIds(context.pool, projectId, uploads)
  return { body: bytes, frames, warnings, keptSensors: usedSensors, fileIds }
}

/** Creates up to 1,000 jobs, each independently; the answers are in the order of the list. */
async function submitBulk(
  context: ApiContext,
  projectId: string,
  received: Buffer,
  isNdjson: boolean,
  caller: { requestId: string; keyId: string },
): Promise<Static<typeof BulkAnswer>> {
  const { bytes, reading } = await checkBulk(context, projectId, received, isNdjson)
  if ('refusal' in reading) throw refused(reading.refusal)
  // The call itself was counted as one.
  context.limits.charge(caller.keyId, reading.items.length - 1, performance.now())
  const checked = await Promise.all(
    reading.items.map(({ start, end, reading: item }) =>
      settled(checkedJob(context, projectId, item, bytes.subarray(start, end))),
    ),
  )
  // Added in order and in one turn of the loop, so that they share a flush and are stored in this order.
  const written = await Promise.all(
    checked.map((item) => ('value' in item ? settled(submitJob(context.pool, context.ingest, item.value)) : item)),
  )
  return {
    results: written.map((item, index) => {
      if ('value' in item) return { index, status: 200, success: true, data: answerOf(item.value) }
      const error = asRefusal(item.error)
      return { index, status: error.status, ...errorBody(error, caller.requestId) }
    }),
  }
}

type Settled<T> = { value: T } | { error: unknown }

async function settled<T>(promise: Promise<T>): Promise<Settled<T>> {
  try {
    return { value: await promise }
  } catch (error) {
    return { error }
  }
}

function asRefusal(error: unknown): ApiError {
  const known = knownError(error)
  if (known) return known
  throw error
}

/** The job of a body as it would be written, with the addresses of its files where they are asked for. `bytes` are used up. */
async function readNewJob(
  context: ApiContext,
  projectId: string,
  bytes: Buffer,
  withUrls = false,
): Promise<{ job: NewJob; urls: readonly string[] }> {
  const checked = await checkBody(context, projectId, bytes, withUrls)
  const job = await checkedJob(context, projectId, checked.reading, checked.bytes)
  return { job, urls: 'job' in checked.reading ? checked.reading.job.urls : [] }
}

async function checkedJob(
  { pool, projects }: ApiContext,
  projectId: string,
  reading: JobReading,
  bytes: Uint8Array,
): Promise<NewJob> {
  if ('refusal' in reading) throw refused(reading.refusal)
  return newJob(pool, projects, projectId, reading.job, bytes)
}

/** Creates one job, once where the call has an Idempotency-Key. Answers after the commit. */
async function createJob(context: ApiContext, projectId: string, bytes: Buffer, key: string | null) {
  const read = async (body: Buffer) => (await readNewJob(context, projectId, body)).job
  if (key === null) return answerOf(await submitJob(context.pool, context.ingest, await read(bytes)))
  const answer = await submitJobOnce(context.pool, { projectId, key, bytes }, read)
  context.wake('tasks')
  return answer
}
