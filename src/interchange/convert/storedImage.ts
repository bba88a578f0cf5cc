import type { PixelSize } from '../shapes/rings.ts'

/** The stored image and its orientation: 1 to 8, as in EXIF. */
export interface StoredImage extends PixelSize {
  exifOrientation: number
}

export const uprightSize = ({ widthPx, heightPx, exifOrientation }: StoredImage): PixelSize =>
  exifOrientation >= 5 ? { widthPx: heightPx, heightPx: widthPx } : { widthPx, heightPx }
