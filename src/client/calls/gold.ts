// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { GoldJobRow, Truth } from '../types/gold.ts'

/** The calls of `gold` that are one request each. */
export class GoldCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Make a job gold, or correct its truth: by its result, by the submission of a copy, or by a document. */
  async put(jobId: string, body: Truth = {}, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/jobs/${jobId}/gold`), {
      method: 'PUT',
      body,
      repeatable: true,
      ...options,
    })
  }

  /** Stop using the job as gold. */
  async delete(jobId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/jobs/${jobId}/gold`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }

  /** Gold jobs in the order of creation, with the number of people who had them and their mean score. */
  list(query: { job_id?: string } = {}, options: CallOptions = {}): AsyncGenerator<GoldJobRow> {
    return listed(this.scope, inProject(this.scope, '/gold'), 'gold', { ...query }, options)
  }
}
