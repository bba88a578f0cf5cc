import { createHash, randomInt } from 'node:crypto'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const RANDOM_LENGTH = 32
const CHECKSUM_LENGTH = 6
const FORM = new RegExp(`^fid_[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`)

/** A new secret key `fid_<random><checksum>`: 190 random bits, and a checksum so that a typo is refused unasked. */
export function makeApiKey(): string {
  const random = Array.from({ length: RANDOM_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return `fid_${random}${checksum(random)}`
}

/** Whether a text has the form of a key and a valid checksum; says nothing about whether the key exists. */
export function isWellFormedKey(key: string): boolean {
  if (!FORM.test(key)) return false
  const random = key.slice(4, 4 + RANDOM_LENGTH)
  return key.slice(4 + RANDOM_LENGTH) === checksum(random)
}

/** The stored form of a key. A plain hash is enough for 190 random bits, which cannot be guessed. */
export function hashKey(key: string): Buffer {
  return createHash('sha256').update(key).digest()
}

function checksum(random: string): string {
  const digest = createHash('sha256').update(`fiducial key ${random}`).digest()
  return Array.from({ length: CHECKSUM_LENGTH }, (_, i) => LETTERS[digest[i] % LETTERS.length]).join('')
}
