import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { shapeKind } from '../../../model/shapes/flatShapes.ts'
import { viewOf } from './flatViews.ts'
import { boundsOfShape } from './outline.ts'
import type { ShapeNumber } from './shapeView.ts'
import { translated } from './transform.ts'

/** In pixels of the image and degrees, clockwise. */
export function numbersOf(shape: FlatShape, image: ImageSize): ShapeNumber[] {
  const own = viewOf(shape).numbers?.(shape, image) ?? []
  return shapeKind(shape).hasRotation ? own : [...placeNumbers(shape, image), ...own]
}

/** Left and top: typing them moves the shape. */
function placeNumbers(shape: FlatShape, image: ImageSize): ShapeNumber[] {
  const { left, top } = boundsOfShape(shape, image)
  return [
    { label: 'shape.left', value: left, changed: (value) => translated(shape, { x: value - left, y: 0 }, image) },
    { label: 'shape.top', value: top, changed: (value) => translated(shape, { x: 0, y: value - top }, image) },
  ]
}
