import { createHash, randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { DataStore, ERRORS, type Locker, Upload } from '@tus/server'
import { fileType } from '../../pictures/fileKind.ts'
import { SNIFF_BYTES } from '../../pictures/sniff.ts'
import { FileMissingError, type KeptPart } from '../../store/files/fileStore.ts'
import { findFile } from '../../store/project/files/uploadedFiles.ts'
import {
  findUpload,
  insertUpload,
  keptPart,
  letGoOfUpload,
  noteReceived,
  takeUpload,
  type UploadRow,
} from '../../store/project/files/uploads.ts'
import { dropUpload, finishUpload } from '../../workflow/files/uploads.ts'
import type { ApiContext } from '../context.ts'
import { ApiError } from '../http/apiError.ts'
import { checkedName } from './fileName.ts'
import { noRoom } from './receivedFile.ts'

const DAY_MS = 86_400_000
/** How long a second writer waits for the first. */
const WRITER_PATIENCE_MS = 5_000

export const CHECKSUM_ALGORITHMS = ['sha1', 'sha256'] as const

/** What the header Upload-Checksum announces of the body of a call. */
export interface Checksum {
  algorithm: (typeof CHECKSUM_ALGORITHMS)[number]
  digest: string
}

export interface TusCall {
  projectId: string
  checksum: Checksum | null
  /** HEAD looks only. */
  isReading: boolean
}

const otherWriter = () => new ApiError('LOCKED', 'another call is sending bytes of this upload; try again soon')
const lost = () => new ApiError('GONE', 'the bytes of this upload are not there any more: begin again')

/** The uploads of one project for one call of tus. The id of an upload becomes that of its file. */
export class TusStore extends DataStore {
  override extensions = ['creation', 'creation-with-upload', 'expiration', 'termination', 'checksum']
  readonly locker: Locker
  /** The file that the upload is, once it is whole. */
  fileId: string | null = null
  readonly #context: ApiContext
  readonly #call: TusCall
  /** This call, among others that write. */
  readonly #writer = randomUUID()
  #leave: () => Promise<void> = async () => {}

  constructor(context: ApiContext, call: TusCall) {
    super()
    this.#context = context
    this.#call = call
    this.locker = {
      newLock: (uploadId) => ({
        lock: () => this.#lock(uploadId),
        unlock: () => this.#unlock(uploadId),
      }),
    }
  }

  /** Whether the project has the upload, or the file that it became. */
  async has(uploadId: string): Promise<boolean> {
    const { pool } = this.#context
    const place = this.#placeOf(uploadId)
    return (await findUpload(pool, place)) !== null || (await findFile(pool, place.projectId, uploadId)) !== null
  }

  override getExpiration(): number {
    return this.#context.config.uploadDays * DAY_MS
  }

  override async create(upload: Upload): Promise<Upload> {
    const { pool, files, config } = this.#context
    const { metadata = {}, size = 0 } = upload
    const name = checkedName(metadata.relative_path ?? metadata.filename ?? '')
    if (!(await files.hasRoom(size))) throw noRoom()
    const made = { ...this.#placeOf(upload.id), name, metadata, bytes: size, writer: this.#writer }
    const row = await insertUpload(pool, made, config.uploadDays)
    upload.creation_date = row.createdAt.toISOString()
    if (size === 0) await this.#append(row, emptySource())
    return upload
  }

  override async getUpload(uploadId: string): Promise<Upload> {
    const { pool } = this.#context
    const { projectId, isReading } = this.#call
    const row = await findUpload(pool, this.#placeOf(uploadId))
    let file = await findFile(pool, projectId, uploadId)
    if (row && !file && isReading && row.received === row.bytes) {
      // Its last bytes came since this call looked whether it has to wait for them to become a file.
      await this.#lock(uploadId)
      file = await findFile(pool, projectId, uploadId)
    }
    if (file?.origin === 'upload') {
      this.fileId = file.fileId
      return new Upload({ id: uploadId, size: file.bytes, offset: file.bytes, ...(row && { metadata: row.metadata }) })
    }
    if (!row) throw ERRORS.FILE_NOT_FOUND
    const { metadata, bytes, received, createdAt } = row
    const shown = { id: uploadId, size: bytes, offset: received, metadata: { ...metadata } }
    return new Upload({ ...shown, creation_date: createdAt.toISOString() })
  }

  override async write(source: Readable, uploadId: string, offset: number): Promise<number> {
    if (this.fileId !== null) return offset
    const row = await takeUpload(this.#context.pool, this.#placeOf(uploadId), this.#writer)
    if (row?.received !== offset) throw otherWriter()
    return (await this.#append(row, source)).bytes
  }

  override async remove(uploadId: string): Promise<void> {
    await this.getUpload(uploadId)
    await dropUpload(this.#context.pool, this.#context.files, this.#placeOf(uploadId))
  }

  /** Waits for other writers, but not for long. */
  async #lock(uploadId: string): Promise<void> {
    const { pool } = this.#context
    const place = this.#placeOf(uploadId)
    if (this.#call.isReading) {
      const row = await findUpload(pool, place)
      // One that is whole, but not a file yet: the process that wrote its end died.
      if (row?.received !== row?.bytes) return
    }
    await this.#takeTurn(place.uploadId)
    try {
      const taken = await takeUpload(pool, place, this.#writer)
      if (taken && taken.received === taken.bytes && !(await findFile(pool, place.projectId, place.uploadId)))
        await this.#finish(keptPart(taken), taken)
    } catch (error) {
      await this.#leave()
      throw error
    }
  }

  async #takeTurn(uploadId: string): Promise<void> {
    const patience = new AbortController()
    const timer = setTimeout(() => patience.abort(otherWriter()), WRITER_PATIENCE_MS)
    const taken = Promise.withResolvers<void>()
    const ended = Promise.withResolvers<void>()
    const turn = { name: `upload ${uploadId}`, lane: this.#call.projectId, signal: patience.signal }
    const running = this.#context.sharedTurns.run(turn, () => {
      taken.resolve()
      return ended.promise
    })
    running.catch(taken.reject)
    this.#leave = () => {
      ended.resolve()
      return running
    }
    try {
      await taken.promise
    } catch (error) {
      throw patience.signal.aborted ? otherWriter() : error
    } finally {
      clearTimeout(timer)
    }
  }

  async #unlock(uploadId: string): Promise<void> {
    await letGoOfUpload(this.#context.pool, this.#placeOf(uploadId), this.#writer)
    await this.#leave()
  }

  async #append(row: UploadRow, source: AsyncIterable<Uint8Array>): Promise<KeptPart> {
    const { pool, files } = this.#context
    const { checksum, projectId } = this.#call
    const before = keptPart(row)
    const hash = checksum && createHash(checksum.algorithm)
    async function* watched() {
      for await (const piece of source) {
        hash?.update(piece)
        yield piece
      }
    }
    const note = async (now: KeptPart) => {
      // Bytes with a checksum count once it is known to fit.
      const counted = checksum ? before : now
      if (!(await noteReceived(pool, projectId, this.#writer, counted))) throw otherWriter()
      if (!(await files.hasRoom(0))) throw noRoom()
    }
    const kept = await files.partialUploads.append(before, watched(), note).catch(explained)
    if (checksum) {
      if (hash?.digest('base64') !== checksum.digest)
        throw new ApiError('CHECKSUM_MISMATCH', 'the bytes are not those of Upload-Checksum: send them again')
      if (!(await noteReceived(pool, projectId, this.#writer, kept))) throw otherWriter()
    }
    if (kept.bytes === row.bytes) await this.#finish(kept, row)
    return kept
  }

  async #finish(kept: KeptPart, { name }: UploadRow): Promise<void> {
    const { pool, files, config } = this.#context
    const place = this.#placeOf(kept.uploadId)
    const typeOf = async (sha256: string) => {
      const start =
        kept.bytes === 0 ? [] : await (await files.open(sha256, { start: 0, end: SNIFF_BYTES - 1 })).toArray()
      return fileType(Buffer.concat(start))
    }
    const made = { ...place, name, kept, typeOf, days: config.uploadDays }
    this.fileId = await finishUpload(pool, files, made).catch(explained)
  }

  #placeOf(uploadId: string) {
    return { projectId: this.#call.projectId, uploadId: uploadId.toLowerCase() }
  }
}

async function* emptySource(): AsyncGenerator<Uint8Array> {}

function explained(error: unknown): never {
  throw error instanceof FileMissingError ? lost() : error
}
