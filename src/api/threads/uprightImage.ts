import { readFile } from 'node:fs/promises'
import sharp from 'sharp'
import { MAX_IMAGE_PIXELS } from '../../model/limits.ts'

export interface UprightOrder {
  path: string
  /** The format of the file: upright PNG and JPEG files are sent unchanged. */
  format: string
  exifOrientation: number
}

/** The image of a job that was validated, upright, as PNG or JPEG in base64. */
export async function uprightBase64({ path, format, exifOrientation }: UprightOrder): Promise<string> {
  if (exifOrientation <= 1 && (format === 'png' || format === 'jpeg')) return (await readFile(path)).toString('base64')
  const image = sharp(path, { limitInputPixels: MAX_IMAGE_PIXELS }).rotate()
  return (await image.png().toBuffer()).toString('base64')
}
