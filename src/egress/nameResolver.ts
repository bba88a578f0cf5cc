import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { HostsFile } from './hostsFile.ts'
import { Lanes } from './lanes.ts'

export interface NameResolverOptions {
  /** Nameservers as `address:port`; those of the system by default. */
  servers?: readonly string[]
  hostsFile?: string
  /** resolv.conf(5), for its search domains. */
  resolvFile?: string
  /** Limits the whole lookup. */
  deadlineMs?: number
}

export interface LookupRequest {
  /** Whose lookup it is: names that are slow to answer delay only their own lane. */
  lane: string
  signal: AbortSignal
}

interface Known {
  addresses: readonly LookupAddress[] | null
  untilMs: number
}

const DEADLINE_MS = 5000
const TRY_MS = 2000
const TRIES = 2
const WIDTH = 4
const FAILED_MS = 30_000
const SHORTEST_MS = 5000
const LONGEST_MS = 60_000
/** While nameservers are silent, a recently valid address is better than none. */
const STALE_MS = 3_600_000
const MOST_KNOWN = 10_000

/** A name that cannot be resolved now. */
export class NameError extends Error {
  readonly code = 'ENOTFOUND'
}

/**
 * Finds the addresses of names without getaddrinfo, which holds one of the process's few threads for as long as a
 * nameserver is silent, and cannot be ended: look-ups here wait on sockets, end by a deadline, and are few at a time in
 * each lane. The hosts file comes first; answers are remembered for their time to live, failures for half a minute.
 */
export class NameResolver {
  readonly #options: NameResolverOptions
  readonly #hosts: HostsFile
  readonly #lanes = new Lanes(WIDTH)
  readonly #known = new Map<string, Known>()
  /** Running lookups by name: every caller who wants the name joins. */
  readonly #started = new Map<string, Promise<readonly LookupAddress[]>>()
  readonly #open = new Set<Resolver>()

  constructor(options: NameResolverOptions = {}) {
    this.#options = options
    this.#hosts = new HostsFile(options.hostsFile)
  }

  /** At least one address. @throws NameError, or the signal's reason */
  async resolve(name: string, { lane, signal }: LookupRequest): Promise<readonly LookupAddress[]> {
    const key = name.toLowerCase().replace(/\.$/, '')
    const local = this.#hosts.find(key, performance.now())
    if (local) return local
    const known = this.#known.get(key)
    if (known && known.untilMs > performance.now()) return orThrow(key, known.addresses)
    signal.throwIfAborted()
    // A lookup that waits in another lane is not joined: this caller would wait behind the names of others.
    const started = this.#started.get(key) ?? this.#lanes.run(lane, signal, () => this.#startNow(key))
    return unlessAborted(started, signal)
  }

  /** Ends all look-ups. */
  close(): void {
    for (const resolver of this.#open) resolver.cancel()
  }

  /** The caller's turn has come. Others may have found the name meanwhile, or be about to. */
  #startNow(key: string): Promise<readonly LookupAddress[]> {
    const known = this.#known.get(key)
    if (known && known.untilMs > performance.now()) return Promise.resolve().then(() => orThrow(key, known.addresses))
    const started = this.#started.get(key)
    if (started) return started
    // It ends by its own deadline, not by that of its first caller.
    const lookUp = this.#lookUp(key).finally(() => this.#started.delete(key))
    lookUp.catch(() => {})
    this.#started.set(key, lookUp)
    return lookUp
  }

  async #lookUp(key: string): Promise<readonly LookupAddress[]> {
    const stopAtMs = performance.now() + (this.#options.deadlineMs ?? DEADLINE_MS)
    for (const name of candidates(key, readResolv(this.#options.resolvFile ?? '/etc/resolv.conf'))) {
      const found = await this.#ask(name, stopAtMs - performance.now())
      if (found.addresses.length === 0) continue
      const liveMs = Math.min(LONGEST_MS, Math.max(SHORTEST_MS, found.ttlS * 1000))
      this.#remember(key, { addresses: found.addresses, untilMs: performance.now() + liveMs })
      return found.addresses
    }
    const before = this.#known.get(key)
    const isUsable = before?.addresses && performance.now() - before.untilMs < STALE_MS
    if (!isUsable) this.#remember(key, { addresses: null, untilMs: performance.now() + FAILED_MS })
    return orThrow(key, isUsable ? before.addresses : null)
  }

  /** Asks for both families in parallel; a family that fails counts as empty if the other one answers. */
  async #ask(name: string, timeoutMs: number): Promise<{ addresses: LookupAddress[]; ttlS: number }> {
    if (timeoutMs <= 0) return { addresses: [], ttlS: 0 }
    const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES })
    if (this.#options.servers) resolver.setServers(this.#options.servers)
    this.#open.add(resolver)
    const timer = setTimeout(() => resolver.cancel(), timeoutMs)
    try {
      const [v4, v6] = await Promise.allSettled([
        resolver.resolve4(name, { ttl: true }),
        resolver.resolve6(name, { ttl: true }),
      ])
      const records = [
        ...(v4.status === 'fulfilled' ? v4.value.map((record) => ({ ...record, family: 4 })) : []),
        ...(v6.status === 'fulfilled' ? v6.value.map((record) => ({ ...record, family: 6 })) : []),
      ]
      return {
        addresses: records.map(({ address, family }) => ({ address, family })),
        ttlS: Math.min(...records.map(({ ttl }) => ttl)),
      }
    } finally {
      clearTimeout(timer)
      this.#open.delete(resolver)
    }
  }

  #remember(key: string, known: Known): void {
    this.#known.delete(key)
    this.#known.set(key, known)
    const [oldest] = this.#known.keys()
    if (this.#known.size > MOST_KNOWN) this.#known.delete(oldest)
  }
}

function orThrow(name: string, addresses: readonly LookupAddress[] | null): readonly LookupAddress[] {
  if (addresses === null) throw new NameError(`${name} does not resolve`)
  return addresses
}

function unlessAborted<T>(running: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    running.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

interface ResolvConf {
  search: readonly string[]
  ndots: number
}

function readResolv(file: string): ResolvConf {
  let text = ''
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    // Without the file there are no search domains.
  }
  const search = /^\s*(?:search|domain)\s+(.+)$/m.exec(text)?.[1].trim().split(/\s+/) ?? []
  return { search, ndots: Number(/^\s*options\s.*\bndots:(\d+)/m.exec(text)?.[1] ?? 1) }
}

/**
 * In the order of resolv.conf(5): a name with enough dots is tried unchanged first, a short one under the search
 * domains first.
 */
function candidates(name: string, { search, ndots }: ResolvConf): string[] {
  const longer = search.map((domain) => `${name}.${domain.replace(/\.$/, '')}`)
  return name.split('.').length - 1 >= ndots ? [name, ...longer] : [...longer, name]
}
