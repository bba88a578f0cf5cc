import { memberPath } from '../../../json/text.ts'
import type { FlatCuboid, ImagePoint } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import { readObject } from '../read.ts'
import { readImagePoint } from '../readPoints.ts'
import { edgesBetween, namedPoints } from '../writePoints.ts'
import { NamedEdges, NamedUnitPoints, SentPoints, type WireShape } from './wireShape.ts'

const CORNER_NAMES: readonly string[] = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7', 'p8']

/** Around the front face, around the back face, from front to back. */
const EDGES: readonly (readonly [number, number])[] = [
  ...[0, 1, 2, 3].map((i) => [i, (i + 1) % 4] as const),
  ...[0, 1, 2, 3].map((i) => [4 + i, 4 + ((i + 1) % 4)] as const),
  ...[0, 1, 2, 3].map((i) => [i, 4 + i] as const),
]

export const WIRE_FLAT_CUBOID: WireShape<FlatCuboid> = {
  group: { name: 'cuboids', always: true },
  delivered: { points: NamedUnitPoints, edges: NamedEdges },
  sent: { points: SentPoints },
  /** The eight names say which corner is which; edges follow from them and are not read. */
  read(record, path, _, failures) {
    const given = readObject(record, 'points', path, failures)
    if (!given) return null
    const field = `${path}.points`
    const points: ImagePoint[] = []
    for (const name of CORNER_NAMES) {
      if (!Object.hasOwn(given, name))
        failures.add(`${field}.${name}`, 'MISSING', wordsFor('a point {x, y}', undefined))
      else {
        const point = readImagePoint(given[name], `${field}.${name}`, failures)
        if (point) points.push(point)
      }
    }
    for (const name of Object.keys(given)) {
      if (CORNER_NAMES.includes(name)) continue
      failures.add(memberPath(field, name), 'UNKNOWN', wordsFor('p1 to p8', name))
    }
    return points.length === 8 ? { type: 'cuboid', points } : null
  },
  write: ({ points }) => ({ points: namedPoints(points), edges: edgesBetween(EDGES) }),
}
