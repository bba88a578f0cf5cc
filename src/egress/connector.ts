import type { LookupAddress, LookupOptions } from 'node:dns'
import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import { type AllowedNetworks, isForbiddenAddress, isInAllowedNetwork } from './address.ts'
import { ForbiddenAddressError } from './errors.ts'
import type { OwnAddresses } from './ownAddresses.ts'
import { bareHost } from './target.ts'

/** Finds all addresses of a name; the resolver's unless a test brings its own. */
export type Lookup = (
  hostname: string,
  options: LookupOptions & { all: true },
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface ConnectorOptions {
  allowNetworks: AllowedNetworks
  connectTimeoutMs: number
  lookup: Lookup
  ownAddresses: OwnAddresses
  /** Told of each host, literal or name, that is about to be reached in a network that the operator allowed. */
  onAllowedNetwork?: (host: string) => void
  /** PEM certificates to trust instead of the public ones. */
  ca?: string
  /** Makes the connection itself; undici's own connector by default. */
  dial?: buildConnector.connector
}

// Node gives each of several addresses 250 ms by default, less than a far server needs.
const ATTEMPT_TIMEOUT_MS = 1000

/**
 * Connects for http and https alike and guards all three ways to an address: a literal host (which is never looked up),
 * every address a name resolves to, and, in case both were got around, the address the socket is really connected to.
 */
export function guardedConnector(options: ConnectorOptions): buildConnector.connector {
  const { allowNetworks, ownAddresses, onAllowedNetwork = () => {} } = options
  const isForbidden = (address: string) => isForbiddenAddress(address, allowNetworks, ownAddresses())
  const notice = (host: string, addresses: readonly string[]) => {
    if (addresses.some((address) => isInAllowedNetwork(address, allowNetworks, ownAddresses()))) onAllowedNetwork(host)
  }
  const dial =
    options.dial ??
    buildConnector({
      allowH2: false,
      timeout: options.connectTimeoutMs,
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: ATTEMPT_TIMEOUT_MS,
      lookup: guardedLookup(isForbidden, options.lookup, notice),
      ...(options.ca && { ca: options.ca }),
    } as buildConnector.BuildOptions)
  return (target, callback) => {
    const host = bareHost(target.hostname)
    if (isIP(host) && isForbidden(host)) {
      callback(new ForbiddenAddressError(`forbidden literal ${host}`), null)
      return
    }
    if (isIP(host)) notice(host, [host])
    dial(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      const remote = socket.remoteAddress
      if (remote !== undefined && !isForbidden(remote)) return callback(null, socket)
      socket.destroy()
      callback(new ForbiddenAddressError(`connected to forbidden ${remote}`), null)
    })
  }
}

type SocketLookupCallback = (
  error: NodeJS.ErrnoException | null,
  address: string | LookupAddress[],
  family?: number,
) => void

/**
 * A lookup that answers only with addresses that may be reached, so that the socket has no other to try. A name with
 * allowed and forbidden addresses stays usable through the allowed ones; a name with only forbidden addresses is
 * refused.
 */
function guardedLookup(
  isForbidden: (address: string) => boolean,
  lookup: Lookup,
  notice: (host: string, addresses: readonly string[]) => void,
) {
  return (hostname: string, options: LookupOptions, callback: SocketLookupCallback): void => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, [])
      // Copied field by field, so that the checked address is the one that is dialled.
      const found = addresses.map(({ address, family }) => ({ address, family }))
      const allowed = found.filter(({ address }) => !isForbidden(address))
      if (allowed.length === 0) {
        return callback(new ForbiddenAddressError(`no allowed address for ${hostname}`), [])
      }
      notice(
        hostname,
        allowed.map(({ address }) => address),
      )
      if (options.all) return callback(null, allowed)
      callback(null, allowed[0].address, allowed[0].family)
    })
  }
}
