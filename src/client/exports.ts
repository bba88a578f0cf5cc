import { ExportsCalls } from './calls/exports.ts'
import type { CallOptions } from './transport.ts'
import type { ExportShown } from './types/exports.ts'

export interface WaitOptions extends CallOptions {
  pollMs?: number
  onProgress?(shown: ExportShown): void
}

/** Exports of completed work in training formats. */
export class Exports extends ExportsCalls {
  /** Waits until the export is completed, failed or cancelled. */
  async wait(exportId: string, { pollMs = 1000, onProgress, ...options }: WaitOptions = {}): Promise<ExportShown> {
    for (;;) {
      const shown = await this.get(exportId, options)
      onProgress?.(shown)
      if (shown.status !== 'queued' && shown.status !== 'running') return shown
      await this.scope.transport.timing.sleep(pollMs, options.signal)
    }
  }

  /** The archive of a completed export, as a stream. Its address is signed, so no key is sent. */
  async download({ url }: ExportShown, { signal }: CallOptions = {}): Promise<ReadableStream<Uint8Array>> {
    if (!url) throw new TypeError('the export has no archive')
    const response = await this.scope.transport.fetch(url, { redirect: 'error', signal })
    if (!response.ok || !response.body) throw new Error(`the archive cannot be downloaded: HTTP ${response.status}`)
    return response.body
  }
}
