import type { JobFilter } from './jobFilter.ts'
import type { Jobs } from './jobs.ts'
import { type ClientScope, document, path, redirected, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { ResultDocument } from './types/result.ts'

/** Result documents of completed jobs. */
export class Results {
  readonly #scope: ClientScope
  readonly #jobs: Jobs

  constructor(scope: ClientScope, jobs: Jobs) {
    this.#scope = scope
    this.#jobs = jobs
  }

  /** A result document by the address that a record or a callback names. The key is not sent: the address is signed. */
  fetch(url: string, options: CallOptions = {}): Promise<ResultDocument> {
    return this.#jobs.fetchResult(url, options)
  }

  /** The signed address of a file by an unsigned one of this service; it opens without a key. */
  locate(url: string, options: CallOptions = {}): Promise<string> {
    return redirected(this.#scope, withQuery('/v1/attachments', { url }), options)
  }

  /** The JSON Schema of the result documents of an operation. */
  schema(operation: ResultDocument['type'], options: CallOptions = {}): Promise<object> {
    return document(this.#scope, path`/v1/schemas/${operation}`, options)
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
