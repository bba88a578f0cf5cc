import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape, Rectangle } from '../../../model/document/shape.ts'
import { viewOf } from './flatViews.ts'
import { boundsBetween, insideOf, type PixelPoint } from './pixels.ts'
import type { Handle } from './shapeView.ts'

/** Corners come last, so that they win where handles overlap. */
export const handlesOf = (shape: FlatShape, image: ImageSize, rotateOffsetPx: number): Handle[] =>
  viewOf(shape).handles(shape, image, rotateOffsetPx)

/** The shape with its handle at another place. `snapAngle`: turns by steps of 15°. */
export function draggedHandle(
  shape: FlatShape,
  handle: Handle,
  to: PixelPoint,
  image: ImageSize,
  snapAngle = false,
): FlatShape {
  const view = viewOf(shape)
  switch (handle.kind) {
    case 'side':
      return view.resized?.(shape, handle.fx, handle.fy, to, image) ?? shape
    case 'rotate':
      return view.turned?.(shape, to, image, snapAngle) ?? shape
    case 'vertex':
      return view.withVertex?.(shape, handle.ring, handle.index, insideOf(to, image), 1) ?? shape
    case 'midpoint':
      return view.withVertex?.(shape, handle.ring, handle.index, insideOf(to, image), 0) ?? shape
  }
}

/** Removes this vertex; null if no valid shape would be left. */
export const withoutVertex = (shape: FlatShape, ring: number, index: number): FlatShape | null =>
  viewOf(shape).withoutVertex?.(shape, ring, index) ?? null

export function rectangleBetween(a: PixelPoint, b: PixelPoint, image: ImageSize): Rectangle {
  const { left, top, right, bottom } = boundsBetween(a, b)
  const low = insideOf({ x: left, y: top }, image)
  const high = insideOf({ x: right, y: bottom }, image)
  return { type: 'rectangle', left: low.x, top: low.y, right: high.x, bottom: high.y }
}
