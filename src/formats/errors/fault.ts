import { isListLike } from '../json/lazy.ts'
import type { Failure } from './codes.ts'

/**
 * A failure with words for the message: what was expected, and of what came its type or size. Never text that was
 * sent, since messages are logged. The wire has `expected` only beside `found`.
 */
export interface Fault extends Failure {
  expected?: string
}

export const withoutWords = ({ field, type, expected, found }: Fault): Failure =>
  found === undefined ? { field, type } : { field, type, expected, found }

const LONGEST_FOUND = 100

/** Words of a failure for its sender, who knows what was sent: what was expected, and the beginning of what came. */
export function wordsFor(expected: string, value: unknown): { expected: string; found: string } {
  const text = typeof value === 'string' ? value : typeof value === 'object' ? kindOf(value) : String(value)
  return { expected, found: text.slice(0, LONGEST_FOUND) }
}

const kindOf = (value: object | null) => (value === null ? 'null' : isListLike(value) ? 'a list' : 'an object')

export const colorWords = (value: unknown) => wordsFor('rgb(r, g, b) or #rrggbb', value)

/** How many places a message names. */
const SHOWN = 3

/** The first places, so that a log line alone already helps. */
export function faultText(faults: readonly Fault[]): string {
  const shown = faults
    .slice(0, SHOWN)
    .map(({ field, type, expected }) => `${field} (${type}${expected ? `: ${expected}` : ''})`)
  const more = faults.length > SHOWN ? ` and ${faults.length - SHOWN} more` : ''
  return shown.join(', ') + more
}
