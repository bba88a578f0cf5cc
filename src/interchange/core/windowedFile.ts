import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import yauzl from 'yauzl'

const WINDOW_BYTES = 256 * 1024
/** After this many reads without a pause, the rest of the process gets its turn. */
const READS_AT_A_TIME = 500

/**
 * A file of which small neighbouring parts are read: the directory of an archive, and small entries. It reads one
 * window at a time; otherwise each part would be a system call.
 */
export class WindowedFile extends yauzl.RandomAccessReader {
  readonly #handle: FileHandle
  #window = Buffer.alloc(0)
  #start = 0
  #reads = 0

  private constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  static async open(path: string): Promise<{ file: WindowedFile; size: number }> {
    const handle = await open(path)
    return { file: new WindowedFile(handle), size: (await handle.stat()).size }
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null) => void,
  ): void {
    const answer = (part: Buffer) => {
      buffer.set(part, offset)
      done(part.length < length ? new Error('the file ends too early') : null)
    }
    const part = this.#partAt(position, length)
    // Asynchronous, because the next read is requested from the callback.
    if (part && ++this.#reads % READS_AT_A_TIME > 0) queueMicrotask(() => answer(part))
    else this.#filled(position, length).then(answer, done)
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const part = this.#partAt(start, end - start)
    return Readable.from(part ? [Buffer.from(part)] : this.#piecesOf(start, end))
  }

  /** A stream of the handle would close the file with itself. */
  async *#piecesOf(start: number, end: number): AsyncGenerator<Buffer> {
    for (let at = start; at < end; ) {
      const piece = Buffer.allocUnsafe(Math.min(WINDOW_BYTES, end - at))
      const { bytesRead } = await this.#handle.read(piece, 0, piece.length, at)
      if (bytesRead === 0) return
      at += bytesRead
      yield piece.subarray(0, bytesRead)
    }
  }

  override close(done: (error: Error | null) => void): void {
    this.#handle.close().then(() => done(null), done)
  }

  /** null if the window does not contain all of it. */
  #partAt(position: number, length: number): Buffer | null {
    const from = position - this.#start
    return from >= 0 && from + length <= this.#window.length ? this.#window.subarray(from, from + length) : null
  }

  async #filled(position: number, length: number): Promise<Buffer> {
    const buffer = Buffer.allocUnsafe(Math.max(length, WINDOW_BYTES))
    const { bytesRead } = await this.#handle.read(buffer, 0, buffer.length, position)
    this.#window = buffer.subarray(0, bytesRead)
    this.#start = position
    return this.#window.subarray(0, length)
  }
}
