import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import { SourceError, type SourceFile } from '../layout.ts'
import { notWhole } from './logReader.ts'

/** Logs shrink to a quarter; what grows more than this is made to fill a disk. */
const MAX_RATIO = 100
const ALWAYS_ALLOWED_BYTES = 64 * 1024 * 1024

/**
 * Unpacks a file of zstd into the folder.
 * @returns its path there
 * @throws SourceFileError where it is damaged or grows too much, SourceError INSUFFICIENT_STORAGE
 */
export async function unpackedFile(file: SourceFile, folder: string, signal: AbortSignal): Promise<string> {
  const path = join(folder, randomUUID())
  const mostBytes = ALWAYS_ALLOWED_BYTES + (file.bytes ?? 0) * MAX_RATIO
  let bytes = 0
  const counted = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      bytes += piece.length
      done(bytes > mostBytes ? notWhole(file.path, `at most ${mostBytes} unpacked bytes`, 'more') : null, piece)
    },
  })
  try {
    const write = createWriteStream(path, { flags: 'wx' })
    await pipeline(Readable.from(file.stream()), createZstdDecompress(), counted, write, { signal })
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    if (error.code === 'ENOSPC') throw new SourceError('INSUFFICIENT_STORAGE', `no room to unpack ${file.path}`)
    if (String(error.code).startsWith('ZSTD_')) throw notWhole(file.path, 'a whole file of zstd', error.message)
    throw error
  }
  return path
}

/** A file on this machine as one of the source. */
export async function localFile(name: string, path: string): Promise<SourceFile> {
  const { size } = await stat(path)
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const length = Math.max(0, Math.min(end, size) - start)
    const buffer = new Uint8Array(length)
    const handle = await open(path)
    try {
      const { bytesRead } = await handle.read(buffer, 0, length, start)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  }
  return {
    path: name,
    bytes: size,
    read,
    async *stream() {
      const pieceBytes = 1024 * 1024
      for (let at = 0; at < size; at += pieceBytes) yield await read(at, at + pieceBytes)
    },
  }
}
