import type { Landmark } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linearPoint, meanPoint, outsideFault } from './imagePoints.ts'
import { extentOf } from './preparedShape.ts'

export const LANDMARK_KIND: FlatShapeKind<Landmark> = {
  hasArea: false,
  isCurved: false,
  hasRotation: false,
  between(a, b, t) {
    // Points of a skeleton may be absent: an elbow must never move to a knee.
    const correspond =
      a.points.length === b.points.length && a.points.every(({ label }, i) => label === b.points[i].label)
    if (!correspond) return a
    return { type: 'landmark', points: a.points.map((p, i) => ({ ...p, ...linearPoint(p, b.points[i], t) })) }
  },
  fault: ({ points }) => (points.length === 0 ? 'there is no point' : outsideFault(points)),
  middle: ({ points }) => meanPoint(points),
  prepared(shape, scale, sigmas) {
    const points = shape.points.map((point) => ({ ...point, ...inPixels(point, scale) }))
    return { kind: 'landmark', points, scale, sigmas, extent: extentOf(points) }
  },
}
