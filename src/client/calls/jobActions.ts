// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { JobActionBody, ShownJobAction } from '../types/jobActions.ts'

/** The calls of `jobActions` that are one request each. */
export class JobActionsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Cancel, retry, reopen, weigh, assign, re-send, export or pre-annotate many jobs; with dry_run only tell what would happen. */
  start(body: JobActionBody, options: CallOptions = {}): Promise<{ action_id: string; export_id: string | null }> {
    return change<{ action_id: string; export_id: string | null }>(this.scope, inProject(this.scope, '/jobs/actions'), {
      body,
      ...options,
    })
  }

  /** Progress and refusals of a bulk action. */
  get(actionId: string, options: CallOptions = {}): Promise<ShownJobAction> {
    return get<ShownJobAction>(this.scope, inProject(this.scope, path`/jobs/actions/${actionId}`), options)
  }

  /** Cancel the rest of an action; changes made so far stay. */
  cancel(actionId: string, options: CallOptions = {}): Promise<ShownJobAction> {
    return change<ShownJobAction>(this.scope, inProject(this.scope, path`/jobs/actions/${actionId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
