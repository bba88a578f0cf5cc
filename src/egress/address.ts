import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { addressKey } from './ownAddresses.ts'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** CIDRs an operator lets outgoing requests reach although they are not public. */
export type AllowedNetworks = readonly (readonly [Address, number])[]

export class AllowNetworksError extends Error {}

const NONE: ReadonlySet<string> = new Set()
// What ipaddr.js calls plain unicast although it must not be reached.
const AZURE_WIRE_SERVER = '168.63.129.16'
// IANA hands out public IPv6 addresses from here alone; this shuts out ::/96, NAT64 and future ranges.
const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/**
 * Reads ALLOW_NETWORKS: CIDRs or single addresses, separated by commas or spaces.
 * @throws AllowNetworksError naming the word that is neither.
 */
export function parseAllowNetworks(text: string): AllowedNetworks {
  return text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((word) => {
      const [address, bits] = word.split('/')
      const family = isIP(address)
      const widest = family === 6 ? 128 : 32
      const length = bits === undefined ? widest : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
      if (family === 0 || address.includes('%') || !(length <= widest) || word.split('/').length > 2) {
        throw new AllowNetworksError(`ALLOW_NETWORKS: "${word}" is not a network such as 10.0.0.0/8 or fd00::/8`)
      }
      return [ipaddr.parse(address), length] as const
    })
}

/**
 * Whether an outgoing connection to this address has to be refused: all but public unicast and the allowed networks, and
 * the machine's own addresses. Anything but an IP address in its plain spelling is refused too, zone ids included.
 */
export function isForbiddenAddress(
  ip: string,
  allowNetworks: AllowedNetworks,
  own: ReadonlySet<string> = NONE,
): boolean {
  if (isIP(ip) === 0 || ip.includes('%')) return true
  const address = ipaddr.parse(ip)
  // An IPv4 network does not let its IPv6-mapped spelling through: it has no use here, and it is a known way around filters.
  if (allowNetworks.some(([network, bits]) => network.kind() === address.kind() && matches(address, network, bits))) {
    return false
  }
  return own.has(addressKey(ip)) || !isPublicUnicast(address)
}

/** Whether an address may be reached only because the operator allowed its network. */
export const isInAllowedNetwork = (ip: string, allowNetworks: AllowedNetworks, own: ReadonlySet<string>): boolean =>
  isForbiddenAddress(ip, [], own) && !isForbiddenAddress(ip, allowNetworks, own)

function matches(address: Address, network: Address, bits: number): boolean {
  return address instanceof ipaddr.IPv4
    ? address.match(network as ipaddr.IPv4, bits)
    : address.match(network as ipaddr.IPv6, bits)
}

function isPublicUnicast(address: Address): boolean {
  if (address.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv4) return address.toString() !== AZURE_WIRE_SERVER
  return address.match(GLOBAL_UNICAST_V6 as [ipaddr.IPv6, number]) && !isIsatap(address)
}

/** ISATAP (RFC 5214) carries an IPv4 address, private ones too, behind any prefix. */
function isIsatap(address: ipaddr.IPv6): boolean {
  const [, , , , high, low] = address.parts
  return (high & ~0x0200) === 0 && low === 0x5efe
}
