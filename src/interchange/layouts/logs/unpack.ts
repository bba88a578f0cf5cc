import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import bzip from 'seek-bzip'
import { unpackLz4Frame } from '../../arrow/lz4Frame.ts'
import { MAX_CHUNK_BYTES } from './logReader.ts'

const unzstd = promisify(zstdDecompress)

export type Compression = 'none' | 'zstd' | 'lz4' | 'bz2'

/**
 * The unpacked bytes of a chunk: exactly `sizeBytes`, which its header announces.
 * @throws Error where it has another size, is too large or damaged
 */
export async function unpack(packed: Uint8Array, compression: Compression, sizeBytes: number): Promise<Uint8Array> {
  if (sizeBytes > MAX_CHUNK_BYTES) throw new Error(`${sizeBytes} unpacked bytes, allowed are ${MAX_CHUNK_BYTES}`)
  const unpacked = await unpackedBy[compression](packed, sizeBytes)
  if (unpacked.length !== sizeBytes) throw new Error(`expected ${sizeBytes} unpacked bytes, found ${unpacked.length}`)
  return unpacked
}

const unpackedBy: Readonly<
  Record<Compression, (packed: Uint8Array, sizeBytes: number) => Uint8Array | Promise<Uint8Array>>
> = {
  none: (packed) => packed,
  // A limit of 0 is refused.
  zstd: (packed, sizeBytes) => unzstd(packed, { maxOutputLength: Math.max(1, sizeBytes) }),
  lz4: unpackLz4Frame,
  bz2: unbzip,
}

/** The unpacked bytes of a message whose size is not announced. @throws Error where it is too large or damaged */
export const unzstdUpTo = (packed: Uint8Array): Promise<Uint8Array> =>
  unzstd(packed, { maxOutputLength: MAX_CHUNK_BYTES })

/** The library works byte by byte; its own output grows without a limit. */
function unbzip(packed: Uint8Array, sizeBytes: number): Uint8Array {
  const unpacked = new Uint8Array(sizeBytes)
  let end = 0
  let at = 0
  const readByte = () => {
    if (at >= packed.length) throw new Error('the bzip2 data ends too early')
    return packed[at++]
  }
  const writeByte = (byte: number) => {
    if (end === sizeBytes) throw new Error(`more than ${sizeBytes} unpacked bytes`)
    unpacked[end++] = byte
  }
  const read = (into: Uint8Array, offset: number, length: number) => {
    for (let n = 0; n < length; n++) into[offset + n] = readByte()
    return length
  }
  bzip.decode({ readByte, read }, { writeByte })
  return unpacked.subarray(0, end)
}
