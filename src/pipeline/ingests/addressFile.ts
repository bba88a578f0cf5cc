import type { AccessRule } from '../../egress/accessRules.ts'
import { download } from '../../egress/download.ts'
import { EgressError } from '../../egress/errors.ts'
import { type SourceFile, SourceFileError } from '../../interchange/layouts/layout.ts'
import { OpenedFile } from '../../interchange/sources/fileRange.ts'
import type { WorkFiles } from '../../interchange/sources/workFiles.ts'
import { MAX_IMPORT_BYTES } from '../../model/limits.ts'
import type { PipelineContext } from '../context.ts'

/** What a download of an ingest needs besides the address. */
export interface DownloadReach {
  context: Pick<PipelineContext, 'egress'>
  projectId: string
  rules: readonly AccessRule[]
  signal: AbortSignal
  work: WorkFiles
}

const PIECE_BYTES = 256 * 1024

export const DOWNLOAD_DEADLINE_MS = 2 * 3_600_000

/** A file that is known by its address. It is downloaded, once, only where a layout has to look into it. */
export class AddressFile implements SourceFile {
  readonly path: string
  readonly bytes: number | null
  readonly url: string
  readonly #reach: DownloadReach
  #local: Promise<OpenedFile> | null = null

  constructor(path: string, url: string, bytes: number | null, reach: DownloadReach) {
    this.path = path
    this.url = url
    this.bytes = bytes
    this.#reach = reach
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    return (await this.#downloaded()).read(start, end)
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    const file = await this.#downloaded()
    let piece = await file.read(0, PIECE_BYTES)
    for (let at = 0; piece.length > 0; piece = await file.read(at, at + PIECE_BYTES)) {
      at += piece.length
      yield piece
    }
  }

  async localPath(): Promise<string> {
    return (await this.#downloaded()).path
  }

  async close(): Promise<void> {
    await (await this.#local?.catch(() => null))?.close()
  }

  #downloaded(): Promise<OpenedFile> {
    this.#local ??= this.#download()
    return this.#local
  }

  async #download(): Promise<OpenedFile> {
    const { context, projectId: lane, rules, signal, work } = this.#reach
    try {
      const result = await download(context.egress, {
        url: this.url,
        rules,
        lane,
        maxBytes: MAX_IMPORT_BYTES,
        deadlineMs: DOWNLOAD_DEADLINE_MS,
        signal,
        sink: (body) => work.write(body),
      })
      if (result.status !== 'ok') throw new Error('a download without a condition answered that nothing changed')
      return new OpenedFile(result.stored)
    } catch (error) {
      if (!(error instanceof EgressError) || error.kind === 'stopped') throw error
      throw new SourceFileError({ file: this.path, type: faultOf(error) }, error.message)
    }
  }
}

/** The contract's word for what went wrong with a download. */
export function faultOf({ kind }: EgressError): string {
  if (kind === 'forbidden') return 'FORBIDDEN_ADDRESS'
  return kind === 'too_large' ? 'FILE_TOO_LARGE' : 'INVALID_URL'
}

/** The path of an address in a source: escapes are read, where that leaves a name. */
export function pathOfAddress(url: string): string {
  const { pathname, hostname } = new URL(url)
  const parts = pathname.split('/').filter((part) => part !== '')
  return parts.map(unescaped).join('/') || hostname
}

function unescaped(part: string): string {
  try {
    const text = decodeURIComponent(part)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what no name has
    return /[/\\\u0000-\u001f\u007f]/.test(text) || text === '.' || text === '..' ? part : text
  } catch {
    return part
  }
}
