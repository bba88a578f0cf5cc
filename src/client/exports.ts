import { type ClientScope, change, get, inProject, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { ExportShown, Format } from './types/exports.ts'

export interface NewExport {
  /** A name of `formats()`. */
  format: string
  filter?: {
    batch_id?: string
    tag?: string | string[]
    status?: 'completed'
    reference_ids?: string[]
    completed_from?: string
    completed_to?: string
    metadata?: Record<string, string | number | boolean>
  }
  /** Shares by name, such as `{ train: 0.8, val: 0.2 }`. */
  splits?: Record<string, number>
  /** `include` copies original images and clouds into the archive. */
  files?: 'none' | 'include'
  /** `s3://bucket/prefix/` of an access rule with `write: true`: the archive is written there too. */
  destination?: string
  options?: Record<string, unknown>
}

export interface WaitOptions extends CallOptions {
  pollMs?: number
  onProgress?(shown: ExportShown): void
}

/** Exports of completed work in training formats. */
export class Exports {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Formats with their options and what they lose. */
  async formats(options: CallOptions = {}): Promise<Format[]> {
    return (await get<{ formats: Format[] }>(this.#scope, '/v1/formats', options)).formats
  }

  /** Fixes the set of jobs and answers the id; a worker writes the archive. */
  async create(wanted: NewExport, options: CallOptions = {}): Promise<string> {
    const address = inProject(this.#scope, '/exports')
    return (await change<{ export_id: string }>(this.#scope, address, { body: wanted, ...options })).export_id
  }

  get(exportId: string, options: CallOptions = {}): Promise<ExportShown> {
    return get(this.#scope, inProject(this.#scope, path`/exports/${exportId}`), options)
  }

  /** Waits until the export is completed, failed or cancelled. */
  async wait(exportId: string, { pollMs = 1000, onProgress, ...options }: WaitOptions = {}): Promise<ExportShown> {
    for (;;) {
      const shown = await this.get(exportId, options)
      onProgress?.(shown)
      if (shown.status !== 'queued' && shown.status !== 'running') return shown
      await this.#scope.transport.timing.sleep(pollMs, options.signal)
    }
  }

  /** All exports of the project, newest first. */
  async *list(options: CallOptions = {}): AsyncGenerator<ExportShown> {
    for (let pageToken: string | undefined; ; ) {
      const address = withQuery(inProject(this.#scope, '/exports'), { page_token: pageToken })
      const page = await get<{ exports: ExportShown[]; next_page_token: string | null }>(this.#scope, address, options)
      yield* page.exports
      if (!page.next_page_token) return
      pageToken = page.next_page_token
    }
  }

  /** The archive of a completed export, as a stream. Its address is signed, so no key is sent. */
  async download({ url }: ExportShown, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    if (!url) throw new TypeError('the export has no archive')
    const response = await this.#scope.transport.fetch(url, { redirect: 'error', signal })
    if (!response.ok || !response.body) throw new Error(`the archive cannot be downloaded: HTTP ${response.status}`)
    return response.body
  }

  /** Cancels an export that runs; removes one that is done. */
  async remove(exportId: string, options: CallOptions = {}): Promise<void> {
    await change<null>(this.#scope, inProject(this.#scope, path`/exports/${exportId}`), {
      method: 'DELETE',
      ...options,
    })
  }
}
