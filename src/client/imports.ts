import { ImportsCalls } from './calls/imports.ts'
import { change, inProject, withQuery } from './scope.ts'
import type { CallOptions } from './transport.ts'
import type { ImportShown, NewImport } from './types/imports.ts'

/** What to import; the archive comes besides. */
export type WantedImport = Omit<NewImport, 'url'>

/** The archive's bytes, or where it is. */
export type ImportSource = Blob | Uint8Array | { url: string }

interface ImportWaitOptions extends CallOptions {
  pollMs?: number
  onProgress?(shown: ImportShown): void
}

/** Imports of labels made elsewhere. */
export class Imports extends ImportsCalls {
  /** Sends the archive, or the address of one, and answers the id; a worker reads it. */
  async create(wanted: WantedImport, source: ImportSource, options: CallOptions = {}): Promise<string> {
    const address = inProject(this.scope, '/imports')
    if ('url' in source) {
      const body = { ...wanted, url: source.url }
      return (await change<{ import_id: string }>(this.scope, address, { body, ...options })).import_id
    }
    const { options: own, ...rest } = wanted
    const query = { ...rest, ...(own && { options: JSON.stringify(own) }) }
    const raw = { content: source, contentType: 'application/zip' }
    return (await change<{ import_id: string }>(this.scope, withQuery(address, query), { raw, ...options })).import_id
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
      await this.scope.transport.timing.sleep(pollMs, options.signal)
    }
  }
}
