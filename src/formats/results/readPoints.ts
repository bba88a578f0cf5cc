import { memberPath } from '../../json/text.ts'
import type { ImagePoint } from '../../model/document/shape.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import { isJsonObject, type JsonObject, readList, readNumber, readObject } from './read.ts'

/** How far rounding may put a point beyond the edge of the image. */
const EDGE_TOLERANCE = 1e-6

function withinImage(value: number | null, path: string, key: string, failures: FailureList): number | null {
  if (value === null) return null
  if (value < -EDGE_TOLERANCE || value > 1 + EDGE_TOLERANCE) {
    failures.add(memberPath(path, key), 'OUT_OF_RANGE', wordsFor('0 to 1, a share of the image', value))
    return null
  }
  return Math.min(1, Math.max(0, value))
}

/** A point of the image; small excesses from rounding are clamped. */
export function readImagePoint(value: unknown, path: string, failures: FailureList): ImagePoint | null {
  if (!isJsonObject(value)) {
    failures.add(path, 'INVALID_TYPE', wordsFor('a point {x, y}', value ?? null))
    return null
  }
  const x = withinImage(readNumber(value, 'x', path, failures), path, 'x', failures)
  const y = withinImage(readNumber(value, 'y', path, failures), path, 'y', failures)
  return x === null || y === null ? null : { x, y }
}

/** A point that may be outside the image: the centre of a shape that extends beyond it. */
export function readFreePoint(object: JsonObject, key: string, path: string, failures: FailureList): ImagePoint | null {
  const value = readObject(object, key, path, failures)
  if (!value) return null
  const x = readNumber(value, 'x', `${path}.${key}`, failures)
  const y = readNumber(value, 'y', `${path}.${key}`, failures)
  return x === null || y === null ? null : { x, y }
}

export type NamedPoints = Map<string, { point: ImagePoint; given: JsonObject }>

/** `points` by name; null if any of them is invalid. */
export function readNamedPoints(record: JsonObject, path: string, failures: FailureList): NamedPoints | null {
  const given = readObject(record, 'points', path, failures)
  if (!given) return null
  const points: NamedPoints = new Map()
  const names = Object.keys(given)
  for (const name of names) {
    const value = given[name]
    const point = readImagePoint(value, memberPath(`${path}.points`, name), failures)
    if (point && isJsonObject(value)) points.set(name, { point, given: value })
  }
  return points.size === names.length ? points : null
}

/** `edges` as pairs of point names; null if any of them is invalid. */
export function readEdges(
  record: JsonObject,
  path: string,
  points: ReadonlyMap<string, unknown>,
  failures: FailureList,
): [string, string][] | null {
  const given = readObject(record, 'edges', path, failures)
  if (!given) return null
  const edges: [string, string][] = []
  for (const name of Object.keys(given)) {
    const field = memberPath(`${path}.edges`, name)
    const pair = readList(given, name, `${path}.edges`, failures)
    if (!pair) return null
    if (pair.length !== 2) {
      failures.add(field, 'INVALID_VALUE', wordsFor('the names of 2 points', `${pair.length} entries`))
      return null
    }
    for (let i = 0; i < 2; i++) {
      const end = pair.at(i)
      if (typeof end !== 'string') failures.add(`${field}[${i}]`, 'INVALID_TYPE', wordsFor('the name of a point', end))
      else if (!points.has(end)) failures.add(`${field}[${i}]`, 'UNKNOWN', wordsFor('the name of a point', end))
    }
    const [from, to] = pair
    if (typeof from !== 'string' || typeof to !== 'string' || !points.has(from) || !points.has(to)) return null
    edges.push([from, to])
  }
  return edges
}

/**
 * The closed cycles of the edges, each beginning at its first point and following its first edge. null unless every
 * point is on exactly one cycle of at least three.
 */
export function cycles(names: Iterable<string>, edges: readonly (readonly [string, string])[]): string[][] | null {
  const neighbours = neighboursOf(edges)
  const seen = new Set<string>()
  const found: string[][] = []
  for (const start of names) {
    if (seen.has(start)) continue
    const ring: string[] = []
    let previous = ''
    let current: string = start
    do {
      const next = neighbours.get(current)
      if (next?.length !== 2) return null
      ring.push(current)
      seen.add(current)
      const onward: string = ring.length === 1 || next[0] !== previous ? next[0] : next[1]
      previous = current
      current = onward
    } while (!seen.has(current))
    if (current !== start || ring.length < 3) return null
    found.push(ring)
  }
  return found
}

/** The single open path of the edges, starting at the end that is named first; null if they are not one path. */
export function openPath(names: readonly string[], edges: readonly (readonly [string, string])[]): string[] | null {
  const neighbours = neighboursOf(edges)
  const start = names.find((name) => neighbours.get(name)?.length === 1)
  if (start === undefined || edges.length !== names.length - 1) return null
  const path = [start]
  let previous = ''
  let current = start
  while (path.length < names.length) {
    const next: string | undefined = neighbours.get(current)?.find((name) => name !== previous)
    if (next === undefined || next === current) return null
    previous = current
    current = next
    path.push(current)
  }
  return new Set(path).size === names.length ? path : null
}

function neighboursOf(edges: readonly (readonly [string, string])[]): Map<string, string[]> {
  const neighbours = new Map<string, string[]>()
  const join = (from: string, to: string) => {
    const known = neighbours.get(from)
    if (known) known.push(to)
    else neighbours.set(from, [to])
  }
  for (const [from, to] of edges) {
    join(from, to)
    join(to, from)
  }
  return neighbours
}

/** A point that is valid at first sight, as nearly all are: no message is built for it. */
export function isPoint(value: unknown): value is ImagePoint {
  if (!isJsonObject(value) || !Object.hasOwn(value, 'x') || !Object.hasOwn(value, 'y')) return false
  return typeof value.x === 'number' && typeof value.y === 'number'
}

export const pointsNamed = (points: NamedPoints, names: readonly string[]): ImagePoint[] =>
  names.flatMap((name) => points.get(name)?.point ?? [])
