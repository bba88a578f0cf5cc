import { parseAllowNetworks } from './address.ts'
import { EgressClient, type EgressOptions } from './client.ts'
import { ownAddresses } from './ownAddresses.ts'

/**
 * The client for everything that one part of the service sends out. Whatever the part, it never reaches the addresses of
 * this machine: nothing else in `src` makes a client, which test/architecture holds.
 *
 * @param allowNetworks the operator's setting
 */
export const makeEgress = (
  allowNetworks: string,
  options: Omit<EgressOptions, 'allowNetworks' | 'ownAddresses'> = {},
): EgressClient =>
  new EgressClient({ ...options, allowNetworks: parseAllowNetworks(allowNetworks), ownAddresses: ownAddresses() })
