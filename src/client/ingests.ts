import { IngestsCalls } from './calls/ingests.ts'
import type { Files } from './files.ts'
import { type LeftOut, type LocalFile, localFiles } from './localFiles.ts'
import { type ClientScope, change, inProject } from './scope.ts'
import { type SendOptions, sendFiles } from './sendFiles.ts'
import type { CallOptions } from './transport.ts'
import type { UploadedFile } from './types/files.ts'
import type { IngestCreated, IngestShown, IngestSource, NewIngest } from './types/ingests.ts'

/**
 * The path of a folder or file (in Node.js alone); an address, at https or of a bucket (`s3://bucket/prefix/`);
 * addresses; or files that were uploaded, or their ids.
 */
export type FilesToIngest = string | readonly string[] | { files: readonly (string | Pick<UploadedFile, 'file_id'>)[] }

/** What to make of the files. */
export type WantedIngest = Omit<NewIngest, 'source'>

interface IngestWaitOptions extends CallOptions {
  pollMs?: number
  onProgress?(shown: IngestShown): void
}

const ADDRESS = /^(https?|s3):\/\//i

/** An ingest that was just created. */
export interface Ingest extends IngestCreated {
  /** Files of the folder that were not sent: links that leave it, and names that the service does not take. */
  leftOut: LeftOut[]
  /** Waits until the ingest is planned (a dry run), completed, failed or cancelled. */
  wait(options?: IngestWaitOptions): Promise<IngestShown>
}

/** Files become jobs. */
export class Ingests extends IngestsCalls {
  readonly #files: Files

  constructor(scope: ClientScope, files: Files) {
    super(scope)
    this.#files = files
  }

  /**
   * Makes jobs of files. Those of a path are sent first, eight at a time, under their names relative to the folder; what
   * is there already with the same bytes is not sent again. Hidden files stay.
   */
  async create(from: FilesToIngest, wanted: WantedIngest, options: SendOptions = {}): Promise<Ingest> {
    const leftOut: LeftOut[] = []
    const source = await this.#sourceOf(from, options, leftOut)
    const body: NewIngest = { ...wanted, source }
    const { signal } = options
    const created = await change<IngestCreated>(this.scope, inProject(this.scope, '/ingests'), { body, signal })
    return { ...created, leftOut, wait: (more) => this.wait(created.ingest_id, more) }
  }

  /** Waits until the ingest is planned (a dry run), completed, failed or cancelled. */
  async wait(
    ingestId: string,
    { pollMs = 1000, onProgress, ...options }: IngestWaitOptions = {},
  ): Promise<IngestShown> {
    for (;;) {
      const shown = await this.get(ingestId, options)
      onProgress?.(shown)
      if (!['queued', 'scanning', 'creating'].includes(shown.status)) return shown
      await this.scope.transport.timing.sleep(pollMs, options.signal)
    }
  }

  async #sourceOf(from: FilesToIngest, options: SendOptions, leftOut: LeftOut[]): Promise<IngestSource> {
    if (typeof from !== 'string') {
      if (!('files' in from)) return { urls: [...from] }
      return { files: from.files.map((file) => (typeof file === 'string' ? file : file.file_id)) }
    }
    if (ADDRESS.test(from)) return { url: from }
    const local: LocalFile[] = []
    for await (const file of localFiles(from, (one) => leftOut.push(one))) local.push(file)
    if (local.length === 0) throw new TypeError(`${from} has no files`)
    return { files: await sendFiles(this.#files, local, options) }
  }
}
