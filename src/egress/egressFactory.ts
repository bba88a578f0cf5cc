import { parseAllowNetworks } from './address.ts'
import { EgressClient, type EgressOptions } from './client.ts'
import { ownAddresses } from './ownAddresses.ts'

interface Log {
  info(fields: object, message: string): void
}

/**
 * Makes the client for all requests of one part of the service. No part can reach the addresses of this machine: no
 * other code in `src` makes a client, which test/architecture enforces.
 * @param allowNetworks the operator's setting
 * @param log gets the reasons of failures inside these networks, which no customer may learn; null: they are lost
 */
export const makeEgress = (
  allowNetworks: string,
  log: Log | null,
  options: Omit<EgressOptions, 'allowNetworks' | 'ownAddresses' | 'onConcealed'> = {},
): EgressClient =>
  new EgressClient({
    ...options,
    allowNetworks: parseAllowNetworks(allowNetworks),
    ownAddresses: ownAddresses(),
    onConcealed: (host, reason) => log?.info({ host, reason }, 'a request into an allowed network failed'),
  })
