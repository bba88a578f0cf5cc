import ipaddr from 'ipaddr.js'

const WIDE_BITS = 48
const NEAR_BITS = 64

/**
 * The networks under which tries from an address are counted. One IPv6 subscriber has a whole /64, often a /48, and
 * could use another address for each try; an IPv4 address counts alone.
 */
export function networksOf(address: string): { near: string; wide: string | null } {
  if (!ipaddr.isValid(address)) return { near: address, wide: null }
  const parsed = ipaddr.process(address)
  if (parsed instanceof ipaddr.IPv4) return { near: parsed.toString(), wide: null }
  const first = (bits: number) =>
    `${parsed
      .toNormalizedString()
      .split(':')
      .slice(0, bits / 16)
      .join(':')}::/${bits}`
  return { near: first(NEAR_BITS), wide: first(WIDE_BITS) }
}
