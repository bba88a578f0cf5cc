/** Images made in code, for the tests of this folder. */
import { crc32, createDeflate, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'

/** The same noise every time; no decoder can guess its pixels. */
export function noise(width: number, height: number): Sharp {
  const pixels = Buffer.alloc(width * height * 3)
  let state = 1
  for (let at = 0; at < pixels.length; at++) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    pixels[at] = state >>> 16
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

export function pngChunk(type: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length, 0)
  chunk.write(type, 4, 'latin1')
  chunk.set(data, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), 8 + data.length)
  return chunk
}

export interface BlankPng {
  width: number
  height: number
  /** The bits of the one grey channel. */
  bits: 1 | 8
  /** Chunks between header and pixels. */
  extra?: Buffer[]
}

/** A grey PNG of one value, made row by row: small as a file, as large as wanted in memory. */
export async function blankPng({ width, height, bits, extra = [] }: BlankPng): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = bits
  const deflate = createDeflate({ level: 9 })
  const packed: Buffer[] = []
  deflate.on('data', (chunk: Buffer) => packed.push(chunk))
  const ended = new Promise((resolve) => deflate.on('end', resolve))
  const rows = Buffer.alloc(64 * (1 + Math.ceil((width * bits) / 8)))
  for (let left = height; left > 0; left -= 64) {
    const some = left >= 64 ? rows : rows.subarray(0, (rows.length / 64) * left)
    if (!deflate.write(some)) await new Promise((resolve) => deflate.once('drain', resolve))
  }
  deflate.end()
  await ended
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const parts = [
    pngChunk('IHDR', header),
    ...extra,
    pngChunk('IDAT', Buffer.concat(packed)),
    pngChunk('IEND', header.subarray(0, 0)),
  ]
  return Buffer.concat([signature, ...parts])
}

/** A zTXt chunk of some kilobytes that unpacks to `bytes`. */
export const textBomb = (bytes: number): Buffer =>
  pngChunk(
    'zTXt',
    Buffer.concat([Buffer.from('Comment\0\0', 'latin1'), deflateSync(Buffer.alloc(bytes, 'a'), { level: 9 })]),
  )

/** A 1 × 1 GIF with as many frames as wanted. */
export function gifOfFrames(frames: number): Buffer {
  const header = Buffer.from('474946383961010001008000000000 00ffffff'.replace(' ', ''), 'hex')
  const frame = Buffer.from('2c00000000010001000002024401 00'.replace(' ', ''), 'hex')
  return Buffer.concat([header, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}
