import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { viewOf } from './flatViews.ts'
import { outlineOf } from './outline.ts'
import type { PixelBounds, PixelPoint } from './pixels.ts'

/** Where the name of a shape begins: at its highest place, since the corner of its bounds may be far from a slanted one. */
export function tagAnchor(shape: FlatShape, bounds: PixelBounds, image: ImageSize): PixelPoint {
  const corner = { x: bounds.left, y: bounds.top }
  if (viewOf(shape).fillsBounds) return corner
  let highest: PixelPoint | null = null
  for (const path of outlineOf(shape, image).paths)
    for (const point of path)
      if (!highest || point.y < highest.y || (point.y === highest.y && point.x < highest.x)) highest = point
  return highest ?? corner
}
