import { createHash } from 'node:crypto'

export const DEFAULT_SPLIT = 'default'

/**
 * The split of a job: by a hash of its reference_id, so that a sequence is never cut and jobs keep their split when
 * others are added. null: the shares sum to less than 1 and the job falls in the rest.
 */
export function splitOf(referenceId: string, shares: Readonly<Record<string, number>> | null): string | null {
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
