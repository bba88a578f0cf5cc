import sharp from 'sharp'
import { countOf, type Fields, memberBytes, memberOf, memberText } from './fieldsOf.ts'

export const PICTURE_SCHEMAS: ReadonlySet<string> = new Set([
  'sensor_msgs/Image',
  'sensor_msgs/CompressedImage',
  'foxglove.RawImage',
  'foxglove.CompressedImage',
])

const RAW_SCHEMAS: ReadonlySet<string> = new Set(['sensor_msgs/Image', 'foxglove.RawImage'])

export type PictureForm = 'jpg' | 'png' | 'webp'

/** Bytes from which a file is recognized; `form` is null where only the bytes say what the picture is. */
export function formOf(schemaName: string, start: Fields): PictureForm | null {
  if (RAW_SCHEMAS.has(schemaName)) return 'png'
  const format = memberText(start.format).toLowerCase()
  if (/jpe?g/.test(format)) return 'jpg'
  if (format.includes('png')) return 'png'
  return format.includes('webp') ? 'webp' : null
}

/** One sentence that says why people cannot look at the pictures of a topic, such as distances; null where they can. */
export function whyNotShown(schemaName: string, start: Fields): string | null {
  if (RAW_SCHEMAS.has(schemaName)) {
    const encoding = memberText(start.encoding)
    return encodings.has(encoding) ? null : `pictures in the encoding "${encoding.slice(0, 32)}" are not read`
  }
  const format = memberText(start.format)
  return /compressedDepth/i.test(format) ? 'its pictures hold distances, not colours' : null
}

/** The picture as a file: compressed ones as they are, raw ones as PNG. @throws Error */
export async function pictureFile(schemaName: string, message: Fields): Promise<Uint8Array> {
  const data = memberBytes(message.data)
  if (!data) throw new Error('the message has no picture')
  if (!RAW_SCHEMAS.has(schemaName)) return data
  const encoding = encodings.get(memberText(message.encoding))
  if (!encoding) throw new Error(`the encoding "${memberText(message.encoding).slice(0, 32)}" is not read`)
  const [width, height] = [countOf(message.width) ?? 0, countOf(message.height) ?? 0]
  const stepBytes = countOf(message.step) || width * encoding.bytes
  if (width === 0 || height === 0) throw new Error(`a picture of ${width} × ${height} pixels`)
  const needed = encoding.lines(height) * stepBytes
  if (stepBytes < width * encoding.bytes || data.length < needed - (stepBytes - width * encoding.bytes))
    throw new Error(`expected ${needed} bytes of pixels, found ${data.length}`)
  const isBigEndian = Boolean(memberOf(message, 'is_bigendian'))
  const pixels = encoding.pixels({ data, width, height, stepBytes, isBigEndian })
  const { channels } = encoding
  const image = sharp(pixels, { raw: { width, height, channels }, limitInputPixels: false })
  const grey = pixels instanceof Uint16Array ? 'grey16' : 'b-w'
  const asStored = channels === 1 ? image.toColourspace(grey) : image
  return asStored.png({ compressionLevel: 3, adaptiveFiltering: false }).toBuffer()
}

interface Raw {
  data: Uint8Array
  width: number
  height: number
  stepBytes: number
  isBigEndian: boolean
}

interface Encoding {
  channels: 1 | 3 | 4
  /** A pixel in its row. */
  bytes: number
  /** Rows of bytes that a picture of `height` rows has. */
  lines(height: number): number
  pixels(raw: Raw): Uint8Array | Uint16Array
}

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['rgb8', ordered([0, 1, 2])],
  ['8UC3', ordered([2, 1, 0])],
  ['bgr8', ordered([2, 1, 0])],
  ['rgba8', ordered([0, 1, 2, 3])],
  ['bgra8', ordered([2, 1, 0, 3])],
  ['8UC4', ordered([2, 1, 0, 3])],
  ['mono8', ordered([0])],
  ['8UC1', ordered([0])],
  ['mono16', { channels: 1, bytes: 2, lines, pixels: wideGrey }],
  ['bayer_rggb8', bayer(0, 0)],
  ['bayer_grbg8', bayer(1, 0)],
  ['bayer_gbrg8', bayer(0, 1)],
  ['bayer_bggr8', bayer(1, 1)],
  ['yuv422', { channels: 3, bytes: 2, lines, pixels: (raw) => pairs(raw, { y: 1, u: 0, v: 2 }) }],
  ['uyvy', { channels: 3, bytes: 2, lines, pixels: (raw) => pairs(raw, { y: 1, u: 0, v: 2 }) }],
  ['yuv422_yuy2', { channels: 3, bytes: 2, lines, pixels: (raw) => pairs(raw, { y: 0, u: 1, v: 3 }) }],
  ['yuyv', { channels: 3, bytes: 2, lines, pixels: (raw) => pairs(raw, { y: 0, u: 1, v: 3 }) }],
  ['nv12', { channels: 3, bytes: 1, lines: withChroma, pixels: (raw) => planes(raw, 0) }],
  ['nv21', { channels: 3, bytes: 1, lines: withChroma, pixels: (raw) => planes(raw, 1) }],
])

function lines(height: number): number {
  return height
}

function withChroma(height: number): number {
  return height + Math.ceil(height / 2)
}

/** Bytes of each pixel in another order. */
function ordered(order: readonly number[]): Encoding {
  const bytes = order.length
  const pixels = ({ data, width, height, stepBytes }: Raw): Uint8Array => {
    const out = new Uint8Array(width * height * bytes)
    for (let row = 0; row < height; row++) {
      const line = data.subarray(row * stepBytes, row * stepBytes + width * bytes)
      const start = row * width * bytes
      if (order.every((from, to) => from === to)) out.set(line, start)
      else for (let at = 0; at < line.length; at++) out[start + at] = line[at - (at % bytes) + order[at % bytes]]
    }
    return out
  }
  return { channels: bytes as Encoding['channels'], bytes, lines, pixels }
}

function wideGrey({ data, width, height, stepBytes, isBigEndian }: Raw): Uint16Array {
  const out = new Uint16Array(width * height)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++)
      out[row * width + column] = view.getUint16(row * stepBytes + column * 2, !isBigEndian)
  return out
}

/**
 * Colours from a mosaic by the mean of the neighbours that have each. A picture has red where column and row are equal
 * to these modulo 2, blue where both differ.
 */
function bayer(redColumn: number, redRow: number): Encoding {
  const pixels = ({ data, width, height, stepBytes }: Raw): Uint8Array => {
    const out = new Uint8Array(width * height * 3)
    const colourAt = (column: number, row: number) => Number(column % 2 !== redColumn) + Number(row % 2 !== redRow)
    for (let row = 0; row < height; row++)
      for (let column = 0; column < width; column++) {
        const sums = [0, 0, 0]
        const counts = [0, 0, 0]
        const own = colourAt(column, row)
        for (let y = Math.max(0, row - 1); y <= Math.min(height - 1, row + 1); y++)
          for (let x = Math.max(0, column - 1); x <= Math.min(width - 1, column + 1); x++) {
            const colour = colourAt(x, y)
            if (colour === own && (x !== column || y !== row)) continue
            sums[colour] += data[y * stepBytes + x]
            counts[colour]++
          }
        const at = (row * width + column) * 3
        for (let colour = 0; colour < 3; colour++)
          out[at + colour] = counts[colour] > 0 ? Math.round(sums[colour] / counts[colour]) : 0
      }
    return out
  }
  return { channels: 3, bytes: 1, lines, pixels }
}

/** Two pixels in four bytes, which share their chroma. */
function pairs({ data, width, height, stepBytes }: Raw, places: { y: number; u: number; v: number }): Uint8Array {
  const out = new Uint8Array(width * height * 3)
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const pair = row * stepBytes + (column >> 1) * 4
      const luma = data[row * stepBytes + column * 2 + places.y]
      putColour(out, (row * width + column) * 3, luma, data[pair + places.u], data[pair + places.v])
    }
  return out
}

/** A plane of luma, then one of chroma pairs for every 2 × 2 pixels. @param uPlace 0 where U comes first */
function planes({ data, width, height, stepBytes }: Raw, uPlace: 0 | 1): Uint8Array {
  const out = new Uint8Array(width * height * 3)
  const chroma = height * stepBytes
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const pair = chroma + (row >> 1) * stepBytes + (column >> 1) * 2
      const luma = data[row * stepBytes + column]
      putColour(out, (row * width + column) * 3, luma, data[pair + uPlace], data[pair + 1 - uPlace])
    }
  return out
}

/** ITU-R BT.601 with limited range: luma 16–235, chroma 16–240. */
function putColour(out: Uint8Array, at: number, luma: number, u: number, v: number): void {
  const y = (255 / 219) * (luma - 16)
  const cb = (255 / 224) * (u - 128)
  const cr = (255 / 224) * (v - 128)
  out[at] = toByte(y + 1.402 * cr)
  out[at + 1] = toByte(y - 0.344136 * cb - 0.714136 * cr)
  out[at + 2] = toByte(y + 1.772 * cb)
}

const toByte = (value: number): number => (value <= 0 ? 0 : value >= 255 ? 255 : Math.round(value))
