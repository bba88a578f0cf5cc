import sharp from 'sharp'
import { inOwnColours } from '../raster/ownColours.ts'

/** Converts an image to PNG for formats that name PNG: as stored, with all its bits, without turning it. */
export async function toPng(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  // It was decoded within the limits when it came in.
  const stored = Buffer.concat(chunks)
  const metadata = await sharp(stored, { limitInputPixels: false }).metadata()
  // Profiles are followed in 8 bits alone: in 16 they are of sensors.
  const image = sharp(stored, { limitInputPixels: false, ignoreIcc: metadata.depth === 'ushort' })
  return inOwnColours(image, metadata).png({ compressionLevel: 6, adaptiveFiltering: false }).toBuffer()
}
