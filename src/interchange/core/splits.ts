import { createHash } from 'node:crypto'
import { isDeviceName } from './names.ts'

export const DEFAULT_SPLIT = 'default'

const SPLIT_NAME = /^[a-z0-9][a-z0-9_-]{0,31}$/

/** Shares by the name of their split. */
export type SplitShares = Readonly<Record<string, number>>

/** Why shares cannot be used. */
export interface SplitsFault {
  type: 'MISSING' | 'INVALID_TYPE' | 'INVALID_VALUE' | 'OUT_OF_RANGE'
  expected: string
  found: unknown
}

/** Checks shares that someone sent. Names of splits become folders and files of archives. */
export function readSplitShares(given: Readonly<Record<string, unknown>>): { shares: SplitShares } | SplitsFault {
  const entries = Object.entries(given)
  if (entries.length === 0)
    return { type: 'MISSING', expected: 'at least one share, such as {"train": 0.8, "val": 0.2}', found: given }
  const shares: Record<string, number> = {}
  let sum = 0
  for (const [name, share] of entries) {
    if (!SPLIT_NAME.test(name) || isDeviceName(name)) {
      const expected = `names that match ${SPLIT_NAME.source} and are not devices of Windows`
      return { type: 'INVALID_VALUE', expected, found: name }
    }
    const expected = `a share above 0 and at most 1 for ${name}`
    if (typeof share !== 'number') return { type: 'INVALID_TYPE', expected, found: share }
    if (!(share > 0 && share <= 1)) return { type: 'OUT_OF_RANGE', expected, found: share }
    shares[name] = share
    sum += share
  }
  return sum > 1 + 1e-9 ? { type: 'OUT_OF_RANGE', expected: 'shares that sum to 1 at most', found: sum } : { shares }
}

/**
 * The split of a job: by a hash of its reference_id, so that a sequence is never cut and jobs keep their split when
 * others are added. null: the shares sum to less than 1 and the job falls in the rest.
 */
export function splitOf(referenceId: string, shares: SplitShares | null): string | null {
  if (!shares) return DEFAULT_SPLIT
  const hash = createHash('sha256').update(referenceId).digest()
  const place = hash.readUIntBE(0, 6) / 2 ** 48
  let end = 0
  for (const [name, share] of Object.entries(shares)) {
    end += share
    if (place < end) return name
  }
  const isWhole = Math.abs(end - 1) < 1e-9
  return isWhole ? (Object.keys(shares).at(-1) ?? null) : null
}
