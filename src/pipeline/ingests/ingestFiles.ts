import { createHash, randomUUID } from 'node:crypto'
import { fileAddress, fileIdOf } from '../../formats/files/fileAddress.ts'
import { isFileName } from '../../formats/files/fileName.ts'
import { type PlannedFile, SourceFileError } from '../../interchange/layouts/layout.ts'
import { fileType } from '../../pictures/fileKind.ts'
import { SNIFF_BYTES } from '../../pictures/sniff.ts'
import { type ClaimedFile, putClaimed } from '../../store/cluster/files/claims.ts'
import type { NewFile } from '../../store/project/files/uploadedFiles.ts'
import type { PipelineContext } from '../context.ts'
import type { OpenSource } from './openSource.ts'

const STORED_SIDE_BY_SIDE = 4
const LONGEST_NAME_BYTES = 1024

/** What the files of jobs are named by, once those that only the source has are stored. */
export interface StoredFiles {
  addressOf(file: PlannedFile): string
  /** What identifies the content: a hash of its bytes, or an address elsewhere. */
  identityOf(file: PlannedFile): string
  /** Rows to add with the jobs that use them. */
  rows: readonly NewFile[]
  /** To be given up once the rows are there. */
  claims: readonly ClaimedFile[]
}

/** Gives the files of planned jobs addresses. */
export class IngestFiles {
  readonly #context: Pick<PipelineContext, 'pool' | 'files'>
  readonly #source: OpenSource
  readonly #of: { projectId: string; ingestId: string }

  constructor(
    context: Pick<PipelineContext, 'pool' | 'files'>,
    source: OpenSource,
    of: { projectId: string; ingestId: string },
  ) {
    this.#context = context
    this.#source = source
    this.#of = of
  }

  /** Whether a job can name the file as it is. */
  hasAddress(file: PlannedFile): boolean {
    return this.#addressOf(file) !== null
  }

  /**
   * Stores the files that have no address yet; `fail` gets those that cannot be read, which have none then.
   * @throws StorageError
   */
  async store(
    files: readonly PlannedFile[],
    fail: (file: PlannedFile, error: SourceFileError) => void,
  ): Promise<StoredFiles> {
    const stored = new Map<PlannedFile, { row: NewFile; claim: ClaimedFile }>()
    const wanted = [...new Set(files)].filter((file) => !this.hasAddress(file))
    const keep = async (file: PlannedFile) => {
      try {
        stored.set(file, await this.#put(file))
      } catch (error) {
        if (!(error instanceof SourceFileError)) throw error
        fail(file, error)
      }
    }
    // Files that are made come in the order of time, in which a recording is read with little memory.
    for (const file of wanted) if (file.kind === 'made') await keep(file)
    const asTheyAre = wanted.filter(({ kind }) => kind === 'source')
    const work = async () => {
      for (let file = asTheyAre.shift(); file; file = asTheyAre.shift()) await keep(file)
    }
    await Promise.all(Array.from({ length: STORED_SIDE_BY_SIDE }, work))
    return {
      rows: [...stored.values()].map(({ row }) => row),
      claims: [...stored.values()].map(({ claim }) => claim),
      addressOf: (file) => {
        const row = stored.get(file)?.row
        const address = row ? fileAddress(row.fileId, row.name) : this.#addressOf(file)
        if (address === null) throw new Error('a file of a job was not stored')
        return address
      },
      identityOf: (file) => {
        const row = stored.get(file)?.row
        return row ? `sha256:${row.sha256}` : this.#knownIdentity(file)
      },
    }
  }

  /** What identifies the content of a file, read for it where nothing else says so. @throws SourceFileError */
  async identityOf(file: PlannedFile): Promise<string> {
    if (this.hasAddress(file)) return this.#knownIdentity(file)
    const hash = createHash('sha256')
    for await (const piece of bytesOf(file)) hash.update(piece)
    return `sha256:${hash.digest('hex')}`
  }

  #addressOf(file: PlannedFile): string | null {
    return file.kind === 'source' ? this.#source.placeOf(file.file).address : null
  }

  #knownIdentity(file: PlannedFile): string {
    const place = file.kind === 'source' ? this.#source.placeOf(file.file) : null
    if (!place || place.address === null) throw new Error('nothing identifies a file but its bytes')
    return fileIdOf(place.address) === null ? place.address : `sha256:${place.contentId}`
  }

  async #put(file: PlannedFile): Promise<{ row: NewFile; claim: ClaimedFile }> {
    const { pool, files } = this.#context
    const seen = new Beginning()
    const claim = await putClaimed(pool, files, seen.of(bytesOf(file)))
    const { projectId, ingestId } = this.#of
    const row: NewFile = {
      projectId,
      fileId: randomUUID(),
      name: nameOfRow(file.kind === 'source' ? file.file.path : file.path),
      bytes: claim.bytes,
      sha256: claim.sha256,
      ...fileType(seen.bytes()),
      origin: 'ingest',
      ingestId,
    }
    return { row, claim }
  }
}

const bytesOf = (file: PlannedFile): AsyncIterable<Uint8Array> =>
  file.kind === 'source' ? file.file.stream() : file.make()

/** The first bytes of what passes. */
class Beginning {
  readonly #pieces: Uint8Array[] = []
  #length = 0

  async *of(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const piece of source) {
      if (this.#length < SNIFF_BYTES) {
        const part = Uint8Array.from(piece.subarray(0, SNIFF_BYTES - this.#length))
        this.#pieces.push(part)
        this.#length += part.length
      }
      yield piece
    }
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#pieces)
  }
}

/** A name that a file can have here: entries of archives may be called anything. */
function nameOfRow(path: string): string {
  if (isFileName(path)) return path
  const parts = path
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no name has
    .replace(/[\\\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, '_')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..')
  const name = parts.join('/') || 'file'
  const bytes = Buffer.from(name)
  // The end says what kind of file it is.
  return bytes.length <= LONGEST_NAME_BYTES ? name : cutToBytes(name)
}

function cutToBytes(name: string): string {
  let cut = name.slice(-LONGEST_NAME_BYTES)
  while (Buffer.byteLength(cut) > LONGEST_NAME_BYTES || /^[/\udc00-\udfff]/.test(cut)) cut = cut.slice(1)
  return cut
}
