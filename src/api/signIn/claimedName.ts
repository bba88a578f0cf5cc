/** As long as a name that a person types may be. */
const MOST_CHARACTERS = 256

/** What a provider calls a person, as a name of ours: without characters that are not seen, and no longer than others. */
export function claimedName(claimed: string): string | null {
  const seen = claimed
    .slice(0, MOST_CHARACTERS * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return seen.slice(0, MOST_CHARACTERS).toWellFormed().trim() || null
}
