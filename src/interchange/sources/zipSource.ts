import { ImportError } from '../core/reader.ts'
import { DEFAULT_ARCHIVE_LIMITS, openArchive, type ZipReader } from '../core/zipReader.ts'
import { type SourceFile, SourceFileError } from '../layouts/layout.ts'
import type { ArchiveEntries } from './archiveEntries.ts'
import { OpenedFile } from './fileRange.ts'
import type { WorkFiles } from './workFiles.ts'

/** The beginning of an entry up to here is unpacked for each reading; for more, it is unpacked to a file once. */
const BEGINNING_BYTES = 256 * 1024

/** The entries of a ZIP, which stay in it until they are read. @throws ImportError */
export async function zipEntries(path: string, work: WorkFiles): Promise<ArchiveEntries> {
  const zip = await openArchive(path, DEFAULT_ARCHIVE_LIMITS)
  const entries = zip.names.map((name) => new ZipEntry(name, zip, work))
  return {
    files: entries.filter(({ path }) => !zip.isLink(path)),
    links: zip.names.filter((name) => zip.isLink(name)),
    async close() {
      await Promise.all(entries.map((entry) => entry.close()))
      zip.close()
    },
  }
}

class ZipEntry implements SourceFile {
  readonly path: string
  readonly bytes: number
  readonly #zip: ZipReader
  readonly #work: WorkFiles
  #unpacked: Promise<OpenedFile> | null = null

  constructor(path: string, zip: ZipReader, work: WorkFiles) {
    this.path = path
    this.bytes = zip.sizeOf(path)
    this.#zip = zip
    this.#work = work
  }

  async read(start: number, end: number): Promise<Uint8Array> {
    if (!this.#unpacked && end <= BEGINNING_BYTES) return this.#beginning(start, end)
    this.#unpacked ??= this.#work.write(this.stream()).then((path) => new OpenedFile(path))
    return (await this.#unpacked).read(start, end)
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    try {
      yield* this.#zip.open(this.path)
    } catch (error) {
      if (!(error instanceof ImportError)) throw error
      throw new SourceFileError({ file: this.path, type: error.failure.type }, error.message)
    }
  }

  async close(): Promise<void> {
    await (await this.#unpacked?.catch(() => null))?.close()
  }

  async #beginning(start: number, end: number): Promise<Uint8Array> {
    const pieces: Uint8Array[] = []
    let length = 0
    for await (const piece of this.stream()) {
      pieces.push(piece)
      length += piece.length
      if (length >= end) break
    }
    return Buffer.concat(pieces).subarray(start, end)
  }
}
