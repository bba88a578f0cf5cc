import { crc32 } from 'node:zlib'

/** What a PNG's chunks say, found without decoding. */
export interface PngStructure {
  /** The first chunk is an IHDR of 13 bytes whose checksum holds: without it not even the size can be trusted. */
  headerSound: boolean
  /** In pixels; zeros if the header is invalid. */
  size: { width: number; height: number }
  /** Every chunk a browser insists on has its right checksum, and IEND is there. */
  flawless: boolean
  /** An animation (APNG): browsers would play it. */
  animated: boolean
}

const isCritical = (type: string) => type.charCodeAt(0) < 0x60

/** Walks the chunks of a PNG (ISO/IEC 15948, section 5). Never throws. */
export function readPngStructure(bytes: Uint8Array): PngStructure {
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const found: PngStructure = {
    headerSound: false,
    size: { width: 0, height: 0 },
    flawless: true,
    animated: false,
  }
  let ended = false
  for (let at = 8; at + 12 <= data.length && !ended; ) {
    const length = data.readUInt32BE(at)
    const type = data.toString('latin1', at + 4, at + 8)
    const end = at + 12 + length
    if (end > data.length) break
    const sound = !isCritical(type) || crc32(data.subarray(at + 4, end - 4)) === data.readUInt32BE(end - 4)
    if (at === 8) found.headerSound = type === 'IHDR' && length === 13 && sound
    if (at === 8 && found.headerSound) found.size = { width: data.readUInt32BE(16), height: data.readUInt32BE(20) }
    if (!sound) found.flawless = false
    if (type === 'acTL') found.animated = true
    ended = type === 'IEND'
    at = end
  }
  if (!ended) found.flawless = false
  return found
}
