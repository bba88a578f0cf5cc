import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { FlatShape, Landmark } from '../../model/document/shape.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { type Camera2d, screenFromImage } from '../view2d/camera2d.ts'
import { viewOf } from '../view2d/shapes/flatViews.ts'
import { type PixelPoint, pixelOf } from '../view2d/shapes/pixels.ts'
import type { PathTarget } from '../view2d/shapes/shapeView.ts'

/** Adds the shape to the path, in screen pixels. Masks have no path: they are drawn as pixels. */
export function traceShape(target: PathTarget, shape: FlatShape, image: ImageSize, camera: Camera2d): void {
  const view = viewOf(shape)
  if (view.trace) {
    view.trace(target, shape, image, camera)
    return
  }
  const { paths, closed } = view.outline(shape, image)
  for (const path of paths) tracePoints(target, path, closed, camera)
}

/** Adds lines between the key points that the skeleton joins, except to absent ones. */
export function traceEdges(
  target: PathTarget,
  { points }: Landmark,
  { edges }: Skeleton,
  image: ImageSize,
  camera: Camera2d,
): void {
  const byLabel = new Map(points.map((point) => [point.label, pixelOf(point, image)]))
  for (const [from, to] of edges) {
    const ends = [byLabel.get(from), byLabel.get(to)].filter((end) => end !== undefined)
    if (ends.length === 2) tracePoints(target, ends, false, camera)
  }
}

export function tracePoints(
  target: PathTarget,
  points: readonly PixelPoint[],
  closed: boolean,
  camera: Camera2d,
): void {
  points.forEach((point, i) => {
    const { x, y } = screenFromImage(point, camera)
    if (i === 0) target.moveTo(x, y)
    else target.lineTo(x, y)
  })
  if (closed) target.closePath()
}

/** Whether the form has an inside to be filled. */
export const isFilled = (shape: FlatShape): boolean => viewOf(shape).isFilled
