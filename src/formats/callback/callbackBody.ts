import type { AnnotationType } from '../../model/annotationType.ts'
import type { JobMetadata } from '../../model/jobMetadata.ts'
import { isoTime } from '../isoTime.ts'
import type { Annotation, CallbackBody, ProjectEvent } from './callbackSchema.ts'

/** Result documents up to this size ride along inside the completed callback. */
export const INLINE_RESULT_LIMIT_BYTES = 256 * 1024

export interface CallbackJob {
  referenceId: string
  jobId: string
  tag: string
  /** Absent from the body if the job has none. */
  metadata?: JobMetadata
}

export interface CallbackResult {
  /** The `type` of the result document. */
  type: AnnotationType
  url: string
  resultVersion: number
  /** `data` of the result document, given when the whole document is at most INLINE_RESULT_LIMIT_BYTES. */
  data?: unknown
}

export interface CallbackError {
  code: string
  message: string
  failures: readonly { field: string; type: string }[]
}

/** The body says what a customer needs to know of one job; each POST carries one annotation. Returns JSON text. */
export function completedBody(job: CallbackJob, { type, url, resultVersion, data }: CallbackResult): string {
  const result = { type, url, result_version: resultVersion, ...(data !== undefined && { data }) }
  return bodyOf({ ...ofJob(job, 'COMPLETED'), result })
}

/** `flu_id` is what the specification's failure sample calls the job's id; clients read either. Returns JSON text. */
export function failedBody(job: CallbackJob, { code, message, failures }: CallbackError): string {
  const error = { code, message, meta_data: { failures: failures.map(({ field, type }) => ({ field, type })) } }
  return bodyOf({ ...ofJob(job, 'FAILED'), flu_id: job.jobId, error })
}

export function pendingBody(job: CallbackJob): string {
  return bodyOf(ofJob(job, 'PENDING'))
}

/** What POST callback/test sends: a completed job that cannot be taken for a real one. Returns JSON text. */
export function sampleBody(baseUrl: string): string {
  const job = { referenceId: 'callback-test', jobId: '00000000-0000-4000-8000-000000000000', tag: 'callback_test' }
  return completedBody(job, { type: 'image2d', url: `${baseUrl}/v1/attachments/callback-test`, resultVersion: 1 })
}

const ofJob = <S extends Annotation['status']>({ referenceId, jobId, tag, metadata = {} }: CallbackJob, status: S) => ({
  reference_id: referenceId,
  job_id: jobId,
  status,
  tag,
  ...(Object.keys(metadata).length > 0 && { metadata }),
})

function bodyOf(annotation: Annotation): string {
  const body: CallbackBody = { annotations: [annotation] }
  return JSON.stringify(body)
}

/** The body of an event that is not the outcome of a job: its name, and the ids of its subjects. Returns JSON text. */
export function eventBody(type: ProjectEvent['type'], at: Date, data: ProjectEvent['data']): string {
  const body: ProjectEvent = { type, timestamp: isoTime(at), data }
  return JSON.stringify(body)
}
