import type { FlatShape } from '../../model/document/shape.ts'
import { boundsOf, type PixelBox, type PixelSize, pixelRings } from './rings.ts'
import { maskBounds } from './runLengths.ts'

/** The upright box around a shape with an area, clipped to the image; null for other shapes and outside the image. */
export function boxAround(shape: FlatShape, size: PixelSize): PixelBox | null {
  const bounds = shape.type === 'mask' ? maskBounds(shape.counts, shape.heightPx) : ringBounds(shape, size)
  if (!bounds) return null
  const box = {
    left: Math.max(bounds.left, 0),
    top: Math.max(bounds.top, 0),
    right: Math.min(bounds.right, size.widthPx),
    bottom: Math.min(bounds.bottom, size.heightPx),
  }
  return box.left < box.right && box.top < box.bottom ? box : null
}

function ringBounds(shape: FlatShape, size: PixelSize): PixelBox | null {
  const rings = pixelRings(shape, size)
  return rings && boundsOf(rings.flat())
}
