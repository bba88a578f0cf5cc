import { isObject } from './shape.ts'

/** As sent: nanoseconds as a string of digits, or seconds as a number. */
export type Timestamp = string | number

/** What signed 64 bits hold: times of data sets are written as such. */
const MAX_NS = 2n ** 63n - 1n

/** The time in nanoseconds; null for a value of neither form. */
export function timestampNs(sent: unknown): bigint | null {
  if (typeof sent === 'number') return sent >= 0 ? inRange(nanoseconds(sent)) : null
  if (typeof sent === 'string' && /^\d{1,19}$/.test(sent)) return inRange(BigInt(sent))
  return null
}

const inRange = (ns: bigint | null): bigint | null => (ns !== null && ns <= MAX_NS ? ns : null)

/** By the number's decimal digits: times ten to the ninth it would lose those that it has. */
function nanoseconds(seconds: number): bigint | null {
  const match = /^(\d+)(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(seconds))
  if (!match) return null
  const [, whole, part = '', exponent = '0'] = match
  const shift = 9 + Number(exponent) - part.length
  if (shift > 20) return null
  const digits = BigInt(whole + part)
  return shift >= 0 ? digits * 10n ** BigInt(shift) : digits / 10n ** BigInt(-shift)
}

/** The timestamp of an image or of a job with one frame, as sent; null when it is not there or is ignored. */
export const readTimestamp = (sent: unknown): Timestamp | null =>
  timestampNs(sent) === null || !(typeof sent === 'string' || typeof sent === 'number') ? null : sent

/** The timestamps of frames, in order: null for an invalid timestamp, or one that does not increase. */
export function readTimestamps(frames: readonly unknown[]): (Timestamp | null)[] {
  let last = -1n
  return frames.map((frame) => {
    const sent = readTimestamp(isObject(frame) ? frame.timestamp : undefined)
    const ns = timestampNs(sent)
    if (ns === null || ns <= last) return null
    last = ns
    return sent
  })
}
