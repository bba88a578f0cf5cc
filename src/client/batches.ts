import { BatchesCalls } from './calls/batches.ts'
import { FiducialError } from './fiducialError.ts'
import { change, get, inProject, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { BatchPage, JobSummary, NewBatch } from './types/batches.ts'
import type { ProjectDetails } from './types/project.ts'

/** Batches of one project. */
export class Batches extends BatchesCalls {
  /** The id of the batch with this name, which is created if it does not exist. Safe to repeat. */
  async ensure(batch: NewBatch, options: CallOptions = {}): Promise<string> {
    try {
      return await this.create(batch, options)
    } catch (error) {
      if (!(error instanceof FiducialError) || error.code !== 'BATCH_CREATION') throw error
      const { batches } = await get<ProjectDetails>(this.scope, inProject(this.scope, '/details', 'v0'), options)
      const found = batches.find(({ name }) => name === batch.name)
      if (!found) throw error
      return found.id
    }
  }

  /** One page of a batch, up to 100 jobs in creation order. */
  page(batchId: string, pageToken?: string, options: CallOptions = {}): Promise<BatchPage> {
    const address = withQuery(inProject(this.scope, path`/batch/${batchId}`, 'v0'), { page_token: pageToken })
    return get(this.scope, address, options)
  }

  /** All jobs of a batch in creation order, page by page. */
  async *jobs(batchId: string, options: CallOptions = {}): AsyncGenerator<JobSummary> {
    for (let pageToken: string | undefined; ; ) {
      const page = await this.page(batchId, pageToken, options)
      yield* page.jobs
      if (!page.next_page_token) return
      pageToken = page.next_page_token
    }
  }

  /** Sends the callbacks of a batch again, now; `failed`: only those that were given up or are held. */
  async resendCallbacks(batchId: string, only?: 'failed', options: CallOptions = {}): Promise<number> {
    const address = withQuery(inProject(this.scope, path`/batch/${batchId}/callback`), { only })
    return (await change<{ queued: number }>(this.scope, address, { repeatable: true, ...options })).queued
  }
}
