import type { PixelSize } from '../shapes/rings.ts'

/** An image as it is stored, and how it says that it is shown: 1 to 8, as EXIF has it. */
export interface StoredImage extends PixelSize {
  exifOrientation: number
}

export const uprightSize = ({ widthPx, heightPx, exifOrientation }: StoredImage): PixelSize =>
  exifOrientation >= 5 ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
