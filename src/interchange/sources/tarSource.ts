import { createReadStream } from 'node:fs'
import { constants, createGunzip, createZstdDecompress } from 'node:zlib'
import { Parser, type ReadEntry } from 'tar'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { DEFAULT_ARCHIVE_LIMITS } from '../core/zipReader.ts'
import { SourceError } from '../layouts/layout.ts'
import type { ArchiveEntries } from './archiveEntries.ts'
import { FileRange, OpenedFile } from './fileRange.ts'
import type { WorkFiles } from './workFiles.ts'

export type TarCompression = 'none' | 'gzip' | 'zstd'

/** Frames of zstd that ask for more memory than 128 MiB are refused. */
const MAX_WINDOW_LOG = 27
/** Headers of a tar can be longer than names need; those over 1 MiB are ignored. */
const MAX_META_BYTES = 1024 * 1024
/** As for ZIP: what unpacks to far more than it is keeps a processor busy for hours. */
const MAX_WHOLE_RATIO = 200
const SMALL_WHOLE_BYTES = 256 * 1024 * 1024

interface Place {
  offset: number
  bytes: number
}

/**
 * The entries of a tar, unpacked one behind the other into a single work file, since a tar has no directory and a
 * compressed one can only be read from its beginning.
 * @throws SourceError ARCHIVE_INVALID, ARCHIVE_TOO_LARGE, UNSAFE_PATH, INSUFFICIENT_STORAGE
 */
export async function tarEntries(
  path: string,
  { archiveBytes, compression, work }: { archiveBytes: number; compression: TarCompression; work: WorkFiles },
): Promise<ArchiveEntries> {
  const reading = new TarReading(archiveBytes)
  const unpacked = new OpenedFile(await work.write(reading.contents(path, compression)))
  const files = [...reading.places].map(([name, { offset, bytes }]) => new FileRange(name, unpacked, offset, bytes))
  return { files, links: reading.links, close: () => unpacked.close() }
}

class TarReading {
  readonly places = new Map<string, Place>()
  readonly links: string[] = []
  readonly #mostBytes: number
  readonly #pieces: Uint8Array[] = []
  #failure: SourceError | null = null
  #bytes = 0
  #entries = 0

  constructor(archiveBytes: number) {
    this.#mostBytes = Math.min(
      DEFAULT_ARCHIVE_LIMITS.unpackedBytes,
      Math.max(SMALL_WHOLE_BYTES, archiveBytes * MAX_WHOLE_RATIO),
    )
  }

  /** The bytes of all files, one behind the other; `places` says where each is. */
  async *contents(path: string, compression: TarCompression): AsyncGenerator<Uint8Array> {
    const parser = new Parser({
      strict: true,
      maxMetaEntrySize: MAX_META_BYTES,
      onReadEntry: (entry) => this.#take(entry),
    })
    parser.on('error', (error: unknown) => this.#fail(invalid(messageOf(error))))
    let isFirst = true
    try {
      for await (const piece of unpacked(path, compression)) {
        // The parser itself would unpack what is compressed twice, without a limit.
        if (isFirst && isCompressed(piece)) throw invalid('it is compressed twice')
        isFirst = false
        parser.write(piece)
        yield* this.#taken()
      }
    } catch (error) {
      throw error instanceof SourceError ? error : invalid(messageOf(error))
    }
    parser.end()
    yield* this.#taken()
    if (this.#entries === 0) throw invalid('it has no entries')
  }

  /** Entries flow while the parser is written to, so nothing waits in memory but what one piece unpacked to. */
  *#taken(): Generator<Uint8Array> {
    if (this.#failure) throw this.#failure
    yield* this.#pieces.splice(0)
  }

  #take(entry: ReadEntry): void {
    const name = entry.path.replaceAll('\\', '/').replace(/^(\.\/)+/, '')
    if (++this.#entries > DEFAULT_ARCHIVE_LIMITS.files)
      this.#fail(tooLarge(`more than ${DEFAULT_ARCHIVE_LIMITS.files} entries`))
    if (isUnsafe(name)) this.#fail(new SourceError('UNSAFE_PATH', `not a safe name: ${name.slice(0, 200)}`))
    if (entry.type === 'SymbolicLink' || entry.type === 'Link') this.links.push(name)
    if (this.#failure || !FILES.has(entry.type)) {
      entry.resume()
      return
    }
    const offset = this.#bytes
    entry.on('data', (piece: Uint8Array) => {
      this.#bytes += piece.length
      if (this.#bytes > this.#mostBytes) this.#fail(tooLarge(`it unpacks to more than ${this.#mostBytes} bytes`))
      else this.#pieces.push(piece)
    })
    // A later entry of the same name replaces the former, as tar itself unpacks it.
    entry.on('end', () => this.places.set(name, { offset, bytes: this.#bytes - offset }))
  }

  #fail(error: SourceError): void {
    this.#failure ??= error
  }
}

const FILES: ReadonlySet<string> = new Set(['File', 'OldFile', 'ContiguousFile'])

const isUnsafe = (name: string): boolean =>
  name.startsWith('/') || name.includes('\0') || name.split('/').some((part) => part === '..')

const isCompressed = (start: Uint8Array): boolean =>
  (start[0] === 0x1f && start[1] === 0x8b) || (start[0] === 0x28 && start[1] === 0xb5 && start[2] === 0x2f)

function unpacked(path: string, compression: TarCompression): AsyncIterable<Buffer> {
  const input = createReadStream(path)
  if (compression === 'none') return input
  const unpack =
    compression === 'gzip'
      ? createGunzip()
      : createZstdDecompress({ params: { [constants.ZSTD_d_windowLogMax]: MAX_WINDOW_LOG } })
  input.on('error', (error) => unpack.destroy(error))
  unpack.on('close', () => input.destroy())
  return input.pipe(unpack)
}

const invalid = (message: string) => new SourceError('ARCHIVE_INVALID', `the archive cannot be read: ${message}`)
const tooLarge = (message: string) => new SourceError('ARCHIVE_TOO_LARGE', message)
