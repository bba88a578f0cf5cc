import type { JobSnapshot } from '../formats/results/jobSnapshot.ts'
import type { Job } from '../store/project/jobs/jobs.ts'
import { ownBuffer } from '../threads/ownBuffer.ts'
import type { PipelineContext } from './context.ts'
import { type PredictionReading, readPrediction } from './threads/readPrediction.ts'
import { bodyTag, planValidation, type StoredBody, type ValidationPlan } from './threads/validationPlan.ts'

/** Data from here on is parsed on a thread: it would hold up every call. */
const LARGE_BYTES = 256 * 1024
const TIME_LIMIT_MS = 120_000

type Lane = Pick<Job, 'projectId'>

/** The bytes are used up. */
export async function planJob(
  { threads }: PipelineContext,
  job: Pick<Job, 'projectId' | 'annotationType' | 'keptSensors'>,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<ValidationPlan> {
  const stored: StoredBody = { bytes, annotationType: job.annotationType, keptSensors: job.keptSensors }
  if (bytes.length < LARGE_BYTES) return planValidation(stored)
  return threads.run('planValidation', stored, { ...optionsFor(job, signal), transfer: ownBuffer(bytes) })
}

/** The tag that a body names, with its bytes. */
export async function tagOfBody(
  { threads }: PipelineContext,
  job: Lane,
  bytes: Uint8Array,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; tag: string }> {
  if (bytes.length < LARGE_BYTES) return { bytes, tag: bodyTag(bytes) }
  const options = { ...optionsFor(job, signal), transfer: ownBuffer(bytes) }
  const { bytes: returned, found } = await threads.run('readTag', { bytes }, options)
  return { bytes: returned, tag: found }
}

/** The payload is used up. */
export async function readPredictionOf(
  { threads }: PipelineContext,
  job: Lane,
  source: JobSnapshot,
  signal: AbortSignal,
): Promise<PredictionReading> {
  if (source.payload.length < LARGE_BYTES) return readPrediction(source)
  return threads.run('readPrediction', source, { ...optionsFor(job, signal), transfer: ownBuffer(source.payload) })
}

const optionsFor = ({ projectId }: Lane, signal: AbortSignal) => ({
  lane: projectId,
  timeLimitMs: TIME_LIMIT_MS,
  signal,
})
