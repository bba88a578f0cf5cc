import type { Readable } from 'node:stream'

export type FileSource = AsyncIterable<Uint8Array> | Uint8Array

export interface StoredFile {
  sha256: string
  bytes: number
}

export type BeforePlacing = (sha256: string) => Promise<void>

/** Both ends counted from 0 and included, as in an HTTP range. */
export interface ByteRange {
  start?: number
  end?: number
}

/** Headers that an answer of the storage carries. */
export interface ShownAs {
  contentType: string
  contentDisposition?: string
}

/**
 * Files named by the SHA-256 of their content (lower-case hexadecimal): written once, never changed, the same bytes
 * stored once. Before removing a file, make sure that no row names it or is about to.
 */
export interface FileStore {
  readonly partialUploads: PartialUploads
  /**
   * Stores bytes; when it resolves they survive a power cut. A failing source leaves nothing behind, and its error
   * passes through.
   * @throws StorageFullError, StorageError.
   * @param beforePlacing called once the hash is known, before the store checks whether it has the file
   */
  put(source: FileSource, beforePlacing?: BeforePlacing): Promise<StoredFile>
  /** @throws FileMissingError */
  open(sha256: string, range?: ByteRange): Promise<Readable>
  /** @throws FileMissingError */
  readAll(sha256: string): Promise<Buffer>
  /**
   * An address at the storage itself, good for some minutes, that answers the file as `shown`; null where readers get
   * files through the service. It does not look whether the file is there.
   */
  readAddress(sha256: string, shown: ShownAs): Promise<string | null>
  stat(sha256: string): Promise<{ bytes: number } | null>
  /** Removing a missing file is not an error. */
  remove(sha256: string): Promise<void>
  /** A path to read the file from, good for some minutes. @throws FileMissingError */
  localPath(sha256: string): Promise<string>
  /**
   * Once at the start: the storage is there and takes a file.
   * @throws StorageFullError, StorageError with what the storage answered
   */
  prepare(): Promise<void>
  /** Whether it has room for so many more bytes without coming close to full. */
  hasRoom(bytes: number): Promise<boolean>
  /** Looks whether it is still there, without writing. @throws StorageFullError, StorageError */
  ready(): Promise<void>
  /** The text that names the owner of the storage; null without one. @throws StorageError */
  readMarker(): Promise<string | null>
  /** @throws StorageFullError, StorageError */
  writeMarker(text: string): Promise<void>
  /** Removes the remains of interrupted writes that are older than this; returns how many. */
  sweepTemporary(olderThanMs: number): Promise<number>
}

/** What of an upload is kept: it outlives the process. */
export interface KeptPart {
  uploadId: string
  bytes: number
  /** Objects in a bucket; always 0 on a disk. */
  pieces: number
}

/** Uploads that are not whole yet, one writer at a time. */
export interface PartialUploads {
  /**
   * Writes bytes behind those that are kept; what was written behind them before is overwritten. `onKept` is called
   * from time to time with what is kept by then, and at the end, even if the source fails: its error is thrown after.
   * @throws FileMissingError if what should be kept is not there
   */
  append(kept: KeptPart, source: AsyncIterable<Uint8Array>, onKept: (now: KeptPart) => Promise<void>): Promise<KeptPart>
  /** Stores the whole as a file; the part stays until it is removed. @throws FileMissingError */
  finish(kept: KeptPart, beforePlacing: BeforePlacing): Promise<StoredFile>
  remove(kept: KeptPart): Promise<void>
}

/** So much is written, or so long is waited, before bytes are made to last. */
export const KEEP_EVERY_BYTES = 64 * 1024 * 1024
export const KEEP_EVERY_MS = 15_000

/** The storage could not do it now; it may later. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError'
}

export class StorageFullError extends StorageError {
  override readonly name = 'StorageFullError'
}

export class FileMissingError extends Error {
  override readonly name = 'FileMissingError'
}

/** Name of the marker's file or object, next to the folders of hashes. */
export const MARKER_NAME = 'fiducial-database'

/** Guards every path and key that is made from a name: only hashes pass. */
export function assertSha256(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a SHA-256 in lower-case hexadecimal')
}
