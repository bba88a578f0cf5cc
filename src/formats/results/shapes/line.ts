import type { Line } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import { openPath, pointsNamed, readEdges, readNamedPoints } from '../readPoints.ts'
import { edgesBetween, namedPoints } from '../writePoints.ts'
import { NamedEdges, NamedUnitPoints, SentPoints, type WireShape } from './wireShape.ts'

export const WIRE_LINE: WireShape<Line> = {
  group: { name: 'lines', always: true },
  delivered: { points: NamedUnitPoints, edges: NamedEdges },
  sent: { points: SentPoints },
  read(record, path, _, failures) {
    const points = readNamedPoints(record, path, failures)
    const edges = points && readEdges(record, path, points, failures)
    if (!points || !edges) return null
    if (points.size < 2) {
      failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 2 points', points.size))
      return null
    }
    const names = openPath([...points.keys()], edges)
    if (!names) {
      failures.add(
        `${path}.edges`,
        'INVALID_VALUE',
        wordsFor('one open line through all points', 'closed or branched edges'),
      )
      return null
    }
    return { type: 'line', points: pointsNamed(points, names) }
  },
  write: ({ points }) => ({
    points: namedPoints(points),
    edges: edgesBetween(points.slice(1).map((_, i) => [i, i + 1])),
  }),
}
