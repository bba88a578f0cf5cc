import type { LookupAddress } from 'node:dns'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'

const REREAD_MS = 5000

/** Names that the machine itself knows, as getaddrinfo would find them: the hosts file, read again every few seconds. */
export class HostsFile {
  readonly #file: string
  #names: ReadonlyMap<string, readonly LookupAddress[]> = new Map()
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(file = '/etc/hosts') {
    this.#file = file
  }

  /** Null for a name that is not in the file. */
  find(name: string, nowMs: number): readonly LookupAddress[] | null {
    if (nowMs - this.#readAtMs > REREAD_MS) {
      this.#readAtMs = nowMs
      this.#names = parseHosts(readText(this.#file))
    }
    return this.#names.get(name.toLowerCase()) ?? null
  }
}

// A few hundred bytes that the system keeps in memory: not worth one of the threads that read files.
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

/** hosts(5): an address, then its names; `#` begins a remark. */
export function parseHosts(text: string): Map<string, LookupAddress[]> {
  const names = new Map<string, LookupAddress[]>()
  for (const line of text.split('\n')) {
    const [address, ...words] = line.replace(/#.*/, '').trim().split(/\s+/)
    const family = isIP(address)
    if (family === 0 || address.includes('%')) continue
    for (const word of words) {
      const name = word.toLowerCase()
      names.set(name, [...(names.get(name) ?? []), { address, family }])
    }
  }
  return names
}
