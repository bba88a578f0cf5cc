import { createHash, type Hash } from 'node:crypto'
import { createWriteStream, type WriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import yazl from 'yazl'
import type { Archive, Content, EntryOrigin, Piece, Spool } from './archive.ts'
import { ManifestWriter } from './manifest.ts'
import { isDeviceName } from './names.ts'
import { FileSpool } from './spool.ts'

/** A constant time, so that the same labels give the same bytes. DOS times have no zone: local time. */
const ENTRY_TIME = new Date(1980, 0, 1)
const ENTRY_MODE = 0o100644
const MAX_PART_BYTES = 200
/** Content that is already compressed: deflating it again costs time and saves nothing. */
const STORED = /\.(jpe?g|png|webp|gif|avif|tiff?|parquet|feather|npz|zip)$/i
/**
 * Out of 1 to 9: labels are numbers, which higher levels hardly compress better; level 3 is a fifth slower, level 6
 * takes twice the time.
 */
const DEFLATE_LEVEL = 1
const GATHER_BYTES = 64 * 1024

export interface FinishedArchive {
  /** SHA-256 over the sorted lines `<sha256 of the entry>  <name>\n`. */
  contentSha256: string
  entries: number
}

/** Writes a ZIP (zip64 if needed) to a file as entries arrive; it holds no entry whole. */
export class ZipArchive implements Archive {
  readonly manifest: ManifestWriter
  readonly #zip = new yazl.ZipFile()
  readonly #out: WriteStream
  readonly #folder: string
  readonly #lines: string[] = []
  /** Names of entries and folders in lower case, since some file systems ignore case. */
  readonly #taken = new Map<string, string>()
  readonly #written: Promise<void>
  #failure: unknown = null
  #spools = 0

  /** `folder` holds what this export alone spools; the caller removes it. */
  constructor(path: string, folder: string) {
    this.#folder = folder
    this.#out = createWriteStream(path)
    this.manifest = new ManifestWriter(this.spool())
    this.#written = finished(this.#zip.outputStream.pipe(this.#out))
    this.#written.catch((error) => {
      this.#failure = error
    })
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#out.bytesWritten
  }

  async add(name: string, content: Content, origin?: EntryOrigin): Promise<void> {
    if (this.#failure) throw this.#failure
    this.#take(name)
    if (origin) this.manifest.note(name, origin)
    const hash = createHash('sha256')
    const source = Readable.from(gathered(content, hash), { objectMode: false })
    const compressionLevel = STORED.test(name) ? 0 : DEFLATE_LEVEL
    // Attached before the archive starts, since it reads immediately.
    const read = finished(source, { writable: false })
    this.#zip.addReadStreamLazy(
      name,
      {
        mtime: ENTRY_TIME,
        mode: ENTRY_MODE,
        compressionLevel,
        forceDosTimestamp: true,
      },
      givenOnce(source),
    )
    await Promise.race([read, this.#written])
    this.#lines.push(`${hash.digest('hex')}  ${name}\n`)
  }

  note(name: string, origin: EntryOrigin): void {
    this.manifest.note(name, origin)
  }

  spool(): Spool {
    return new FileSpool(join(this.#folder, `spool-${this.#spools++}`))
  }

  /** Ends the archive; everything is on the disk when it resolves. */
  async finish(): Promise<FinishedArchive> {
    this.#zip.end()
    await this.#written
    const contentSha256 = createHash('sha256').update(this.#lines.sort().join('')).digest('hex')
    return { contentSha256, entries: this.#lines.length }
  }

  /** Ends it where it is, after a failure. */
  async abandon(): Promise<void> {
    this.#out.destroy()
    await this.#written.catch(() => {})
  }

  #take(name: string): void {
    const parts = name.split('/')
    if (name.includes('\\') || !parts.every(isEntryPart))
      throw new TypeError(`not a name for an entry: ${JSON.stringify(name)}`)
    for (let length = 1; length < parts.length; length++) {
      const folder = `${parts.slice(0, length).join('/')}/`
      const taken = this.#taken.get(folder.toLowerCase())
      if (taken !== undefined && taken !== folder)
        throw new TypeError(`the archive has a folder ${taken}, which only case tells apart from ${folder}`)
      this.#taken.set(folder.toLowerCase(), folder)
    }
    const folded = name.toLowerCase()
    if (this.#taken.has(folded) || this.#taken.has(`${folded}/`))
      throw new TypeError(`the archive has an entry ${name} already`)
    this.#taken.set(folded, name)
  }
}

/** Whether every file system can hold a file or folder of this name. */
const isEntryPart = (part: string): boolean =>
  /^[\x21-\x7e]+$/.test(part) && !part.endsWith('.') && !isDeviceName(part) && part.length <= MAX_PART_BYTES

/** The archive keeps to its end what it was given: a stream, and with it the whole job, would stay with each entry. */
function givenOnce(stream: Readable): (give: (error: unknown, stream: Readable) => void) => void {
  let waiting: Readable | null = stream
  return (give) => {
    const taken = waiting
    waiting = null
    if (taken) give(null, taken)
  }
}

const encoder = new TextEncoder()

/** Pieces of at least some size, since each chunk of a stream has its price, hashed as they pass. */
async function* gathered(content: Content, hash: Hash): AsyncGenerator<Uint8Array> {
  let texts: string[] = []
  let length = 0
  const take = () => {
    const bytes = encoder.encode(texts.join(''))
    texts = []
    length = 0
    hash.update(bytes)
    return bytes
  }
  for await (const piece of piecesOf(content)) {
    if (typeof piece === 'string') {
      texts.push(piece)
      length += piece.length
      if (length >= GATHER_BYTES) yield take()
      continue
    }
    if (length > 0) yield take()
    hash.update(piece)
    if (piece.length > 0) yield piece
  }
  if (length > 0) yield take()
}

function piecesOf(content: Content): Iterable<Piece> | AsyncIterable<Piece> {
  return typeof content === 'string' || content instanceof Uint8Array ? [content] : content
}
