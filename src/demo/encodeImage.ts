import sharp from 'sharp'
import type { RenderedImage } from './street/render.ts'

/** JPEG, as cameras send it. */
export function encodeImage({ rgb, width, height }: RenderedImage): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 90 })
    .toBuffer()
}
