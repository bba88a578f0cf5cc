const STRIP_OFFSETS = 273
const ROWS_PER_STRIP = 278
const PLANAR_CONFIGURATION = 284
const TILE_WIDTH = 322
const TILE_HEIGHT = 323
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
 * Whether the JPEG data of a TIFF's first page extends beyond the end of the file. libtiff adds an end marker to such
 * data and libjpeg paints the rest grey, so no error appears; other compressions raise one themselves. Also false for
 * unreadable files: the decoder reports those. (TIFF 6.0, section 2; BigTIFF)
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

/** How the first page is divided; see `tiffDecodeBytes`. */
export interface TiffLayout {
  tile: { width: number; height: number } | null
  rowsPerStrip: number
  /** libvips asks for one row at a time: strips of more than 128 rows with all samples of a pixel side by side. */
  readByRow: boolean
}

/** The layout of an unreadable file: one strip, the most expensive case. */
const UNKNOWN_LAYOUT: TiffLayout = { tile: null, rowsPerStrip: Number.POSITIVE_INFINITY, readByRow: false }

export function readTiffLayout(bytes: Uint8Array): TiffLayout {
  try {
    const fields = readFirstDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
    const value = (tag: number, fallback: number) => fields.get(tag)?.[0] ?? fallback
    const width = value(TILE_WIDTH, 0)
    const rowsPerStrip = value(ROWS_PER_STRIP, Number.POSITIVE_INFINITY)
    const isJpeg = value(COMPRESSION, 1) === JPEG || value(COMPRESSION, 1) === OLD_JPEG
    return {
      tile: width > 0 ? { width, height: value(TILE_HEIGHT, width) } : null,
      rowsPerStrip,
      readByRow: value(PLANAR_CONFIGURATION, 1) === 1 && !isJpeg && rowsPerStrip > 128,
    }
  } catch (error) {
    if (error instanceof RangeError) return UNKNOWN_LAYOUT
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
