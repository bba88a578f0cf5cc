import { pairedLines } from '../document/pairedPoints.ts'
import type { Line } from '../document/shape.ts'
import type { FlatShapeKind } from './flatShapeKind.ts'
import { inPixels, linearPoint, meanPoint, outsideFault } from './imagePoints.ts'
import { extentOf } from './preparedShape.ts'

export const LINE_KIND: FlatShapeKind<Line> = {
  hasArea: false,
  isCurved: false,
  hasRotation: false,
  between(a, b, t) {
    const [from, to] =
      a.points.length === b.points.length ? [a.points, b.points] : pairedLines(a.points, b.points, linearPoint)
    return { type: 'line', points: from.map((p, i) => linearPoint(p, to[i], t)) }
  },
  fault: ({ points }) => (points.length < 2 ? 'a line needs two points' : outsideFault(points)),
  middle: ({ points }) => meanPoint(points),
  prepared(shape, scale) {
    const points = shape.points.map((point) => inPixels(point, scale))
    return { kind: 'line', points, extent: extentOf(points) }
  },
}
