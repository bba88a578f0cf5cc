import { centreOf, type Paired, pairedRings } from '../document/pairedPoints.ts'
import type { ImagePoint, Polygon } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linearPoint, meanPoint, outsideFault } from './imagePoints.ts'
import { extentOf, type PixelScale, preparedRegion } from './preparedShape.ts'

const ringsOf = ({ rings }: Polygon, scale: PixelScale) =>
  rings.map((ring) => ring.map((point) => inPixels(point, scale)))

/** Pairs of the rings of polygons in keys: the frames between two keys need the same pairs repeatedly. */
const knownPairs = new WeakMap<Polygon, { to: Polygon; rings: readonly Paired<ImagePoint>[] }>()

function pairsOf(a: Polygon, b: Polygon): readonly Paired<ImagePoint>[] {
  const known = knownPairs.get(a)
  if (known?.to === b) return known.rings
  const rings = Array.from({ length: Math.max(a.rings.length, b.rings.length) }, (_, i) =>
    pairOf(a.rings[i], b.rings[i]),
  )
  knownPairs.set(a, { to: b, rings })
  return rings
}

type Ring = Polygon['rings'][number]

/** The middle of a ring's area. That of a ring that crosses itself may be far away: it is kept within the bounds. */
function middleOf(ring: Ring): ImagePoint {
  const { x, y } = centreOf(ring)
  const { left, top, right, bottom } = extentOf(ring)
  return { x: Math.min(Math.max(x, left), right), y: Math.min(Math.max(y, top), bottom) }
}

/** A hole that only one of the shapes has grows out of its centre, or shrinks into it. */
function pairOf(a: Ring | undefined, b: Ring | undefined): Paired<ImagePoint> {
  if (!a?.length || !b?.length) {
    const ring = (a?.length ? a : b) ?? []
    const middle = middleOf(ring)
    const point = ring.map(() => middle)
    return a?.length ? [ring, point] : [point, ring]
  }
  return a.length === b.length ? [a, b] : pairedRings(a, b, linearPoint)
}

export const POLYGON_KIND: FlatShapeKind<Polygon> = {
  hasArea: true,
  isCurved: false,
  hasRotation: false,
  between: (a, b, t) => ({
    type: 'polygon',
    rings: pairsOf(a, b).map(([from, to]) => from.map((p, i) => linearPoint(p, to[i], t))),
  }),
  fault: ({ rings }) =>
    rings.length === 0 || rings.some((ring) => ring.length < 3)
      ? 'a ring needs three points'
      : outsideFault(rings.flat()),
  middle: ({ rings }) => meanPoint(rings[0]),
  prepared: (shape, scale) => preparedRegion(ringsOf(shape, scale)),
  rings: ringsOf,
}
