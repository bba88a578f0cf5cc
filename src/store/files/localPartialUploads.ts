import { createHash, type Hash, randomUUID } from 'node:crypto'
import { copyFile, link, mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../postgres/errors.ts'
import {
  type BeforePlacing,
  FileMissingError,
  KEEP_EVERY_BYTES,
  KEEP_EVERY_MS,
  type KeptPart,
  type PartialUploads,
  type StoredFile,
} from './fileStore.ts'
import { onDisk, syncFolder } from './temporaryFile.ts'

/** Hashes of uploads that this process wrote from their start: the others are read again when they are whole. */
const HASHES_KEPT = 1000
const READ_BYTES = 1024 * 1024

interface Folders {
  uploads: string
  temporary: string
}

type Place = (temporary: string, sha256: string, bytes: number) => Promise<void>

/** Each a file of the storage's disk that grows, and becomes the stored file by a second name. */
export class LocalPartialUploads implements PartialUploads {
  readonly #folders: Folders
  readonly #place: Place
  readonly #hashes = new Map<string, { hash: Hash; bytes: number }>()

  constructor(folders: Folders, place: Place) {
    this.#folders = folders
    this.#place = place
  }

  async append(
    kept: KeptPart,
    source: AsyncIterable<Uint8Array>,
    onKept: (now: KeptPart) => Promise<void>,
  ): Promise<KeptPart> {
    const file = await this.#openAt(kept)
    const hash = this.#hashOf(kept)
    let now = kept
    let bytes = kept.bytes
    let sinceMs = performance.now()
    const keep = async () => {
      await onDisk(file.datasync())
      now = { ...kept, bytes }
      await onKept(now)
      sinceMs = performance.now()
    }
    try {
      try {
        for await (const piece of source) {
          await onDisk(file.write(piece, 0, piece.length, bytes))
          hash?.update(piece)
          bytes += piece.length
          if (bytes - now.bytes >= KEEP_EVERY_BYTES || performance.now() - sinceMs >= KEEP_EVERY_MS) await keep()
        }
      } finally {
        await keep()
      }
    } finally {
      if (hash && now.bytes === bytes) this.#remember(kept.uploadId, { hash, bytes })
      await file.close()
    }
    return now
  }

  async finish({ uploadId, bytes }: KeptPart, beforePlacing: BeforePlacing): Promise<StoredFile> {
    const known = this.#hashes.get(uploadId)
    const sha256 = known?.bytes === bytes ? known.hash.copy().digest('hex') : await this.#hashOfFile(uploadId, bytes)
    await beforePlacing(sha256)
    const temporary = join(this.#folders.temporary, randomUUID())
    await onDisk(mkdir(this.#folders.temporary, { recursive: true }))
    await this.#nameAgain(this.#pathOf(uploadId), temporary)
    await this.#place(temporary, sha256, bytes)
    return { sha256, bytes }
  }

  async remove({ uploadId }: KeptPart): Promise<void> {
    this.#hashes.delete(uploadId)
    await onDisk(rm(this.#pathOf(uploadId), { force: true }))
  }

  async #openAt({ uploadId, bytes }: KeptPart) {
    const path = this.#pathOf(uploadId)
    if (bytes > 0) {
      const file = await openExisting(path)
      if ((await file.stat()).size >= bytes) return file
      await file.close()
      throw new FileMissingError('The bytes of this upload are not in the storage.')
    }
    await onDisk(mkdir(this.#folders.uploads, { recursive: true }))
    const file = await onDisk(open(path, 'w', 0o600))
    await syncFolder(this.#folders.uploads)
    return file
  }

  /** The running hash of what is kept, which nothing else advances; null if this process has none. */
  #hashOf({ uploadId, bytes }: KeptPart): Hash | null {
    const known = bytes === 0 ? { hash: createHash('sha256'), bytes } : this.#hashes.get(uploadId)
    this.#hashes.delete(uploadId)
    return known?.bytes === bytes ? known.hash.copy() : null
  }

  #remember(uploadId: string, known: { hash: Hash; bytes: number }): void {
    if (this.#hashes.size >= HASHES_KEPT) this.#hashes.clear()
    this.#hashes.set(uploadId, known)
  }

  async #hashOfFile(uploadId: string, bytes: number): Promise<string> {
    const file = await openExisting(this.#pathOf(uploadId))
    const hash = createHash('sha256')
    let read = 0
    for await (const piece of file.createReadStream({
      highWaterMark: READ_BYTES,
      ...(bytes > 0 && { end: bytes - 1 }),
    })) {
      hash.update(piece)
      read += piece.length
    }
    if (read !== bytes) throw new FileMissingError('The bytes of this upload are not in the storage.')
    return hash.digest('hex')
  }

  /** Not moved: if this process dies now, the upload can still be finished. */
  async #nameAgain(path: string, other: string): Promise<void> {
    try {
      await link(path, other)
    } catch (error) {
      if (errorCode(error) === 'ENOENT') throw new FileMissingError('The bytes of this upload are not in the storage.')
      // A file system without hard links.
      await onDisk(copyFile(path, other))
    }
  }

  #pathOf(uploadId: string): string {
    return join(this.#folders.uploads, uploadId)
  }
}

async function openExisting(path: string) {
  try {
    return await open(path, 'r+')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new FileMissingError('The bytes of this upload are not in the storage.')
    return onDisk(Promise.reject(error))
  }
}
