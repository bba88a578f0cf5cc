/**
 * Boxes of an ISO base media file (AVIF), as far as a decoder's silence has to be made up for. (ISO/IEC 14496-12, 4.2)
 */

/** Whether every top-level box is completely inside the bytes. */
export function boxesAreWhole(bytes: Uint8Array): boolean {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let at = 0
  while (at + 8 <= data.length) {
    let size = data.readUInt32BE(at)
    if (size === 0) return true
    if (size === 1) {
      if (at + 16 > data.length) return false
      size = Number(data.readBigUInt64BE(at + 8))
    }
    if (size < 8) return false
    at += size
  }
  return at === data.length
}

/** Whether the file declares itself an image sequence first (`avis`); its still picture is the primary item. */
export const isSequence = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.subarray(8, 12)).toString('latin1') === 'avis'

/** The same file calling itself a still image: libvips knows a HEIF file by its major brand alone, and not by `avis`. */
export function asStillImage(bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  copy.write('avif', 8, 'latin1')
  return copy
}
