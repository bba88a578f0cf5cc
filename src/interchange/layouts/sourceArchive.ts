import { ImportError, type SentArchive } from '../core/reader.ts'
import { type Source, type SourceFailure, type SourceFile, SourceFileError } from './layout.ts'

/** The limit for reading a whole file if the reader names none. */
const DEFAULT_READ_BYTES = 64 * 1024 * 1024

/** Files of a source as the readers of imports see them: the entries of an archive. */
export class SourceArchive implements SentArchive {
  readonly names: readonly string[]
  readonly #files: ReadonlyMap<string, SourceFile>

  constructor(files: readonly SourceFile[]) {
    this.names = files.map(({ path }) => path)
    this.#files = new Map(files.map((file) => [file.path, file]))
  }

  /** Only the files of these names that there are, for readers that would look at all of them. */
  only(names: readonly string[]): SourceArchive {
    return new SourceArchive(names.flatMap((name) => this.#files.get(name) ?? []))
  }

  /** The same with another text in a file. */
  withText(name: string, text: string): SourceArchive {
    const bytes = new TextEncoder().encode(text)
    const file: SourceFile = {
      path: name,
      bytes: bytes.length,
      read: async (start, end) => bytes.slice(start, end),
      async *stream() {
        yield bytes
      },
    }
    return new SourceArchive([...[...this.#files.values()].filter(({ path }) => path !== name), file])
  }

  has(name: string): boolean {
    return this.#files.has(name)
  }

  /** @throws ImportError MISSING */
  file(name: string): SourceFile {
    const file = this.#files.get(name)
    if (file) return file
    throw new ImportError({ file: name, type: 'MISSING' }, `the source has no ${name}`)
  }

  /** @throws ImportError ARCHIVE_TOO_LARGE, SourceFileError */
  async read(name: string, maxBytes = DEFAULT_READ_BYTES): Promise<Uint8Array> {
    const file = this.file(name)
    const bytes = await file.read(0, Math.min(file.bytes ?? maxBytes, maxBytes) + 1)
    if (bytes.length <= maxBytes) return bytes
    throw new ImportError({ file: name, type: 'ARCHIVE_TOO_LARGE' }, `${name} has more than ${maxBytes} bytes`)
  }

  /** @throws ImportError ENCODING */
  async readText(name: string, maxBytes?: number): Promise<string> {
    const bytes = await this.read(name, maxBytes)
    // NUL is UTF-8, and never part of a text.
    if (bytes.includes(0)) throw new ImportError({ file: name, type: 'ENCODING' }, `${name} has a NUL character`)
    try {
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } catch {
      throw new ImportError({ file: name, type: 'ENCODING' }, `${name} is not UTF-8`)
    }
  }

  open(name: string): AsyncIterable<Uint8Array> {
    return this.file(name).stream()
  }
}

/** What an error says of a file. @throws the error itself where it is not about a file */
export function sourceFailureOf(error: unknown): SourceFailure {
  if (error instanceof SourceFileError) return error.failure
  if (!(error instanceof ImportError)) throw error
  const { file, type, field, line, lost } = error.failure
  const place = [...(line === undefined ? [] : [`line ${line}`]), ...(field === undefined ? [] : [field])].join(', ')
  return { file, type, ...(place && { field: place }), found: lost ?? error.message }
}

const LONGEST_NAME = 80

/** A folder as a sentence names it: without the slash at its end, and only the end of a long path. */
export function folderName(folder: string, { name }: Pick<Source, 'name'>): string {
  const text = folder.replace(/\/$/, '') || name
  return text.length > LONGEST_NAME ? `…${text.slice(-LONGEST_NAME)}` : text
}

/** The files below each of the folders, which end in `/`; a file is in the nearest of them. */
export function filesByFolder(
  files: readonly SourceFile[],
  folders: readonly string[],
): ReadonlyMap<string, SourceFile[]> {
  const wanted = new Set(folders)
  const found = new Map<string, SourceFile[]>(folders.map((folder) => [folder, []]))
  for (const file of files) {
    let end = file.path.lastIndexOf('/') + 1
    while (end > 0 && !wanted.has(file.path.slice(0, end))) end = end < 2 ? 0 : file.path.lastIndexOf('/', end - 2) + 1
    found.get(file.path.slice(0, end))?.push(file)
  }
  return found
}
