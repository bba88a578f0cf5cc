import { beginningOf } from '../../json/beginningOf.ts'
import { isListLike } from '../../json/lazy.ts'
import type { Failure, FailureType } from './codes.ts'

/**
 * A failure in the form of every refused request: what was expected, and what came. `expected` is part of messages,
 * which are logged, so it contains no sent text; `found` is only part of the response.
 */
export interface Fault extends Failure {
  expected: string
  found: string
}

const LONGEST_FOUND = 100

/** The expectation, and the beginning of what came. */
export function wordsFor(expected: string, value: unknown): { expected: string; found: string } {
  return { expected, found: foundWords(value) }
}

export const faultAt = (field: string, type: FailureType, expected: string, value: unknown): Fault => ({
  field,
  type,
  ...wordsFor(expected, value),
})

/** For a field with a secret: the value is never shown, only its kind. */
export const secretFault = (field: string, type: FailureType, expected: string, value: unknown): Fault => ({
  field,
  type,
  expected,
  found: secretWords(value),
})

export const colorWords = (value: unknown) => wordsFor('rgb(r, g, b) or #rrggbb', value)

/** What came, in at most 100 characters; of an address neither its user nor its query, which may hold secrets. */
export function foundWords(value: unknown): string {
  if (typeof value !== 'string') return typeof value === 'object' || value === undefined ? kindOf(value) : String(value)
  if (value === '') return 'empty text'
  const shown = beginningOf(value, LONGEST_FOUND)
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(shown)
    ? shown.replace(/\/\/[^/?#]*@/, '//…@').replace(/[?#].*$/s, '?…')
    : shown
}

export const secretWords = (value: unknown): string => {
  if (typeof value === 'string') return value === '' ? 'empty text' : 'text'
  return typeof value === 'number' ? 'a number' : foundWords(value)
}

function kindOf(value: object | null | undefined): string {
  if (value === undefined) return 'nothing'
  return value === null ? 'null' : isListLike(value) ? 'a list' : 'an object'
}

/** The number of fields that a message names. */
const SHOWN = 3

/** The first places, so that a log line alone already helps. */
export function faultText(faults: readonly Fault[]): string {
  const shown = faults
    .slice(0, SHOWN)
    .map(({ field, type, expected }) => `${field || 'the body'} (${type}: expected ${expected})`)
  const more = faults.length > SHOWN ? ` and ${faults.length - SHOWN} more` : ''
  return shown.join(', ') + more
}
