import type { JobFilter } from './jobFilter.ts'
import type { Jobs } from './jobs.ts'
import type { CallOptions } from './transport.ts'
import type { ResultDocument } from './types/result.ts'

/** Result documents of completed jobs. */
export class Results {
  readonly #jobs: Jobs

  constructor(jobs: Jobs) {
    this.#jobs = jobs
  }

  /** The latest result document; null before the first completion. */
  get(jobId: string, options: CallOptions = {}): Promise<ResultDocument | null> {
    return this.#jobs.result(jobId, options)
  }

  /** Iterates by any filter of the list of jobs. */
  async *iter(filter: JobFilter = {}, options: CallOptions = {}): AsyncGenerator<ResultDocument> {
    for await (const { job_id: jobId } of this.#jobs.iter({ ...filter, status: 'completed' }, options)) {
      // One that was reopened meanwhile keeps its last result.
      const document = await this.get(jobId, options)
      if (document) yield document
    }
  }
}
