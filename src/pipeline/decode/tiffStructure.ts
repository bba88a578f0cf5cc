const STRIP_OFFSETS = 273
const STRIP_BYTES = 279
const TILE_OFFSETS = 324
const TILE_BYTES = 325
const COMPRESSION = 259
const OLD_JPEG = 6
const JPEG = 7
const JPEG_TABLES = 347

/** Bytes of one value of each field type that offsets and counts come in: SHORT, LONG, LONG8. */
const VALUE_BYTES: Readonly<Record<number, number>> = { 3: 2, 4: 4, 16: 8 }

/**
 * Whether the JPEG data of a TIFF's first page reaches beyond the end of the file. libtiff adds an end marker to such
 * data and libjpeg paints the rest grey, so no error shows; other compressions raise one themselves. Also false for
 * files that cannot be read here: the decoder reports those. (TIFF 6.0, section 2; BigTIFF)
 */
export function jpegDataIsCut(bytes: Uint8Array): boolean {
  try {
    const fields = readFirstDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const compression = fields.get(COMPRESSION)?.[0]
    if (compression !== JPEG && compression !== OLD_JPEG) return false
    const offsets = fields.get(STRIP_OFFSETS) ?? fields.get(TILE_OFFSETS) ?? []
    const counts = fields.get(STRIP_BYTES) ?? fields.get(TILE_BYTES) ?? []
    const [tablesStart = 0, tablesBytes = 0] = fields.get(JPEG_TABLES) ?? []
    const parts = [...offsets.map((offset, index) => offset + (counts[index] ?? 0)), tablesStart + tablesBytes]
    return parts.some((end) => end > bytes.length)
  } catch (error) {
    if (error instanceof RangeError) return false
    throw error
  }
}

/** Values by tag; of the JPEG tables their place and length. Throws RangeError where an offset leads out of the file. */
function readFirstDirectory(data: Buffer): Map<number, number[]> {
  const little = data[0] === 0x49
  const number = (at: number, size: number): number => {
    if (size === 8) return Number(little ? data.readBigUInt64LE(at) : data.readBigUInt64BE(at))
    return little ? data.readUIntLE(at, size) : data.readUIntBE(at, size)
  }
  const big = number(2, 2) === 43
  const wordBytes = big ? 8 : 4
  const directory = number(big ? 8 : 4, wordBytes)
  const entries = number(directory, big ? 8 : 2)
  const fields = new Map<number, number[]>()
  for (let entry = 0; entry < entries; entry++) {
    const at = directory + (big ? 8 : 2) + entry * (big ? 20 : 12)
    const tag = number(at, 2)
    const size = VALUE_BYTES[number(at + 2, 2)]
    const count = number(at + 4, wordBytes)
    const value = at + 4 + wordBytes
    if (tag === JPEG_TABLES) fields.set(tag, [number(value, wordBytes), count])
    if (!size || count * size > data.length) continue
    const start = count * size <= wordBytes ? value : number(value, wordBytes)
    fields.set(
      tag,
      Array.from({ length: count }, (_, index) => number(start + index * size, size)),
    )
  }
  return fields
}
