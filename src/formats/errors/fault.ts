import type { Failure } from './codes.ts'

/**
 * A failure with words for the message: what was expected, and of what came its type or size. Never text that was
 * sent, since messages are logged. The wire knows `field` and `type` alone.
 */
export interface Fault extends Failure {
  expected?: string
}

export const withoutWords = ({ field, type }: Fault): Failure => ({ field, type })

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
