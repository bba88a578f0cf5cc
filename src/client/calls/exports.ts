// Made of src/contract by `npm run clients`: do not edit.
import { type ClientScope, change, get, inProject, listed, path } from '../scope.ts'
import type { CallOptions } from '../transport.ts'
import type { ExportShown, Format, NewExport } from '../types/exports.ts'

/** The calls of `exports` that are one request each. */
export class ExportsCalls {
  protected readonly scope: ClientScope

  constructor(scope: ClientScope) {
    this.scope = scope
  }

  /** Export and import formats, with their options and losses. */
  async formats(options: CallOptions = {}): Promise<Format[]> {
    return (await get<{ formats: Format[] }>(this.scope, '/v1/formats', options)).formats
  }

  /** Export completed jobs in a training format. */
  async create(body: NewExport, options: CallOptions = {}): Promise<string> {
    return (await change<{ export_id: string }>(this.scope, inProject(this.scope, '/exports'), { body, ...options }))
      .export_id
  }

  /** Exports of the project, newest first, 100 a page. */
  list(options: CallOptions = {}): AsyncGenerator<ExportShown> {
    return listed(this.scope, inProject(this.scope, '/exports'), 'exports', {}, options)
  }

  /** An export: its progress, and the URL of its archive when completed. */
  get(exportId: string, options: CallOptions = {}): Promise<ExportShown> {
    return get<ExportShown>(this.scope, inProject(this.scope, path`/exports/${exportId}`), options)
  }

  /** Cancel a running export, or delete a completed one. */
  async remove(exportId: string, options: CallOptions = {}): Promise<void> {
    await change<unknown>(this.scope, inProject(this.scope, path`/exports/${exportId}`), {
      method: 'DELETE',
      repeatable: true,
      ...options,
    })
  }
}
