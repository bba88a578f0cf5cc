import { readGifStructure } from './gifStructure.ts'
import { readJpegStructure } from './jpegStructure.ts'
import { readPngStructure } from './pngStructure.ts'
import { describeKind, sniff } from './sniff.ts'
import { webpSize } from './webpStructure.ts'

/** Facts from a picture's bytes, and whether the bytes are complete; no pixel is decoded. */
export interface PictureFacts {
  contentType: 'image/png' | 'image/jpeg' | 'image/webp' | 'image/gif'
  width: number
  height: number
  isWhole: boolean
}

/**
 * The picture in the bytes, whatever the file's name; a description of the bytes if they are not PNG, JPEG, WebP or
 * GIF.
 */
export function readPicture(bytes: Uint8Array): PictureFacts | { found: string } {
  const kind = sniff(bytes)
  if (kind === 'png') {
    const { size, headerSound, flawless } = readPngStructure(bytes)
    return { contentType: 'image/png', ...size, isWhole: headerSound && flawless }
  }
  if (kind === 'jpeg') {
    const { size, ended } = readJpegStructure(bytes)
    return { contentType: 'image/jpeg', ...size, isWhole: ended }
  }
  if (kind === 'gif') return gif(bytes)
  if (kind === 'webp') return webp(bytes)
  return { found: describeKind(kind) }
}

function gif(bytes: Uint8Array): PictureFacts {
  const { firstFrameWhole, ended, cut } = readGifStructure(bytes)
  const [width, height] = [bytes[6] | (bytes[7] << 8), bytes[8] | (bytes[9] << 8)]
  return { contentType: 'image/gif', width, height, isWhole: firstFrameWhole && ended && !cut }
}

function webp(bytes: Uint8Array): PictureFacts {
  const size = webpSize(bytes) ?? { width: 0, height: 0 }
  const riffBytes = bytes.length < 8 ? 0 : new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true)
  return { contentType: 'image/webp', ...size, isWhole: bytes.length >= 8 + riffBytes }
}
