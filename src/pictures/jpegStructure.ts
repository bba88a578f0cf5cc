/** What a JPEG's markers say, found without decoding. */
export interface JpegStructure {
  /** The SOFn marker (0xc0 … 0xcf); null when the headers end before one. */
  frameMarker: number | null
  /** As the frame says it, in pixels; zeros without a frame. */
  size: { width: number; height: number }
  /** Byte ranges [start, end) of the Exif segments. */
  exifRanges: Array<readonly [number, number]>
  /** Sampling factors of the frame's components. */
  components: { across: number; down: number }[]
  /** The first scan has all components of the frame: one scan holds the whole picture. */
  singleScan: boolean
  /** Progressive, or a first scan without some of the components: no row is whole before the last scan. */
  severalScans: boolean
  /** The end-of-image marker was met. */
  ended: boolean
}

const SOI = 0xd8
const EOI = 0xd9
const SOS = 0xda
const APP1 = 0xe1

const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** SOF2, SOF6, SOF10, SOF14. */
const isProgressive = (marker: number | null) => marker !== null && (marker & 3) === 2

const isStandalone = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= SOI)

/**
 * Walks the markers of a JPEG as decoders do: garbage between segments is skipped, entropy-coded data is skipped to
 * the next real marker. Stops at EOI or where the bytes end. Never throws. (ITU-T T.81, annex B)
 */
export function readJpegStructure(bytes: Uint8Array): JpegStructure {
  const found: JpegStructure = {
    frameMarker: null,
    size: { width: 0, height: 0 },
    exifRanges: [],
    components: [],
    singleScan: false,
    severalScans: false,
    ended: false,
  }
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  let isFirstScan = true
  let at = 2
  for (;;) {
    at = nextMarker(data, at)
    if (at < 0) return found
    const marker = data[at + 1]
    if (marker === EOI) return { ...found, ended: true }
    at += 2
    if (isStandalone(marker)) continue
    if (at + 2 > data.length) return found
    const end = at + Math.max(2, data.readUInt16BE(at))
    if (isFrameMarker(marker) && at + 8 <= data.length) {
      found.frameMarker = marker
      found.size = { width: data.readUInt16BE(at + 5), height: data.readUInt16BE(at + 3) }
      found.components = readComponents(data, at + 8, data[at + 7])
    } else if (marker === SOS) {
      const hasAll = data[at + 2] === found.components.length
      found.singleScan ||= hasAll
      if (isFirstScan) found.severalScans = !hasAll || isProgressive(found.frameMarker)
      isFirstScan = false
    } else if (marker === APP1 && data.toString('latin1', at + 2, at + 6) === 'Exif') {
      found.exifRanges.push([at - 2, end])
    }
    at = end
  }
}

/** Each component takes three bytes: its name, both sampling factors, its table. */
function readComponents(data: Buffer, start: number, count: number): JpegStructure['components'] {
  return Array.from({ length: count }, (_, index) => {
    const factors = data[start + 3 * index + 1] ?? 0
    return { across: factors >> 4, down: factors & 15 }
  })
}

/** The position of the next 0xff that begins a marker: not stuffing (00), not a fill byte, not a restart marker. */
function nextMarker(data: Buffer, from: number): number {
  for (let at = data.indexOf(0xff, from); at >= 0 && at + 1 < data.length; at = data.indexOf(0xff, at + 1)) {
    const marker = data[at + 1]
    if (marker !== 0 && marker !== 0xff && !(marker >= 0xd0 && marker <= 0xd7)) return at
  }
  return -1
}

/** The same JPEG without its Exif segments: browsers then show the pixels as stored, and no pixel is encoded again. */
export function withoutExif(bytes: Uint8Array, structure: JpegStructure): Buffer {
  const kept: Uint8Array[] = []
  let from = 0
  for (const [start, end] of structure.exifRanges) {
    kept.push(bytes.subarray(from, start))
    from = end
  }
  kept.push(bytes.subarray(from))
  return Buffer.concat(kept)
}
