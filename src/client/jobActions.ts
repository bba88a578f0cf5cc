import { type ClientScope, change, get, inProject, path } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { JobActionBody, ShownJobAction } from './types/jobActions.ts'

/** The same with many jobs of a project, done by the service one after the other. */
export class JobActions {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Starts an action; with `dry_run` it only reports what would be done and refused. */
  start(body: JobActionBody, options: CallOptions = {}): Promise<{ action_id: string; export_id: string | null }> {
    return change(this.#scope, inProject(this.#scope, '/jobs/actions'), { body, ...options })
  }

  /** The progress, and the refused jobs. */
  get(actionId: string, options: CallOptions = {}): Promise<ShownJobAction> {
    return get(this.#scope, inProject(this.#scope, path`/jobs/actions/${actionId}`), options)
  }

  /** Cancels the rest; finished jobs keep the change. */
  cancel(actionId: string, options: CallOptions = {}): Promise<ShownJobAction> {
    const address = inProject(this.#scope, path`/jobs/actions/${actionId}`)
    return change(this.#scope, address, { method: 'DELETE', ...options })
  }
}
