import { createHash } from 'node:crypto'

const MAX_LENGTH = 120
const HASH_LENGTH = 64
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** Whether Windows reserves the name for a device, with any ending. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/**
 * Makes names for files of an archive: ASCII, readable, unique regardless of case. A name that was changed to be safe
 * contains a part of the text's hash, so that it does not depend on the rest of the archive.
 */
export class NameRegistry {
  readonly #taken = new Set<string>()
  /** The last number that each text was given. */
  readonly #numbers = new Map<string, number>()

  take(text: string): string {
    const safe = safeName(text)
    const wanted = safe === text ? safe : `${safe}-${hashOf(text, 8)}`
    let name = wanted
    for (let length = 8; length <= HASH_LENGTH && this.#isTaken(name); length += 8)
      name = `${safe}-${hashOf(text, length)}`
    if (this.#isTaken(name)) name = this.#numbered(`${safe}-${hashOf(text, 8)}`)
    this.#taken.add(name.toLowerCase())
    return name
  }

  #isTaken(name: string): boolean {
    return this.#taken.has(name.toLowerCase())
  }

  /** Where even the whole hash is taken: the text itself came before. */
  #numbered(base: string): string {
    let number = this.#numbers.get(base) ?? 1
    do number++
    while (this.#isTaken(`${base}-${number}`))
    this.#numbers.set(base, number)
    return `${base}-${number}`
  }
}

function safeName(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '_')
    .replace(/\.{2,}/g, '_')
    .replace(/^[.-]+/, '_')
    .slice(0, MAX_LENGTH)
    .replace(/\.+$/, '')
  return plain === '' || isDeviceName(plain) ? `_${plain}` : plain
}

const hashOf = (text: string, length: number) => createHash('sha256').update(text).digest('hex').slice(0, length)
