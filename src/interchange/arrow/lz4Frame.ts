/** No LZ4 block is smaller than its contents by more than this. */
const MOST_RATIO = 255
const MAGIC = 0x184d2204
const STORED_BIT = 0x80000000
const LEAST_MATCH = 4

/**
 * Unpacks an LZ4 frame (https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md), the compression of Arrow's
 * buffers. It does not compare checksums: the archive has its own.
 * @throws RangeError unless the bytes are a frame of that length
 */
export function unpackLz4Frame(bytes: Uint8Array, length: number): Uint8Array {
  if (!(length >= 0 && length <= bytes.length * MOST_RATIO)) throw broken()
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const out = new Uint8Array(length)
  if (bytes.length < 7 || view.getUint32(0, true) !== MAGIC) throw broken()
  const flags = bytes[4]
  const hasBlockChecksum = (flags & 0x10) !== 0
  let at = 7 + ((flags & 0x08) === 0 ? 0 : 8) + ((flags & 0x01) === 0 ? 0 : 4)
  let written = 0
  for (;;) {
    if (at + 4 > bytes.length) throw broken()
    const word = view.getUint32(at, true)
    at += 4
    if (word === 0) break
    const size = word & ~STORED_BIT
    if (at + size > bytes.length || size < 0) throw broken()
    const block = bytes.subarray(at, at + size)
    if ((word & STORED_BIT) === 0) written = unpackBlock(block, out, written)
    else {
      if (written + size > length) throw broken()
      out.set(block, written)
      written += size
    }
    at += size + (hasBlockChecksum ? 4 : 0)
  }
  if (written !== length) throw broken()
  return out
}

const broken = () => new RangeError('not an LZ4 frame of that length')

/** Blocks may refer to what the blocks before them left in `out`. */
function unpackBlock(block: Uint8Array, out: Uint8Array, start: number): number {
  let at = 0
  let to = start
  const more = (count: number): number => {
    let total = count
    if (count !== 15) return total
    for (let byte = 255; byte === 255; total += byte) {
      if (at >= block.length) throw broken()
      byte = block[at++]
    }
    return total
  }
  while (at < block.length) {
    const token = block[at++]
    const literals = more(token >> 4)
    if (at + literals > block.length || to + literals > out.length) throw broken()
    out.set(block.subarray(at, at + literals), to)
    at += literals
    to += literals
    if (at === block.length) break
    if (at + 2 > block.length) throw broken()
    const distance = block[at] | (block[at + 1] << 8)
    at += 2
    const count = more(token & 15) + LEAST_MATCH
    if (distance === 0 || distance > to || to + count > out.length) throw broken()
    // Byte by byte: a match may overlap what it makes.
    for (let i = 0; i < count; i++, to++) out[to] = out[to - distance]
  }
  return to
}
