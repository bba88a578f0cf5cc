import type { ImageSize } from '../../../../formats/results/jobContext.ts'
import type { ImagePoint } from '../../../../model/document/shape.ts'
import { insideOf, type PixelPoint, pixelOf } from '../pixels.ts'
import type { Handle } from '../shapeView.ts'

export const verticesOf = (points: readonly ImagePoint[], ring: number, image: ImageSize): Handle[] =>
  points.map((point, index) => ({ kind: 'vertex', ring, index, at: pixelOf(point, image) }))

export function midpointsOf(points: readonly ImagePoint[], ring: number, closed: boolean, image: ImageSize): Handle[] {
  const count = closed ? points.length : points.length - 1
  return points.slice(0, count).map((point, i) => {
    const next = points[(i + 1) % points.length]
    const at = pixelOf({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, image)
    return { kind: 'midpoint', ring, index: i + 1, at }
  })
}

export function movedPoint(point: ImagePoint, by: PixelPoint, image: ImageSize): ImagePoint {
  const { x, y } = pixelOf(point, image)
  return insideOf({ x: x + by.x, y: y + by.y }, image)
}

export const movedPoints = (points: readonly ImagePoint[], by: PixelPoint, image: ImageSize): ImagePoint[] =>
  points.map((point) => movedPoint(point, by, image))
