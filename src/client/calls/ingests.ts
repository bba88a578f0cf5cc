// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { IngestCreated, IngestShown } from '../types/ingests.ts'

/** The calls of `ingests` that are one request each. */
export class IngestsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Ingests of the project, newest first, 100 a page. */
  list(options: CallOptions = {}): AsyncGenerator<IngestShown> {
    return listed(this.scope, inProject(this.scope, '/ingests'), 'ingests', {}, options)
  }

  /** An ingest: its plan, how far it is, and what could not be used. */
  get(ingestId: string, options: CallOptions = {}): Promise<IngestShown> {
    return get<IngestShown>(this.scope, inProject(this.scope, path`/ingests/${ingestId}`), options)
  }

  /** Make the jobs of an ingest that is planned. */
  start(ingestId: string, options: CallOptions = {}): Promise<IngestCreated> {
    return change<IngestCreated>(this.scope, inProject(this.scope, path`/ingests/${ingestId}/start`), { ...options })
  }

  /** Read the source of an ingest that is over again: only what is new becomes jobs. */
  rerun(ingestId: string, options: CallOptions = {}): Promise<IngestCreated> {
    return change<IngestCreated>(this.scope, inProject(this.scope, path`/ingests/${ingestId}/rerun`), { ...options })
  }

  /** Cancel an ingest that is not over; jobs that it made stay. */
  async cancel(ingestId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/ingests/${ingestId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
