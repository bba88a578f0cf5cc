import { promisify } from 'node:util'
import yauzl from 'yauzl'
import { messageOf } from '../../formats/errors/messageOf.ts'
import { MAX_IMPORT_FILES, MAX_IMPORT_UNPACKED_BYTES } from '../../model/limits.ts'
import { ImportError, type SentArchive } from './reader.ts'
import { WindowedFile } from './windowedFile.ts'

export interface ArchiveLimits {
  /** The unpacked size of all entries together. */
  unpackedBytes: number
  files: number
}

export const DEFAULT_ARCHIVE_LIMITS: ArchiveLimits = {
  unpackedBytes: MAX_IMPORT_UNPACKED_BYTES,
  files: MAX_IMPORT_FILES,
}

/** Selects the names in an archive that are read. */
type SelectNames = (names: readonly string[]) => readonly string[]

/** Entries that no data set needs: folders, and files that operating systems add to archives. */
const LEFT_OUT = /(^|\/)(__MACOSX\/|\.DS_Store$|Thumbs\.db$|desktop\.ini$)|\/$/i
/** The limit for reading a whole entry if the reader names none. */
const DEFAULT_READ_BYTES = 64 * 1024 * 1024
/** Labels never compress more than 1,000 times; bombs do. */
const MAX_RATIO = 1000
const SMALL_BYTES = 1024 * 1024
/** The same for all entries together: many that each pass would still keep a processor busy for hours. */
const MAX_WHOLE_RATIO = 200
const SMALL_WHOLE_BYTES = 256 * 1024 * 1024
/** The fixed part of the header before each entry's bytes. */
const LOCAL_HEADER_BYTES = 30

const openZip = promisify<yauzl.RandomAccessReader, number, yauzl.Options, yauzl.ZipFile>(yauzl.fromRandomAccessReader)

/** Names with `\` between their parts, as some tools on Windows write them, are read with `/`. */
const OPTIONS = { lazyEntries: true, autoClose: false, strictFileNames: false, validateEntrySizes: true }

/**
 * Opens a ZIP on the disk, to read its entries in any order. Names only select entries; nothing is unpacked to the
 * disk.
 * @throws ImportError ARCHIVE_INVALID, ARCHIVE_TOO_LARGE, UNSAFE_PATH
 */
export async function openArchive(
  path: string,
  limits: ArchiveLimits,
  select: SelectNames = (names) => names,
): Promise<ZipReader> {
  const { file, size } = await WindowedFile.open(path)
  let zip: yauzl.ZipFile
  try {
    zip = await openZip(file, size, OPTIONS)
  } catch (error) {
    file.close(() => undefined)
    throw invalid(messageOf(error))
  }
  try {
    return new ZipReader(zip, await readEntries(zip, limits, size), select)
  } catch (error) {
    zip.close()
    throw error
  }
}

function readEntries(
  zip: yauzl.ZipFile,
  limits: ArchiveLimits,
  archiveBytes: number,
): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  const places: Place[] = []
  let unpacked = 0
  if (zip.entryCount > limits.files) throw tooLarge(`${zip.entryCount} entries, at most ${limits.files}`)
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => {
      const isPath = /fileName|characters|relative path|absolute path/i.test(error.message)
      reject(isPath ? unsafe(error.message) : invalid(error.message))
    })
    zip.on('end', () => {
      if (unpacked > SMALL_WHOLE_BYTES && unpacked > archiveBytes * MAX_WHOLE_RATIO)
        reject(tooLarge(`${archiveBytes} bytes unpack to ${unpacked}`))
      else if (overlap(places)) reject(invalid('entries share bytes'))
      else resolve(entries)
    })
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = entry.fileName
      unpacked += entry.uncompressedSize
      const start = entry.relativeOffsetOfLocalHeader
      places.push({ start, end: start + LOCAL_HEADER_BYTES + entry.compressedSize })
      if (unpacked > limits.unpackedBytes) return reject(tooLarge(`unpacked more than ${limits.unpackedBytes} bytes`))
      const isBomb = entry.uncompressedSize > SMALL_BYTES && entry.uncompressedSize > entry.compressedSize * MAX_RATIO
      if (isBomb || entry.compressedSize > archiveBytes)
        return reject(tooLarge(`${name} unpacks to far more than it is`))
      if (entry.isEncrypted()) return reject(invalid(`${name} is encrypted`))
      if (name.includes('\0') || name.split('/').some((part) => part === '..' || part === '.'))
        return reject(unsafe(name))
      if (entries.has(name)) return reject(invalid(`two entries are called ${name}`))
      if (!LEFT_OUT.test(name)) entries.set(name, Object.assign(entry, UNUSED))
      zip.readEntry()
    })
    zip.readEntry()
  })
}

/** The bytes of the archive that an entry takes, at least. */
interface Place {
  start: number
  end: number
}

/** Entries of honest tools follow one another; those that share bytes unpack to far more than there is. */
function overlap(places: Place[]): boolean {
  const inOrder = places.sort((a, b) => a.start - b.start)
  return inOrder.some(({ end }, i) => end > (inOrder[i + 1]?.start ?? Number.POSITIVE_INFINITY))
}

export class ZipReader implements SentArchive {
  readonly names: readonly string[]
  readonly #zip: yauzl.ZipFile
  readonly #entries: ReadonlyMap<string, yauzl.Entry>
  /** Called before each piece that is unpacked; what it throws ends the reading. */
  onRead: () => Promise<void> = async () => {}

  constructor(zip: yauzl.ZipFile, entries: ReadonlyMap<string, yauzl.Entry>, select: SelectNames) {
    this.#zip = zip
    this.#entries = entries
    this.names = select([...entries.keys()])
  }

  has(name: string): boolean {
    return this.#entries.has(name)
  }

  /** Unpacked. @throws ImportError MISSING */
  sizeOf(name: string): number {
    return this.#found(name).uncompressedSize
  }

  /** Whether the entry is a link instead of a file. @throws ImportError MISSING */
  isLink(name: string): boolean {
    return isLink(this.#found(name))
  }

  async read(name: string, maxBytes = DEFAULT_READ_BYTES): Promise<Uint8Array> {
    const entry = this.#entry(name)
    if (entry.uncompressedSize > maxBytes)
      throw tooLarge(`${name} has ${entry.uncompressedSize} bytes, at most ${maxBytes}`, name)
    // One allocation instead of parts and then the whole; an entry longer than stated is refused while it unpacks.
    const bytes = Buffer.allocUnsafe(entry.uncompressedSize)
    let length = 0
    for await (const chunk of this.open(name)) {
      bytes.set(chunk, length)
      length += chunk.length
    }
    return bytes.subarray(0, length)
  }

  async readText(name: string, maxBytes?: number): Promise<string> {
    const bytes = await this.read(name, maxBytes)
    // NUL is UTF-8, and never part of a text.
    if (bytes.includes(0)) throw new ImportError({ file: name, type: 'ENCODING' }, `${name} holds NUL`)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new ImportError({ file: name, type: 'ENCODING' }, `${name} is not UTF-8`)
    }
  }

  async *open(name: string): AsyncGenerator<Uint8Array> {
    const entry = this.#entry(name)
    const openStream = promisify<yauzl.Entry, NodeJS.ReadableStream>(this.#zip.openReadStream.bind(this.#zip))
    try {
      for await (const chunk of await openStream(entry)) {
        await this.#mayRead()
        yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      }
    } catch (error) {
      if (error instanceof Stopped) throw error.cause
      throw invalid(`${name}: ${messageOf(error)}`, name)
    }
  }

  close(): void {
    this.#zip.close()
  }

  async #mayRead(): Promise<void> {
    try {
      await this.onRead()
    } catch (error) {
      throw new Stopped('the reading was stopped', { cause: error })
    }
  }

  #entry(name: string): yauzl.Entry {
    const entry = this.#found(name)
    if (isLink(entry)) throw new ImportError({ file: name, type: 'UNSAFE_PATH' }, `${name} is a link`)
    return entry
  }

  #found(name: string): yauzl.Entry {
    const entry = this.#entries.get(name)
    if (!entry) throw new ImportError({ file: name, type: 'MISSING' }, `the archive has no ${name}`)
    return entry
  }
}

/** Wraps what `onRead` threw, to distinguish it from faults of the archive. */
class Stopped extends Error {}

/** By the file's mode, as Unix tools note it; what such an entry holds is the path that it leads to. */
const isLink = ({ externalFileAttributes }: yauzl.Entry): boolean =>
  ((externalFileAttributes >>> 16) & 0xf000) === 0xa000

/** Replaces parts of an entry that are no longer needed: there may be half a million entries. */
const NOTHING = Buffer.alloc(0)
const UNUSED = { fileNameRaw: NOTHING, extraFieldRaw: NOTHING, fileCommentRaw: NOTHING, extraFields: [] }

const invalid = (message: string, file = '') =>
  new ImportError({ file, type: 'ARCHIVE_INVALID' }, `the archive cannot be read: ${message}`)
const tooLarge = (message: string, file = '') => new ImportError({ file, type: 'ARCHIVE_TOO_LARGE' }, message)
const unsafe = (name: string) => new ImportError({ file: name, type: 'UNSAFE_PATH' }, `not a safe name: ${name}`)
