import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape, Mask } from '../../../model/document/shape.ts'
import { areaOf, outlineOf } from './outline.ts'
import { nearestOnSegment, type PixelPoint, pixelDistance } from './pixels.ts'

/** How a point meets a shape: on its border (with the distance), inside, or not at all (null). */
export type Hit = { on: 'border'; distancePx: number } | { on: 'inside'; areaPx: number } | null

export function hitShape(shape: FlatShape, image: ImageSize, at: PixelPoint, tolerancePx: number): Hit {
  if (shape.type === 'mask') return maskHas(shape, at) ? { on: 'inside', areaPx: areaOf(shape, image) } : null
  const { paths, closed } = outlineOf(shape, image)
  let nearest = Number.POSITIVE_INFINITY
  for (const path of paths) nearest = Math.min(nearest, distanceToPath(path, closed, at))
  if (nearest <= tolerancePx) return { on: 'border', distancePx: nearest }
  const inside = closed ? isInside(paths, at) : shape.type === 'cuboid' && isInside([paths[0].slice(0, 4)], at)
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

/** By the even-odd rule over all rings: holes are outside. */
export function isInside(rings: readonly (readonly PixelPoint[])[], at: PixelPoint): boolean {
  let inside = false
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const a = ring[i]
      const b = ring[j]
      if (a.y > at.y !== b.y > at.y && at.x < ((b.x - a.x) * (at.y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  }
  return inside
}

/** Whether the pixel under the point is foreground. */
export function maskHas({ widthPx, heightPx, counts }: Mask, at: PixelPoint): boolean {
  const x = Math.floor(at.x)
  const y = Math.floor(at.y)
  if (x < 0 || y < 0 || x >= widthPx || y >= heightPx) return false
  let left = x * heightPx + y
  for (let i = 0; i < counts.length; i++) {
    left -= counts[i]
    if (left < 0) return i % 2 === 1
  }
  return false
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
