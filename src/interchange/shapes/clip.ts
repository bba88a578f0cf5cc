import type { FlatShape } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'
import { type PixelRing, type PixelSize, type PixelVertex, pixelRings, ringArea, roundPx } from './rings.ts'

/** The part of a convex ring inside the image (Sutherland–Hodgman); empty if there is none. */
export function clipToImage(ring: PixelRing, { widthPx, heightPx }: PixelSize): PixelRing {
  const sides: readonly ((point: PixelVertex) => number)[] = [
    ({ x }) => x,
    ({ x }) => widthPx - x,
    ({ y }) => y,
    ({ y }) => heightPx - y,
  ]
  return sides.reduce<PixelRing>(keepInside, ring)
}

function keepInside(ring: PixelRing, inside: (point: PixelVertex) => number): PixelRing {
  const kept: PixelVertex[] = []
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [from, to] = [inside(ring[j]), inside(ring[i])]
    if (from >= 0 !== to >= 0) kept.push(between(ring[j], ring[i], from / (from - to)))
    if (to >= 0) kept.push(ring[i])
  }
  return kept
}

const between = (a: PixelVertex, b: PixelVertex, t: number): PixelVertex => ({
  x: roundPx(a.x + (b.x - a.x) * t),
  y: roundPx(a.y + (b.y - a.y) * t),
})

/**
 * The first ring of a shape as a polygon: curves and turned shapes may extend past the image, polygons may not. null if
 * the shape has no area in the image.
 */
export function outlineInImage(shape: FlatShape, size: PixelSize): PixelRing | null {
  const [ring] = pixelRings(shape, size) ?? []
  if (!ring) return null
  const { isCurved, hasRotation } = shapeKind(shape)
  const kept = isCurved || hasRotation ? clipToImage(ring, size) : ring
  return kept.length >= 3 && ringArea(kept) > 0 ? kept : null
}
