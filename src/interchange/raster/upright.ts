import sharp, { type Sharp } from 'sharp'
import { inOwnColours } from './ownColours.ts'

/** Turns and mirrors pixels upright. (sharp mirrors before it turns, in any order of the calls) */
export function applyOrientation(pixels: Sharp, orientation: number): Sharp {
  if (orientation === 2) return pixels.flop()
  if (orientation === 3) return pixels.rotate(180)
  if (orientation === 4) return pixels.flip()
  if (orientation === 5) return pixels.flop().rotate(270)
  if (orientation === 6) return pixels.rotate(90)
  if (orientation === 7) return pixels.flop().rotate(90)
  if (orientation === 8) return pixels.rotate(270)
  return pixels
}

const KINDS = ['jpeg', 'png', 'webp', 'avif', 'tiff', 'gif'] as const
const QUALITY = 95
const OPTIONS: Readonly<Partial<Record<(typeof KINDS)[number], object>>> = {
  jpeg: { quality: QUALITY, chromaSubsampling: '4:4:4' },
  webp: { quality: QUALITY },
  avif: { quality: QUALITY },
  // Lossless, as most TIFFs are: depths and temperatures are not pictures.
  tiff: { compression: 'deflate', predictor: 'horizontal' },
}

/**
 * An image whose pixels are turned as its labels see them, of the same kind and without its orientation tag: readers
 * disagree about whether to follow that.
 */
export async function uprightImage(bytes: AsyncIterable<Uint8Array>, orientation: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  // It was decoded within the limits when it came in.
  const image = sharp(Buffer.concat(chunks), { limitInputPixels: false }).keepIccProfile()
  const metadata = await image.metadata()
  const { format } = metadata
  const kind = KINDS.find((one) => one === (format === 'heif' ? 'avif' : format)) ?? 'png'
  // A TIFF keeps what it states, unless sharp itself follows it; what other texts in a file state, sharp does not see.
  const upright = metadata.orientation === orientation ? image.autoOrient() : applyOrientation(image, orientation)
  return inOwnColours(upright, metadata).toFormat(kind, OPTIONS[kind]).toBuffer()
}
