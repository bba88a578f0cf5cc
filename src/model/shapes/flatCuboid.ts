import { convexHull } from '../../geometry/convexPolygon.ts'
import type { AreaRing } from '../../geometry/evenOddArea.ts'
import type { FlatCuboid, ImagePoint } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linearPoint, meanPoint, outsideFault } from './imagePoints.ts'
import { preparedRegion } from './preparedShape.ts'

function hullOf(points: readonly ImagePoint[]): AreaRing {
  const hull = convexHull(points.map(({ x, y }) => [x, y] as const))
  return Array.from({ length: hull.length / 2 }, (_, i) => ({ x: hull[2 * i], y: hull[2 * i + 1] }))
}

/** Its edges are delivered rather than an area, but two of them are compared by the area of their hulls. */
export const FLAT_CUBOID_KIND: FlatShapeKind<FlatCuboid> = {
  hasArea: false,
  isCurved: false,
  hasRotation: false,
  between: (a, b, t) =>
    a.points.length === b.points.length
      ? { type: 'cuboid', points: a.points.map((p, i) => linearPoint(p, b.points[i], t)) }
      : a,
  fault: ({ points }) => (points.length !== 8 ? 'a cuboid has eight points' : outsideFault(points)),
  middle: ({ points }) => meanPoint(points),
  prepared: ({ points }, scale) => preparedRegion([hullOf(points.map((point) => inPixels(point, scale)))]),
}
