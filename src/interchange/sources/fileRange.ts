import { type FileHandle, open } from 'node:fs/promises'
import type { SourceFile } from '../layouts/layout.ts'

const PIECE_BYTES = 256 * 1024

/** A file on this machine that is opened with the first reading, and closed with the source. */
export class OpenedFile {
  readonly path: string
  #handle: Promise<FileHandle> | null = null

  constructor(path: string) {
    this.path = path
  }

  /** The bytes from `start` up to `end`; fewer where the file ends. */
  async read(start: number, end: number): Promise<Uint8Array> {
    this.#handle ??= open(this.path)
    const handle = await this.#handle
    const bytes = Buffer.allocUnsafe(Math.max(end - start, 0))
    let length = 0
    while (length < bytes.length) {
      const { bytesRead } = await handle.read(bytes, length, bytes.length - length, start + length)
      if (bytesRead === 0) break
      length += bytesRead
    }
    return bytes.subarray(0, length)
  }

  async close(): Promise<void> {
    await (await this.#handle)?.close()
  }
}

/** A part of a file on this machine as a file of a source. */
export class FileRange implements SourceFile {
  readonly path: string
  readonly bytes: number
  readonly #file: OpenedFile
  readonly #offset: number

  constructor(path: string, file: OpenedFile, offset: number, bytes: number) {
    this.path = path
    this.bytes = bytes
    this.#file = file
    this.#offset = offset
  }

  read(start: number, end: number): Promise<Uint8Array> {
    const last = Math.min(end, this.bytes)
    return this.#file.read(this.#offset + Math.min(start, last), this.#offset + last)
  }

  async *stream(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < this.bytes; at += PIECE_BYTES) {
      const piece = await this.read(at, at + PIECE_BYTES)
      if (piece.length === 0) return
      yield piece
    }
  }
}
