/** The limit for names that people type. */
const MOST_CHARACTERS = 256

/** The provider's name of a person as one of ours: without invisible characters, and limited in length. */
export function claimedName(claimed: string): string | null {
  const seen = claimed
    .slice(0, MOST_CHARACTERS * 4)
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .trim()
  return seen.slice(0, MOST_CHARACTERS).toWellFormed().trim() || null
}
