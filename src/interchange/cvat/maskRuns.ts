import { decodeMask, encodeMask } from '../../formats/results/runLengths.ts'
import type { Mask } from '../../model/document/shape.ts'
import { maskFrom } from '../shapes/fromPixels.ts'
import type { PixelSize } from '../shapes/rings.ts'
import { maskBounds } from '../shapes/runLengths.ts'

/** CVAT's masks: runs row by row inside the box around the mask, beginning with background. null for an empty one. */
export function cvatMask(counts: readonly number[], { widthPx, heightPx }: PixelSize) {
  const bounds = maskBounds(counts, heightPx)
  if (!bounds) return null
  const { left, top } = bounds
  const [width, height] = [bounds.right - left, bounds.bottom - top]
  const pixels = decodeMask({ heightPx, widthPx, counts })
  const crop = new Uint8Array(width * height)
  for (let y = 0; y < height; y++)
    crop.set(pixels.subarray((top + y) * widthPx + left, (top + y) * widthPx + left + width), y * width)
  // Row by row is column by column of an image that is one column wide.
  const runs = encodeMask(crop, crop.length, 1).counts
  return { rle: runs.join(', '), left, top, width, height }
}

export interface CvatMask {
  rle: string
  left: number
  top: number
  width: number
  height: number
}

/** null if it is not a mask inside the image. */
export function maskOfCvat({ rle, left, top, width, height }: CvatMask, size: PixelSize): Mask | null {
  const isInside =
    [left, top, width, height].every((value) => Number.isSafeInteger(value) && value >= 0) &&
    left + width <= size.widthPx &&
    top + height <= size.heightPx
  if (!isInside) return null
  const runs = rle.split(',').map(Number)
  const length = runs.reduce((sum, run) => sum + (Number.isSafeInteger(run) && run >= 0 ? run : Number.NaN), 0)
  if (length !== width * height) return null
  const crop = decodeMask({ heightPx: length, widthPx: 1, counts: runs })
  const pixels = new Uint8Array(size.widthPx * size.heightPx)
  for (let y = 0; y < height; y++)
    pixels.set(crop.subarray(y * width, (y + 1) * width), (top + y) * size.widthPx + left)
  return maskFrom(encodeMask(pixels, size.heightPx, size.widthPx).counts, size)
}
