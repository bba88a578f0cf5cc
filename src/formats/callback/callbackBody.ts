import type { JobMetadata } from '../../model/jobMetadata.ts'

/** Status words of callbacks, as the customer's specification spells them. */
export type CallbackStatus = 'PENDING' | 'COMPLETED' | 'FAILED'

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
  /** The operation, which is the `type` of the result document. */
  type: string
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
export function completedBody(job: CallbackJob, result: CallbackResult): string {
  const { type, url, resultVersion, data } = result
  return annotationBody(job, 'COMPLETED', {
    result: { type, url, result_version: resultVersion, ...(data === undefined ? {} : { data }) },
  })
}

/** `flu_id` is what the specification's failure sample calls the job's id; clients read either. Returns JSON text. */
export function failedBody(job: CallbackJob, error: CallbackError): string {
  return annotationBody(job, 'FAILED', {
    flu_id: job.jobId,
    error: {
      code: error.code,
      message: error.message,
      meta_data: { failures: error.failures.map(({ field, type }) => ({ field, type })) },
    },
  })
}

export function pendingBody(job: CallbackJob): string {
  return annotationBody(job, 'PENDING', {})
}

/** What POST callback/test sends: a completed job that cannot be taken for a real one. Returns JSON text. */
export function sampleBody(baseUrl: string): string {
  const job = { referenceId: 'callback-test', jobId: '00000000-0000-4000-8000-000000000000', tag: 'callback_test' }
  return completedBody(job, { type: 'image2d', url: `${baseUrl}/v1/attachments/callback-test`, resultVersion: 1 })
}

function annotationBody(job: CallbackJob, status: CallbackStatus, rest: object): string {
  const { referenceId, jobId, tag, metadata = {} } = job
  const described = Object.keys(metadata).length > 0 ? { metadata } : {}
  const annotation = { reference_id: referenceId, job_id: jobId, status, tag, ...described, ...rest }
  return JSON.stringify({ annotations: [annotation] })
}
