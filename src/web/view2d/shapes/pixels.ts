import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { ImagePoint } from '../../../model/document/shape.ts'

/** Pixels of the image over its edges: the image reaches from 0 to widthPx. x = (u + 0.5) with u as in OpenCV. */
export interface PixelPoint {
  x: number
  y: number
}

export interface PixelBounds {
  left: number
  top: number
  right: number
  bottom: number
}

export const pixelOf = ({ x, y }: ImagePoint, { widthPx, heightPx }: ImageSize): PixelPoint => ({
  x: x * widthPx,
  y: y * heightPx,
})

export const normalisedOf = ({ x, y }: PixelPoint, { widthPx, heightPx }: ImageSize): ImagePoint => ({
  x: x / widthPx,
  y: y / heightPx,
})

/** Normalised and inside the image, as everything but rotated boxes and ellipses has to be. */
export const insideOf = ({ x, y }: PixelPoint, { widthPx, heightPx }: ImageSize): ImagePoint => ({
  x: clamp(x / widthPx, 0, 1),
  y: clamp(y / heightPx, 0, 1),
})

export const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))

export const pixelDistance = (a: PixelPoint, b: PixelPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

/** Clockwise on the screen, about `center`. */
export function rotatedAbout(point: PixelPoint, center: PixelPoint, angleRad: number): PixelPoint {
  const cos = Math.cos(angleRad)
  const sin = Math.sin(angleRad)
  const x = point.x - center.x
  const y = point.y - center.y
  return { x: center.x + x * cos - y * sin, y: center.y + x * sin + y * cos }
}

export function nearestOnSegment(p: PixelPoint, a: PixelPoint, b: PixelPoint): PixelPoint {
  const dx = b.x - a.x
  const dy = b.y - a.y
  const lengthSquared = dx * dx + dy * dy
  const t = lengthSquared === 0 ? 0 : clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / lengthSquared, 0, 1)
  return { x: a.x + dx * t, y: a.y + dy * t }
}

export function boundsOfPoints(points: Iterable<PixelPoint>): PixelBounds {
  const bounds = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (const { x, y } of points) {
    bounds.left = Math.min(bounds.left, x)
    bounds.top = Math.min(bounds.top, y)
    bounds.right = Math.max(bounds.right, x)
    bounds.bottom = Math.max(bounds.bottom, y)
  }
  return bounds
}

export const boundsBetween = (a: PixelPoint, b: PixelPoint): PixelBounds => boundsOfPoints([a, b])
