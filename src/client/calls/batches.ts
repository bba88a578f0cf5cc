// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, inProject, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { NewBatch } from '../types/batches.ts'

/** The calls of `batches` that are one request each. */
export class BatchesCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Create a batch. */
  async create(body: NewBatch = {}, options: CallOptions = {}): Promise<string> {
    return (await change<{ batch_id: string }>(this.scope, inProject(this.scope, '/batch'), { body, ...options }))
      .batch_id
  }

  /** Pause a batch (its jobs are not assigned), close it (it accepts no new jobs) or open it again. */
  change(
    batchId: string,
    body: { state: 'open' | 'paused' | 'closed' },
    options: CallOptions = {},
  ): Promise<{ batch_id: string; state: 'open' | 'paused' | 'closed' }> {
    return change<{ batch_id: string; state: 'open' | 'paused' | 'closed' }>(
      this.scope,
      inProject(this.scope, path`/batch/${batchId}`),
      { method: 'PATCH', body, repeatable: true, ...options },
    )
  }
}
