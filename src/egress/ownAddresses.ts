import { networkInterfaces } from 'node:os'
import ipaddr from 'ipaddr.js'

/** Addresses of this machine, each in the spelling of `addressKey`. */
export type OwnAddresses = () => ReadonlySet<string>

const REREAD_MS = 60_000

/** One spelling for each address. */
export const addressKey = (address: string): string => ipaddr.parse(address.replace(/%.*$/, '')).toNormalizedString()

/**
 * The addresses of the machine's interfaces, read again every minute. A public one among them leads to services that
 * listen on all interfaces and trust everything that comes over the machine's own loopback.
 */
export function ownAddresses(read: typeof networkInterfaces = networkInterfaces): OwnAddresses {
  let known: ReadonlySet<string> = new Set()
  let readAtMs = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - readAtMs > REREAD_MS) {
      readAtMs = performance.now()
      const addresses = Object.values(read()).flatMap((list) => list ?? [])
      known = new Set(addresses.map(({ address }) => addressKey(address)))
    }
    return known
  }
}
