import type { SpaceGeometryKind } from '../../model/annotationType.ts'
import { LEAST_SPACE_POINTS, type SpacePoint, type SpaceShape } from '../../model/document/shape.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'
import { asRecord, type JsonObject, optional, readFlag, readList, readNumber } from './read.ts'

/** The maximum length of a point's name. */
const MOST_NAME_CHARACTERS = 256

/** Reads the points of a polyline or of key points in the common frame; null when any is at fault, which is reported. */
export function readSpaceShape(
  kind: SpaceGeometryKind,
  record: JsonObject,
  path: string,
  failures: FailureList,
): SpaceShape | null {
  const given = readList(record, 'points', path, failures)
  if (!given) return null
  const field = `${path}.points`
  const least = LEAST_SPACE_POINTS[kind]
  if (given.length < least) {
    failures.add(field, 'INVALID_VALUE', wordsFor(`at least ${least} point${least > 1 ? 's' : ''}`, given.length))
    return null
  }
  const points: SpacePoint[] = []
  for (let i = 0; i < given.length && !failures.isFull; i++) {
    const at = `${field}[${i}]`
    const value = asRecord(given.at(i), at, failures)
    const point = value && readSpacePoint(value, at, failures)
    if (point) points.push(point)
  }
  return points.length === given.length ? { type: kind, points } : null
}

function readSpacePoint(given: JsonObject, path: string, failures: FailureList): SpacePoint | null {
  const x = readNumber(given, 'x', path, failures)
  const y = readNumber(given, 'y', path, failures)
  const z = readNumber(given, 'z', path, failures)
  const name = readName(given, path, failures)
  const visible =
    optional(given, 'visible') === undefined ? undefined : readFlag(given, 'visible', true, path, failures)
  if (x === null || y === null || z === null || name === null) return null
  return { x, y, z, ...(name !== undefined && { name }), ...(visible !== undefined && { visible }) }
}

/** undefined: absent; null: invalid. */
function readName(given: JsonObject, path: string, failures: FailureList): string | undefined | null {
  const name = optional(given, 'name')
  if (name === undefined) return undefined
  if (typeof name === 'string' && name !== '' && name.length <= MOST_NAME_CHARACTERS) return name
  const type = typeof name === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE'
  failures.add(`${path}.name`, type, wordsFor(`text of 1 to ${MOST_NAME_CHARACTERS} characters`, name))
  return null
}
