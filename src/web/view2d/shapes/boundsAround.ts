import { boundsOfPoints, cornersOf, type PixelBounds } from './pixels.ts'

const LEAST_PX = 8

/** The bounds of all, with a margin of half their larger side; null without any. */
export function boundsAround(shapes: readonly { bounds: PixelBounds }[]): PixelBounds | null {
  if (shapes.length === 0) return null
  const { left, top, right, bottom } = boundsOfPoints(shapes.flatMap(({ bounds }) => cornersOf(bounds)))
  const margin = Math.max(right - left, bottom - top, LEAST_PX) / 2
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin }
}
