// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { Delivery, JobChange, JobDataShown, JobRecord, Prediction } from '../types/jobs.ts'

/** The calls of `jobs` that are one request each. */
export class JobsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Every attempt to deliver the callbacks of a job. */
  async deliveries(jobId: string, options: CallOptions = {}): Promise<Delivery[]> {
    return (
      await get<{ deliveries: Delivery[] }>(this.scope, inProject(this.scope, path`/jobs/${jobId}/deliveries`), options)
    ).deliveries
  }

  /** Resend the callbacks of a job now. */
  async resendCallbacks(jobId: string, options: CallOptions = {}): Promise<number> {
    return (
      await change<{ queued: number }>(this.scope, inProject(this.scope, path`/jobs/${jobId}/callback`), {
        repeatable: true,
        ...options,
      })
    ).queued
  }

  /** The job record. */
  get(jobId: string, options: CallOptions = {}): Promise<JobRecord> {
    return get<JobRecord>(this.scope, inProject(this.scope, path`/jobs/${jobId}`), options)
  }

  /** Change the priority of an unfinished job, its metadata, or the number of its annotators. */
  change(jobId: string, body: JobChange = {}, options: CallOptions = {}): Promise<JobRecord> {
    return change<JobRecord>(this.scope, inProject(this.scope, path`/jobs/${jobId}`), {
      method: 'PATCH',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** Cancel a job that is not finished. */
  cancel(jobId: string, options: CallOptions = {}): Promise<JobRecord> {
    return change<JobRecord>(this.scope, inProject(this.scope, path`/jobs/${jobId}/cancel`), { ...options })
  }

  /** What the annotator starts with, in the shape of a submitted result. */
  getPrediction(jobId: string, options: CallOptions = {}): Promise<Prediction> {
    return get<Prediction>(this.scope, inProject(this.scope, path`/jobs/${jobId}/prediction`), options)
  }

  /** The data of a job as it was received, and its files. */
  data(jobId: string, options: CallOptions = {}): Promise<JobDataShown> {
    return get<JobDataShown>(this.scope, inProject(this.scope, path`/jobs/${jobId}/data`), options)
  }

  /** Delete payload, files and results of a finished job; IDs and ledger stay. */
  deleteData(jobId: string, options: CallOptions = {}): Promise<JobRecord> {
    return change<JobRecord>(this.scope, inProject(this.scope, path`/jobs/${jobId}/data`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
