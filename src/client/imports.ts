import { type ClientScope, change, get, inProject, path, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { ImportShown } from './types/imports.ts'

export interface NewImport {
  /** A name of `exports.formats()` that is read. */
  format: string
  /** The tag of the jobs that the labels are for. */
  tag: string
  /** `predictions` (default): starting points of existing jobs; `jobs`: jobs are made of the data set's files. */
  into?: 'predictions' | 'jobs'
  /** For imports into jobs: the base address of the files. */
  data_base?: string
  options?: {
    /** Names of the data set → classes of the tag. */
    map?: Record<string, string>
    drop_unknown?: boolean
    replace?: boolean
    [option: string]: unknown
  }
}

/** The archive's bytes, or where it is. */
export type ImportSource = Blob | Uint8Array | { url: string }

interface ImportWaitOptions extends CallOptions {
  pollMs?: number
  onProgress?(shown: ImportShown): void
}

/** Imports of labels made elsewhere. */
export class Imports {
  readonly #scope: ClientScope

  constructor(scope: ClientScope) {
    this.#scope = scope
  }

  /** Sends the archive, or the address of one, and answers the id; a worker reads it. */
  async create(wanted: NewImport, source: ImportSource, options: CallOptions = {}): Promise<string> {
    const address = inProject(this.#scope, '/imports')
    if ('url' in source) {
      const body = { ...wanted, url: source.url }
      return (await change<{ import_id: string }>(this.#scope, address, { body, ...options })).import_id
    }
    const { options: own, ...rest } = wanted
    const query = { ...rest, ...(own && { options: JSON.stringify(own) }) }
    const raw = { content: source, contentType: 'application/zip' }
    return (await change<{ import_id: string }>(this.#scope, withQuery(address, query), { raw, ...options })).import_id
  }

  get(importId: string, options: CallOptions = {}): Promise<ImportShown> {
    return get(this.#scope, inProject(this.#scope, path`/imports/${importId}`), options)
  }

  /** Waits until the import is completed, failed or cancelled. */
  async wait(
    importId: string,
    { pollMs = 1000, onProgress, ...options }: ImportWaitOptions = {},
  ): Promise<ImportShown> {
    for (;;) {
      const shown = await this.get(importId, options)
      onProgress?.(shown)
      if (shown.status !== 'queued' && shown.status !== 'running') return shown
      await this.#scope.transport.timing.sleep(pollMs, options.signal)
    }
  }

  /** All imports of the project, newest first. */
  async *list(options: CallOptions = {}): AsyncGenerator<ImportShown> {
    for (let pageToken: string | undefined; ; ) {
      const address = withQuery(inProject(this.#scope, '/imports'), { page_token: pageToken })
      const page = await get<{ imports: ImportShown[]; next_page_token: string | null }>(this.#scope, address, options)
      yield* page.imports
      if (!page.next_page_token) return
      pageToken = page.next_page_token
    }
  }

  /** Cancels an import that runs; forgets one that is done. Labels that were given stay. */
  async remove(importId: string, options: CallOptions = {}): Promise<void> {
    const address = inProject(this.#scope, path`/imports/${importId}`)
    await change<null>(this.#scope, address, { method: 'DELETE', ...options })
  }
}
