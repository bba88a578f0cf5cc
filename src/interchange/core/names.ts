import { createHash } from 'node:crypto'

const MAX_LENGTH = 120
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** Whether Windows reserves the name for a device, with any ending. */
export const isDeviceName = (name: string): boolean => DEVICE.test(name)

/**
 * Makes names for files of an archive: ASCII, readable, unique regardless of case. A name that had to be changed to be
 * safe carries a part of the text's hash, so that it does not depend on what else is in the archive.
 */
export class NameRegistry {
  readonly #taken = new Set<string>()

  take(text: string): string {
    const safe = safeName(text)
    const wanted = safe === text ? safe : `${safe}-${hashOf(text, 8)}`
    let name = wanted
    for (let length = 8; this.#taken.has(name.toLowerCase()); length += 8) name = `${safe}-${hashOf(text, length)}`
    this.#taken.add(name.toLowerCase())
    return name
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
