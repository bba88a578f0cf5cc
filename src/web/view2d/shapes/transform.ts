import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { shapeKind } from '../../../model/shapes/flatShapes.ts'
import { viewOf } from './flatViews.ts'
import { boundsOfShape } from './outline.ts'
import { clamp, type PixelPoint } from './pixels.ts'

/** The shape moved by pixels. What has to stay inside the image stops at its border as a whole, unchanged in form. */
export function translated(shape: FlatShape, byPx: PixelPoint, image: ImageSize): FlatShape {
  if (shapeKind(shape).hasRotation) return viewOf(shape).moved(shape, byPx, image)
  const { left, top, right, bottom } = boundsOfShape(shape, image)
  const by = { x: clamp(byPx.x, -left, image.widthPx - right), y: clamp(byPx.y, -top, image.heightPx - bottom) }
  return viewOf(shape).moved(shape, by, image)
}
