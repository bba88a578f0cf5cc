import type { ImageSize } from '../../formats/results/jobContext.ts'
import type { FlatShape, Landmark } from '../../model/document/shape.ts'
import type { Skeleton } from '../../model/skeleton.ts'
import { type Camera2d, screenFromImage } from '../view2d/camera2d.ts'
import { outlineOf } from '../view2d/shapes/outline.ts'
import { type PixelPoint, pixelOf } from '../view2d/shapes/pixels.ts'

/** Accepts a stored path as well as the context itself. */
export type PathTarget = Pick<Path2D, 'moveTo' | 'lineTo' | 'closePath' | 'ellipse' | 'rect' | 'arc'>

const KEYPOINT_RADIUS_PX = 4
const COVERED_HALF_PX = 3.5

/** Adds the shape to the path, in screen pixels. Masks have no path: they are drawn as pixels. */
export function traceShape(target: PathTarget, shape: FlatShape, image: ImageSize, camera: Camera2d): void {
  switch (shape.type) {
    case 'rectangle': {
      const a = screenFromImage({ x: shape.left * image.widthPx, y: shape.top * image.heightPx }, camera)
      const width = (shape.right - shape.left) * image.widthPx * camera.scale
      target.rect(a.x, a.y, width, (shape.bottom - shape.top) * image.heightPx * camera.scale)
      return
    }
    case 'ellipse': {
      const { x, y } = screenFromImage(pixelOf(shape.center, image), camera)
      const { radiusXPx, radiusYPx, rotationRad } = shape
      target.moveTo(
        x + radiusXPx * camera.scale * Math.cos(rotationRad),
        y + radiusXPx * camera.scale * Math.sin(rotationRad),
      )
      target.ellipse(x, y, radiusXPx * camera.scale, radiusYPx * camera.scale, rotationRad, 0, 2 * Math.PI)
      return
    }
    case 'landmark':
      for (const point of shape.points) {
        const { x, y } = screenFromImage(pixelOf(point, image), camera)
        // Hidden points are squares, so that they differ without colour.
        if (!point.visible) {
          target.rect(x - COVERED_HALF_PX, y - COVERED_HALF_PX, 2 * COVERED_HALF_PX, 2 * COVERED_HALF_PX)
          continue
        }
        target.moveTo(x + KEYPOINT_RADIUS_PX, y)
        target.arc(x, y, KEYPOINT_RADIUS_PX, 0, 2 * Math.PI)
      }
      return
    case 'mask':
      return
    default: {
      const { paths, closed } = outlineOf(shape, image)
      for (const path of paths) tracePoints(target, path, closed, camera)
    }
  }
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
export const isFilled = ({ type }: FlatShape): boolean => type !== 'line' && type !== 'cuboid'
