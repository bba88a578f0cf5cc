import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { viewOf } from './flatViews.ts'
import { areaOf, outlineOf } from './outline.ts'
import { isInside, nearestOnSegment, type PixelPoint, pixelDistance } from './pixels.ts'

/** How a point meets a shape: on its border (with the distance), inside, or not at all (null). */
export type Hit = { on: 'border'; distancePx: number } | { on: 'inside'; areaPx: number } | null

export function hitShape(shape: FlatShape, image: ImageSize, at: PixelPoint, tolerancePx: number): Hit {
  const { paths, closed } = outlineOf(shape, image)
  // The outline of a mask is only the box around it.
  if (shape.type !== 'mask') {
    let nearest = Number.POSITIVE_INFINITY
    for (const path of paths) nearest = Math.min(nearest, distanceToPath(path, closed, at))
    if (nearest <= tolerancePx) return { on: 'border', distancePx: nearest }
  }
  const inside = viewOf(shape).contains?.(shape, image, at) ?? (closed && isInside(paths, at))
  return inside ? { on: 'inside', areaPx: areaOf(shape, image) } : null
}

export function distanceToPath(path: readonly PixelPoint[], closed: boolean, at: PixelPoint): number {
  if (path.length === 1) return pixelDistance(path[0], at)
  let nearest = Number.POSITIVE_INFINITY
  const count = closed ? path.length : path.length - 1
  for (let i = 0; i < count; i++) {
    const foot = nearestOnSegment(at, path[i], path[(i + 1) % path.length])
    nearest = Math.min(nearest, pixelDistance(at, foot))
  }
  return nearest
}

/** Whether the shape is completely within a box drawn over it. */
export function isWithin(
  shape: FlatShape,
  image: ImageSize,
  box: { left: number; top: number; right: number; bottom: number },
): boolean {
  const isIn = ({ x, y }: PixelPoint) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
  return outlineOf(shape, image).paths.every((path) => path.every(isIn))
}
