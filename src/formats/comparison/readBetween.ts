import { type Fault, faultAt } from '../errors/fault.ts'

/** A number in a range, both ends included; otherwise null, with a fault. */
export function readBetween(
  value: unknown,
  field: string,
  least: number,
  most: number,
  failures: Fault[],
): number | null {
  if (typeof value === 'number' && value >= least && value <= most) return value
  const type = typeof value === 'number' ? 'OUT_OF_RANGE' : 'INVALID_TYPE'
  const expected = least === 0 ? `a number from 0 to ${most}` : `a number above 0, up to ${most}`
  failures.push(faultAt(field, type, expected, value))
  return null
}
