import { access, constants, mkdir, open, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { errorCode } from '../postgres/errors.ts'
import {
  assertSha256,
  type BeforePlacing,
  type ByteRange,
  FileMissingError,
  type FileSource,
  type FileStore,
  MARKER_NAME,
  StorageFullError,
  type StoredFile,
} from './fileStore.ts'
import { LocalPartialUploads } from './localPartialUploads.ts'
import { readStart } from './readStart.ts'
import { SMALL_FILE_BYTES, SmallFiles } from './smallFiles.ts'
import { onDisk, sweepFolder, syncFolder, writeTemporary } from './temporaryFile.ts'

/** Below this, nothing useful can be stored. */
const LEAST_FREE_BYTES = 64 * 1024

/** Of the disk; large files must leave it to the database. */
const LEAST_FREE_SHARE = 0.05

/** Files under one folder of this machine, fanned out by the first two bytes of the hash: `ab/cd/abcd…`. */
export class LocalFiles implements FileStore {
  readonly #root: string
  readonly #temporary: string
  readonly #small: SmallFiles
  readonly partialUploads: LocalPartialUploads

  constructor(root: string) {
    this.#root = root
    this.#temporary = join(root, 'temporary')
    this.#small = new SmallFiles({ root, temporary: this.#temporary })
    this.partialUploads = new LocalPartialUploads(
      { uploads: join(root, 'uploads'), temporary: this.#temporary },
      (temporary, sha256, bytes) => this.#place(temporary, sha256, bytes),
    )
  }

  async put(source: FileSource, beforePlacing?: BeforePlacing): Promise<StoredFile> {
    if (beforePlacing) return this.#putLarge(source, beforePlacing)
    const start = await readStart(source, SMALL_FILE_BYTES)
    return start.isWhole ? this.#small.put(start.bytes) : this.#putLarge(start.source)
  }

  async #putLarge(source: FileSource, beforePlacing?: BeforePlacing): Promise<StoredFile> {
    const { path, sha256, bytes } = await writeTemporary(this.#temporary, source)
    try {
      await beforePlacing?.(sha256)
      await this.#place(path, sha256, bytes)
    } catch (error) {
      await rm(path, { force: true }).catch(() => {})
      throw error
    }
    return { sha256, bytes }
  }

  async open(sha256: string, range: ByteRange = {}): Promise<Readable> {
    const file = await found(open(this.#pathOf(sha256), 'r'))
    return file.createReadStream(range)
  }

  async readAll(sha256: string): Promise<Buffer> {
    return found(readFile(this.#pathOf(sha256)))
  }

  async readAddress(): Promise<null> {
    return null
  }

  async stat(sha256: string): Promise<{ bytes: number } | null> {
    const entry = await orNull(stat(this.#pathOf(sha256)))
    return entry && { bytes: entry.size }
  }

  async remove(sha256: string): Promise<void> {
    await onDisk(rm(this.#pathOf(sha256), { force: true }))
  }

  async localPath(sha256: string): Promise<string> {
    const path = this.#pathOf(sha256)
    await found(stat(path))
    return path
  }

  async prepare(): Promise<void> {
    await onDisk(mkdir(this.#root, { recursive: true }))
  }

  async ready(): Promise<void> {
    await onDisk(mkdir(this.#root, { recursive: true }))
    await onDisk(access(this.#root, constants.W_OK | constants.X_OK))
    const { bavail, bsize } = await onDisk(statfs(this.#root))
    if (bavail * bsize < LEAST_FREE_BYTES) throw new StorageFullError('The disk of the storage is full.')
  }

  async hasRoom(bytes: number): Promise<boolean> {
    const { bavail, blocks, bsize } = await onDisk(statfs(this.#root))
    return (bavail - bytes / bsize) / blocks >= LEAST_FREE_SHARE
  }

  async readMarker(): Promise<string | null> {
    const text = await orNull(readFile(join(this.#root, MARKER_NAME), 'utf8'))
    return text === null ? null : text.trim()
  }

  async writeMarker(text: string): Promise<void> {
    const { path } = await writeTemporary(this.#temporary, Buffer.from(`${text}\n`))
    await onDisk(rename(path, join(this.#root, MARKER_NAME)))
    await syncFolder(this.#root)
  }

  sweepTemporary(olderThanMs: number): Promise<number> {
    return sweepFolder(this.#temporary, olderThanMs)
  }

  #pathOf(sha256: string): string {
    assertSha256(sha256)
    return join(this.#root, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  }

  async #place(temporary: string, sha256: string, bytes: number): Promise<void> {
    const path = this.#pathOf(sha256)
    const folder = dirname(path)
    const existing = await orNull(stat(path))
    // A file of another length must be damaged: the right bytes replace it.
    if (existing?.size === bytes) {
      await onDisk(rm(temporary, { force: true }))
    } else {
      const firstMade = await onDisk(mkdir(folder, { recursive: true }))
      await onDisk(rename(temporary, path))
      if (firstMade !== undefined) {
        await syncFolder(dirname(folder))
        await syncFolder(this.#root)
      }
    }
    // Also for a file that exists already: the process that renamed it may not have synced it yet.
    await syncFolder(folder)
  }
}

async function found<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new FileMissingError('The file is not in the storage.')
    return onDisk(Promise.reject(error))
  }
}

async function orNull<T>(operation: Promise<T>): Promise<T | null> {
  try {
    return await found(operation)
  } catch (error) {
    if (error instanceof FileMissingError) return null
    throw error
  }
}
