import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCode } from '../postgres/errors.ts'
import { type FileSource, StorageError, StorageFullError, type StoredFile } from './fileStore.ts'

// Sources of many small pieces (lines of a result, say) would otherwise cost a system call each.
const WRITE_BYTES = 256 * 1024
const HASH_BYTES = 1024 * 1024
const FULL: ReadonlySet<string | null> = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

/** Writes a source to a new, synced file in `folder`, which is made when missing; removes it again on any failure. */
export async function writeTemporary(folder: string, source: FileSource): Promise<StoredFile & { path: string }> {
  const path = join(folder, randomUUID())
  const hash = createHash('sha256')
  let bytes = 0
  try {
    const file = await openNew(folder, path)
    try {
      for await (const piece of gather(source)) {
        hash.update(piece)
        bytes += piece.length
        await onDisk(file.writeFile(piece))
      }
      await onDisk(file.sync())
    } finally {
      await file.close()
    }
  } catch (error) {
    await rm(path, { force: true }).catch(() => {})
    throw error
  }
  return { path, sha256: hash.digest('hex'), bytes }
}

/** Removes the files of a folder that have not changed for this long; returns how many. */
export async function sweepFolder(folder: string, olderThanMs: number): Promise<number> {
  let removed = 0
  for (const name of await readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const found = await stat(path).catch(() => null)
    if (!found?.isFile() || Date.now() - found.mtimeMs < olderThanMs) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Makes the names in a folder outlive a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await onDisk(handle.sync())
  } finally {
    await handle.close()
  }
}

/** Runs a disk operation and says in the store's own terms what went wrong. */
export async function onDisk<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation
  } catch (error) {
    if (error instanceof StorageError) throw error
    if (FULL.has(errorCode(error))) throw new StorageFullError('The storage is full.', { cause: error })
    throw new StorageError(`The storage failed: ${error instanceof Error ? error.message : error}`, { cause: error })
  }
}

async function openNew(folder: string, path: string) {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') return onDisk(Promise.reject(error))
    await onDisk(mkdir(folder, { recursive: true }))
    return onDisk(open(path, 'wx', 0o600))
  }
}

async function* gather(source: FileSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    yield* cut(source)
    return
  }
  let pieces: Uint8Array[] = []
  let waiting = 0
  for await (const piece of source) {
    const isLarge = piece.length >= WRITE_BYTES
    if (!isLarge) {
      pieces.push(piece)
      waiting += piece.length
    }
    if (waiting > 0 && (isLarge || waiting >= WRITE_BYTES)) {
      yield Buffer.concat(pieces)
      pieces = []
      waiting = 0
    }
    if (isLarge) yield* cut(piece)
  }
  if (waiting > 0) yield Buffer.concat(pieces)
}

/** Hashing many megabytes in one step would delay everything else on this thread. */
function* cut(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += HASH_BYTES) yield bytes.subarray(at, at + HASH_BYTES)
}
