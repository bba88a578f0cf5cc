import { isListLike, type ListLike } from '../../json/lazy.ts'
import { memberPath } from '../../json/text.ts'
import { wordsFor } from '../errors/fault.ts'
import type { FailureList } from './failureList.ts'

export type JsonObject = Record<string, unknown>

export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !isListLike(value)

// Parsed JSON has own keys only; a key such as `constructor` must not be found on the prototype.
export const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined)

export function asRecord(value: unknown, path: string, failures: FailureList): JsonObject | null {
  if (isJsonObject(value)) return value
  failures.add(path, 'INVALID_TYPE', wordsFor('an object', value ?? null))
  return null
}

/** An optional member: null counts as absent. */
export function optional(object: JsonObject, key: string): unknown {
  return own(object, key) ?? undefined
}

/** Each reader returns the value, or reports the fault and returns null. Paths are built only for a fault. */
export function readNumber(object: JsonObject, key: string, path: string, failures: FailureList): number | null {
  const value = own(object, key)
  if (typeof value === 'number' && Number.isFinite(value)) return value
  // 1e999 is legal JSON and parses to Infinity.
  const type = value === undefined ? 'MISSING' : typeof value === 'number' ? 'INVALID_VALUE' : 'INVALID_TYPE'
  failures.add(memberPath(path, key), type, wordsFor('a number', value))
  return null
}

export function readPositive(object: JsonObject, key: string, path: string, failures: FailureList): number | null {
  const value = readNumber(object, key, path, failures)
  if (value === null || value > 0) return value
  failures.add(memberPath(path, key), 'OUT_OF_RANGE', wordsFor('a number above 0', value))
  return null
}

export function readString(object: JsonObject, key: string, path: string, failures: FailureList): string | null {
  const value = own(object, key)
  if (typeof value === 'string') return value
  failures.add(memberPath(path, key), value === undefined ? 'MISSING' : 'INVALID_TYPE', wordsFor('text', value))
  return null
}

export function readObject(
  object: JsonObject,
  key: string,
  path: string,
  failures: FailureList,
  expected = 'an object',
): JsonObject | null {
  const value = own(object, key)
  if (isJsonObject(value)) return value
  failures.add(memberPath(path, key), value === undefined ? 'MISSING' : 'INVALID_TYPE', wordsFor(expected, value))
  return null
}

export function readList(object: JsonObject, key: string, path: string, failures: FailureList): ListLike | null {
  const value = own(object, key)
  if (isListLike(value)) return value
  failures.add(memberPath(path, key), value === undefined ? 'MISSING' : 'INVALID_TYPE', wordsFor('a list', value))
  return null
}

export function readFlag(
  object: JsonObject,
  key: string,
  fallback: boolean,
  path: string,
  failures: FailureList,
): boolean {
  const value = optional(object, key) ?? fallback
  if (typeof value === 'boolean') return value
  failures.add(memberPath(path, key), 'INVALID_TYPE', wordsFor('true or false', value))
  return fallback
}

/** One of these words; absent: the fallback. */
export function readWord<W extends string>(
  object: JsonObject,
  key: string,
  words: readonly W[],
  fallback: W,
  path: string,
  failures: FailureList,
): W {
  const value = optional(object, key) ?? fallback
  const known = words.find((word) => word === value)
  if (known !== undefined) return known
  failures.add(
    memberPath(path, key),
    typeof value === 'string' ? 'INVALID_VALUE' : 'INVALID_TYPE',
    wordsFor(words.join(' or '), value),
  )
  return fallback
}
