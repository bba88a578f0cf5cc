import { decode, encode } from 'fast-png'
import type { PixelSize } from '../shapes/rings.ts'

const ZLIB = { level: 6 } as const

/** Writes values unchanged: 8 bits if all fit, otherwise 16. */
export function greyPng(values: Uint8Array | Uint16Array, { widthPx, heightPx }: PixelSize): Uint8Array {
  const depth = values instanceof Uint16Array ? 16 : 8
  return encode({ width: widthPx, height: heightPx, data: values, channels: 1, depth }, { zlib: ZLIB })
}

export type RgbBytes = [red: number, green: number, blue: number]

/** Each pixel a place in the palette, of at most 256 colours. */
export function palettePng(values: Uint8Array, { widthPx, heightPx }: PixelSize, palette: RgbBytes[]): Uint8Array {
  return encode({ width: widthPx, height: heightPx, data: values, channels: 1, depth: 8, palette }, { zlib: ZLIB })
}

/** Each pixel the colour that `colorOf` gives its value. */
export function rgbPng(
  values: ArrayLike<number>,
  { widthPx, heightPx }: PixelSize,
  colorOf: (value: number) => RgbBytes,
): Uint8Array {
  const data = new Uint8Array(values.length * 3)
  const known = new Map<number, RgbBytes>()
  for (let i = 0; i < values.length; i++) {
    const color = known.get(values[i]) ?? colorOf(values[i])
    known.set(values[i], color)
    data.set(color, 3 * i)
  }
  return encode({ width: widthPx, height: heightPx, data, channels: 3, depth: 8 }, { zlib: ZLIB })
}

/** Width and height from the head of a PNG, before anything is unpacked; null if the bytes are not one. */
export function pngSize(bytes: Uint8Array): PixelSize | null {
  const isPng = bytes.length >= 24 && [0x89, 0x50, 0x4e, 0x47].every((value, i) => bytes[i] === value)
  if (!isPng) return null
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return { widthPx: view.getUint32(16), heightPx: view.getUint32(20) }
}

/** One number a pixel: a place in the palette, a grey value, or 0xRRGGBB. @throws Error for a broken file */
export function pngValues(bytes: Uint8Array): { values: ArrayLike<number>; isColor: boolean } {
  const { data, channels, width, height, depth, palette } = decode(bytes)
  const isPacked = data.length !== width * height * channels
  if (isPacked && (palette || channels === 1)) return { values: unpacked(data, width, height, depth), isColor: false }
  if (channels < 3) return { values: data.filter((_, i) => i % channels === 0), isColor: false }
  const values = new Uint32Array(width * height)
  for (let i = 0; i < values.length; i++) {
    const at = i * channels
    values[i] = (data[at] << 16) | (data[at + 1] << 8) | data[at + 2]
  }
  return { values, isColor: true }
}

/** Pixels of 1, 2 or 4 bits; each row starts with a byte. */
function unpacked(data: ArrayLike<number>, width: number, height: number, depth: number): Uint8Array {
  const values = new Uint8Array(width * height)
  const rowBytes = Math.ceil((width * depth) / 8)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const bit = x * depth
      const byte = data[y * rowBytes + (bit >> 3)]
      values[y * width + x] = (byte >> (8 - depth - (bit & 7))) & (2 ** depth - 1)
    }
  }
  return values
}
