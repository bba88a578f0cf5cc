import { parseAllowNetworks } from './address.ts'
import { EgressClient, type EgressOptions } from './client.ts'
import { ownAddresses } from './ownAddresses.ts'

/**
 * Makes the client for all requests of one part of the service. No part can reach the addresses of this machine: no
 * other code in `src` makes a client, which test/architecture enforces.
 * @param allowNetworks the operator's setting
 */
export const makeEgress = (
  allowNetworks: string,
  options: Omit<EgressOptions, 'allowNetworks' | 'ownAddresses'> = {},
): EgressClient =>
  new EgressClient({ ...options, allowNetworks: parseAllowNetworks(allowNetworks), ownAddresses: ownAddresses() })
