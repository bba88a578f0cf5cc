import { clamp, nearestOnSegment, type PixelBounds, type PixelPoint } from '../../../view2d/shapes/pixels.ts'

/** Pixels row by row, 1 for foreground. Painted in place. */
export interface PixelGrid {
  pixels: Uint8Array
  widthPx: number
  heightPx: number
}

/**
 * Gives every pixel whose middle is within the radius of the segment this value. A point alone paints a disc.
 * Answers the box of whole pixels in which it may have painted.
 */
export function brushLine(
  grid: PixelGrid,
  from: PixelPoint,
  to: PixelPoint,
  radiusPx: number,
  value: 0 | 1,
): PixelBounds {
  const { pixels, widthPx, heightPx } = grid
  const top = clamp(Math.floor(Math.min(from.y, to.y) - radiusPx), 0, heightPx - 1)
  const bottom = clamp(Math.ceil(Math.max(from.y, to.y) + radiusPx), 0, heightPx - 1)
  const left = clamp(Math.floor(Math.min(from.x, to.x) - radiusPx), 0, widthPx - 1)
  const right = clamp(Math.ceil(Math.max(from.x, to.x) + radiusPx), 0, widthPx - 1)
  const reach = radiusPx * radiusPx
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const middle = { x: x + 0.5, y: y + 0.5 }
      const foot = nearestOnSegment(middle, from, to)
      const dx = middle.x - foot.x
      const dy = middle.y - foot.y
      if (dx * dx + dy * dy <= reach) pixels[y * widthPx + x] = value
    }
  }
  // A brush thinner than a pixel still paints the one that it is in.
  if (radiusPx < 1) {
    const x = Math.floor(to.x)
    const y = Math.floor(to.y)
    if (x >= 0 && y >= 0 && x < widthPx && y < heightPx) pixels[y * widthPx + x] = value
  }
  return { left, top, right: right + 1, bottom: bottom + 1 }
}
