import {
  type BeforePlacing,
  FileMissingError,
  type FileSource,
  KEEP_EVERY_MS,
  type KeptPart,
  type PartialUploads,
  type StoredFile,
} from './fileStore.ts'

/** Pieces wait in memory until they are so large. */
const PIECE_BYTES = 16 * 1024 * 1024

/** Objects of the bucket that are named here. */
export interface Pieces {
  put(name: string, bytes: Buffer): Promise<void>
  /** @throws FileMissingError */
  read(name: string): AsyncIterable<Uint8Array>
  exists(name: string): Promise<boolean>
  remove(name: string): Promise<void>
}

/**
 * Each upload is a row of objects in the bucket. S3's own uploads in parts do not fit: their parts have at least 5 MiB,
 * and their object is named before its hash is known.
 */
export class S3PartialUploads implements PartialUploads {
  readonly #pieces: Pieces
  readonly #store: (source: FileSource, beforePlacing: BeforePlacing) => Promise<StoredFile>

  constructor(pieces: Pieces, store: (source: FileSource, beforePlacing: BeforePlacing) => Promise<StoredFile>) {
    this.#pieces = pieces
    this.#store = store
  }

  async append(
    kept: KeptPart,
    source: AsyncIterable<Uint8Array>,
    onKept: (now: KeptPart) => Promise<void>,
  ): Promise<KeptPart> {
    let now = kept
    let waiting: Uint8Array[] = []
    let length = 0
    let sinceMs = performance.now()
    const keep = async () => {
      if (length > 0) await this.#pieces.put(pieceName(kept.uploadId, now.pieces), Buffer.concat(waiting))
      now = { ...now, bytes: now.bytes + length, pieces: now.pieces + (length > 0 ? 1 : 0) }
      waiting = []
      length = 0
      sinceMs = performance.now()
      await onKept(now)
    }
    try {
      for await (const piece of source) {
        waiting.push(piece)
        length += piece.length
        if (length >= PIECE_BYTES || performance.now() - sinceMs >= KEEP_EVERY_MS) await keep()
      }
    } finally {
      await keep()
    }
    return now
  }

  async finish(kept: KeptPart, beforePlacing: BeforePlacing): Promise<StoredFile> {
    const stored = await this.#store(this.#whole(kept), beforePlacing)
    if (stored.bytes === kept.bytes) return stored
    throw new FileMissingError('The bytes of this upload are not in the storage.')
  }

  async *#whole({ uploadId, pieces }: KeptPart): AsyncGenerator<Uint8Array> {
    for (let index = 0; index < pieces; index++) yield* this.#pieces.read(pieceName(uploadId, index))
  }

  async remove({ uploadId, pieces }: KeptPart): Promise<void> {
    for (let index = 0; index < pieces || (await this.#pieces.exists(pieceName(uploadId, index))); index++)
      await this.#pieces.remove(pieceName(uploadId, index))
  }
}

const pieceName = (uploadId: string, index: number): string => `uploads/${uploadId}/${index}`
