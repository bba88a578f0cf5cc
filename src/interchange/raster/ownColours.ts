import type { Metadata, Sharp } from 'sharp'

/** Greys, and colours of 16 bits, which sharp would make colours of 8 bits; those of print become those of screens. */
const KEPT = ['b-w', 'grey16', 'rgb16'] as const

/** Re-encodes a picture with its own channels and bits. */
export function inOwnColours(picture: Sharp, { space }: Metadata): Sharp {
  const kept = KEPT.find((one) => one === space)
  return kept ? picture.toColourspace(kept) : picture
}
