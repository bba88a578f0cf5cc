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

export const cornersOf = ({ left, top, right, bottom }: PixelBounds): PixelPoint[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** The corners and the middles of the sides of a box, as directions from its centre. */
export const BOX_SIDES: readonly (readonly [number, number])[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
]

/** No box is made thinner than this by a handle. */
export const LEAST_SIDE_PX = 1

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
