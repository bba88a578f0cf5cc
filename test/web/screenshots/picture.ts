import { writeFileSync } from 'node:fs'
import sharp from 'sharp'

const MAX_BYTES = 200_000

/** Reduces the colors until the picture is small enough. @throws Error when even 32 are too many */
export async function writePicture(file: string, png: Buffer): Promise<void> {
  for (const colours of [256, 128, 64, 32]) {
    const small = await sharp(png).png({ palette: true, colours, effort: 10, compressionLevel: 9 }).toBuffer()
    if (small.length > MAX_BYTES) continue
    writeFileSync(file, small)
    return
  }
  throw new Error(`${file} stays above ${MAX_BYTES} bytes`)
}
