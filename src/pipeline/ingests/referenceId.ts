import { createHash } from 'node:crypto'

const MOST_CHARACTERS = 256
const HASH_CHARACTERS = 16

/**
 * A reference_id of at most 256 characters: of a longer one the end is replaced by `~` and the beginning of its SHA-256,
 * so that it stays the same for the same source.
 */
export function referenceIdOf(prefix: string, path: string): string {
  const whole = (prefix + path).toWellFormed().replaceAll('\0', '\ufffd')
  const characters = whole.length > MOST_CHARACTERS ? Array.from(whole) : null
  if (!characters || characters.length <= MOST_CHARACTERS) return whole
  const hash = createHash('sha256').update(whole).digest('hex').slice(0, HASH_CHARACTERS)
  return `${characters.slice(0, MOST_CHARACTERS - HASH_CHARACTERS - 1).join('')}~${hash}`
}

/** The path of a further piece of a sequence, by the index of its first frame. */
export const pathOfPiece = (path: string, firstFrame: number): string =>
  firstFrame === 0 ? path : `${path}@${String(firstFrame).padStart(6, '0')}`
