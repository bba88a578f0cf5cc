import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { FlatShape } from '../../../model/document/shape.ts'
import { viewOf } from './flatViews.ts'
import { boundsOfPoints, type PixelBounds, type PixelPoint } from './pixels.ts'
import type { Outline } from './shapeView.ts'

export const outlineOf = (shape: FlatShape, image: ImageSize): Outline => viewOf(shape).outline(shape, image)

export const boundsOfShape = (shape: FlatShape, image: ImageSize): PixelBounds =>
  viewOf(shape).bounds?.(shape, image) ?? boundsOfPoints(outlineOf(shape, image).paths.flat())

/** The area in square pixels without holes; 0 for shapes without an inside. */
export function areaOf(shape: FlatShape, image: ImageSize): number {
  const given = viewOf(shape).area?.(shape, image)
  if (given !== undefined) return given
  const { paths, closed } = outlineOf(shape, image)
  if (!closed) return 0
  const areas = paths.map((path) => Math.abs(signedRingArea(path)))
  return areas.length === 1 ? areas[0] : 2 * Math.max(...areas) - areas.reduce((sum, area) => sum + area, 0)
}

function signedRingArea(ring: readonly PixelPoint[]): number {
  let twice = 0
  for (let i = 0; i < ring.length; i++) {
    const next = ring[(i + 1) % ring.length]
    twice += ring[i].x * next.y - next.x * ring[i].y
  }
  return twice / 2
}
