import { Type } from 'typebox'
import type { ImagePoint, Polygon } from '../../../model/document/shape.ts'
import { wordsFor } from '../../errors/fault.ts'
import type { FailureList } from '../failureList.ts'
import { isJsonObject, type JsonObject } from '../read.ts'
import { cycles, isPoint, pointsNamed, readEdges, readNamedPoints } from '../readPoints.ts'
import { edgesBetween, namedPoints } from '../writePoints.ts'
import { NamedEdges, NamedUnitPoints, SentPoints, type WireShape } from './wireShape.ts'

function readPolygon(record: JsonObject, path: string, failures: FailureList): Polygon | null {
  const points = readNamedPoints(record, path, failures)
  const edges = points && readEdges(record, path, points, failures)
  if (!points || !edges) return null
  if (points.size < 3) {
    failures.add(`${path}.points`, 'INVALID_VALUE', wordsFor('at least 3 points', points.size))
    return null
  }
  const rings = cycles(points.keys(), edges)
  if (!rings) {
    failures.add(
      `${path}.edges`,
      'INVALID_VALUE',
      wordsFor('closed rings through all points', 'open or branched edges'),
    )
    return null
  }
  return { type: 'polygon', rings: rings.map((ring) => pointsNamed(points, ring)) }
}

/** The polygon if it is valid and its edges follow its points, as in written results: no search for rings is needed. */
function wholePolygon({ points, edges }: JsonObject): Polygon | null {
  if (!isJsonObject(points) || !isJsonObject(edges)) return null
  const names = Object.keys(points)
  const pairs = Object.values(edges)
  if (pairs.length !== names.length) return null
  const rings: ImagePoint[][] = []
  let ring: ImagePoint[] = []
  let first = 0
  for (let i = 0; i < names.length; i++) {
    const point = points[names[i]]
    const pair = pairs[i]
    if (!isPoint(point) || !isWithin(point) || !Array.isArray(pair) || pair.length !== 2) return null
    if (pair[0] !== names[i]) return null
    ring.push({ x: point.x, y: point.y })
    if (pair[1] === names[i + 1]) continue
    if (pair[1] !== names[first] || ring.length < 3) return null
    rings.push(ring)
    ring = []
    first = i + 1
  }
  return rings.length > 0 && ring.length === 0 ? { type: 'polygon', rings } : null
}

const isWithin = ({ x, y }: ImagePoint): boolean => x >= 0 && x <= 1 && y >= 0 && y <= 1

function ringPairs({ rings }: Polygon): [number, number][] {
  const pairs: [number, number][] = []
  let first = 0
  for (const ring of rings) {
    for (let i = 0; i < ring.length; i++) pairs.push([first + i, first + ((i + 1) % ring.length)])
    first += ring.length
  }
  return pairs
}

export const WIRE_POLYGON: WireShape<Polygon> = {
  group: { name: 'polygons', always: true },
  delivered: { points: NamedUnitPoints, edges: NamedEdges },
  sent: { rings: Type.Array(SentPoints) },
  read: (record, path, _, failures) => wholePolygon(record) ?? readPolygon(record, path, failures),
  write: (shape) => ({ points: namedPoints(shape.rings.flat()), edges: edgesBetween(ringPairs(shape)) }),
}
