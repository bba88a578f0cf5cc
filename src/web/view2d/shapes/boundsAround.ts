import { cornersOf } from './outline.ts'
import { boundsOfPoints, type PixelBounds } from './pixels.ts'

const LEAST_PX = 8

/** All of them with room around, half of their larger side; null: there are none. */
export function boundsAround(shapes: readonly { bounds: PixelBounds }[]): PixelBounds | null {
  if (shapes.length === 0) return null
  const { left, top, right, bottom } = boundsOfPoints(shapes.flatMap(({ bounds }) => cornersOf(bounds)))
  const margin = Math.max(right - left, bottom - top, LEAST_PX) / 2
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }
}
