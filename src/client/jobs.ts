import { type BulkOptions, type BulkResult, submitMany } from './bulk.ts'
import { JobsCalls } from './calls/jobs.ts'
import { type ExistingOption, existingJob } from './existingJob.ts'
import { FiducialError } from './fiducialError.ts'
import { type JobFilter, refuseUnknownFilters } from './jobFilter.ts'
import { change, changeAndCount, get, inProject, listed, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { UploadedFile } from './types/files.ts'
import type {
  CompareRequest,
  DryRun,
  JobBody,
  JobChecks,
  JobComparison,
  JobRecord,
  ListedJob,
  SubmittedResult,
} from './types/jobs.ts'
import type { ResultDocument } from './types/result.ts'
import type { JobCreated, JobData } from './types/words.ts'

export interface WaitOptions extends CallOptions {
  /** First pause between two looks; grows by half up to 30 s. */
  pollMs?: number
  /** Throws a FiducialError with code `timeout` after this time; no limit if absent. */
  timeoutMs?: number
}

const MAX_POLL_MS = 30_000
const FINISHED: ReadonlySet<string> = new Set(['completed', 'failed', 'cancelled'])

/** A job of one uploaded picture. */
export type JobOfFile = Omit<JobBody, 'data'> & { file: Pick<UploadedFile, 'url'> }

const bodyOfFile = ({ file, ...body }: JobOfFile): JobBody => ({ ...body, data: { image_url: file.url } })

/** Jobs of one project. Every method throws FiducialError when it is refused. */
export class Jobs extends JobsCalls {
  /**
   * Creates a job. Safe to repeat: a job that exists with exactly this payload is returned if an attempt of this call
   * may have created it, or always with `existing: 'accept'`. `file`, an uploaded picture, is the `image_url` of its data.
   */
  async create(wanted: JobBody | JobOfFile, options: CallOptions & ExistingOption = {}): Promise<JobCreated> {
    const body = 'file' in wanted ? bodyOfFile(wanted) : wanted
    try {
      const sending = { body, repeatable: true, signal: options.signal }
      const { data } = await changeAndCount(this.scope, inProject(this.scope, '/jobs', 'v0'), sending)
      return { ...(data as Omit<JobCreated, 'existing'>), existing: false }
    } catch (error) {
      const job = error instanceof FiducialError ? existingJob(error, body, options) : null
      if (job) return job
      throw error
    }
  }

  /** Creates any number of jobs, up to 1,000 a call, and answers one result each, in order. */
  createMany(
    bodies: Iterable<JobBody> | AsyncIterable<JobBody>,
    options: BulkOptions = {},
  ): AsyncGenerator<BulkResult> {
    return submitMany(this.scope, bodies, options)
  }

  /** Validates a job, including its files, without creating it. It may take a minute. */
  dryRun(body: unknown, options: CallOptions = {}): Promise<DryRun> {
    const address = withQuery(inProject(this.scope, '/jobs'), { dry_run: 'true' })
    return change(this.scope, address, { body, repeatable: true, ...options })
  }

  findByReference(referenceId: string, options: CallOptions = {}): Promise<JobRecord> {
    return get(this.scope, withQuery(inProject(this.scope, '/jobs'), { reference_id: referenceId }), options)
  }

  /** Jobs by any filter of the list, such as `{ status: 'completed', tag: 'boxes' }`. An unknown one is a TypeError. */
  async *iter(filter: JobFilter = {}, options: CallOptions = {}): AsyncGenerator<ListedJob> {
    refuseUnknownFilters(filter)
    yield* listed<ListedJob>(this.scope, inProject(this.scope, '/jobs'), 'jobs', { limit: 100, ...filter }, options)
  }

  /** Waits until the job is completed, failed or cancelled, and answers its record. */
  async wait(jobId: string, options: WaitOptions = {}): Promise<JobRecord> {
    const { timing } = this.scope.transport
    const startMs = timing.nowMs()
    for (let pauseMs = options.pollMs ?? 1000; ; pauseMs = Math.min(pauseMs * 1.5, MAX_POLL_MS)) {
      const record = await this.get(jobId, options)
      if (FINISHED.has(record.status)) return record
      const leftMs = options.timeoutMs === undefined ? Infinity : startMs + options.timeoutMs - timing.nowMs()
      if (leftMs <= 0) {
        const message = `job ${jobId} is still ${record.stage} after ${options.timeoutMs} ms`
        throw new FiducialError(message, { status: 0, code: 'timeout' })
      }
      await timing.sleep(Math.min(pauseMs, leftMs), options.signal)
    }
  }

  /** The latest result document; null before the first completion. */
  async result(jobId: string, options: CallOptions = {}): Promise<ResultDocument | null> {
    const { result } = await this.get(jobId, options)
    return result === null ? null : this.fetchResult(result, options)
  }

  /** A result document by the address that a record or a callback names. The key is not sent: the address is signed. */
  async fetchResult(url: string, options: CallOptions = {}): Promise<ResultDocument> {
    const response = await this.scope.transport.fetch(url, { signal: options.signal })
    if (response.ok) return (await response.json()) as ResultDocument
    throw new FiducialError(`the result document cannot be opened: HTTP ${response.status}`, {
      status: response.status,
      code: `http_${response.status}`,
    })
  }

  setPriority(jobId: string, priorityWeight: number, options: CallOptions = {}): Promise<JobRecord> {
    const body = { priority_weight: priorityWeight }
    return change(this.scope, this.#of(jobId), { method: 'PATCH', body, repeatable: true, ...options })
  }

  /** Sends a failed job through the checks again, with corrected data when given. */
  retry(jobId: string, data?: JobData, options: CallOptions = {}): Promise<JobRecord> {
    return change(this.scope, `${this.#of(jobId)}/retry`, { body: data ? { data } : {}, ...options })
  }

  /** Opens a completed job again; it completes as the next result_version. The reason is shown to who works on it. */
  reopen(jobId: string, { reason, ...options }: CallOptions & { reason?: string } = {}): Promise<JobRecord> {
    return change(this.scope, `${this.#of(jobId)}/reopen`, { body: { reason }, ...options })
  }

  /** Submits a result, as a machine or an outside team does (scope `annotate`). `data` as in result documents. */
  submitResult(jobId: string, data: object, options: CallOptions = {}): Promise<SubmittedResult> {
    return change(this.scope, `${this.#of(jobId)}/result`, { body: { data }, ...options })
  }

  /** The annotator's starting point (scope `annotate`), shaped like a submitted result. */
  predict(jobId: string, data: object, options: CallOptions = {}): Promise<unknown> {
    return change(this.scope, `${this.#of(jobId)}/prediction`, { method: 'PUT', body: { data }, ...options })
  }

  /** Decides a review (scope `annotate`; not with the key that submitted the result). */
  review(jobId: string, decision: 'accept' | 'reject', comment?: string, options: CallOptions = {}): Promise<unknown> {
    return change(this.scope, `${this.#of(jobId)}/review`, { body: { decision, comment }, ...options })
  }

  /**
   * Compares two documents of a job: which objects are equal, moved, missing, extra or of another class, with figures.
   * It stores nothing. More than 10,000 pairs come in pages: call again with `pageToken`.
   */
  compare(
    jobId: string,
    a: CompareRequest['a'],
    b: CompareRequest['b'],
    { options, pageToken, ...call }: CallOptions & { options?: CompareRequest['options']; pageToken?: string } = {},
  ): Promise<JobComparison> {
    const body = { a, b, ...(options && { options }), ...(pageToken && { page_token: pageToken }) }
    return change(this.scope, `${this.#of(jobId)}/compare`, { body, repeatable: true, ...call })
  }

  /** What the checks find in the saved work of a job; `version`: not the newest. */
  checks(jobId: string, { version, ...options }: CallOptions & { version?: number } = {}): Promise<JobChecks> {
    const query = version === undefined ? '' : `?version=${version}`
    return get(this.scope, `${this.#of(jobId)}/checks${query}`, options)
  }

  #of(jobId: string): string {
    return inProject(this.scope, path`/jobs/${jobId}`)
  }
}
