import type { PixelRing, PixelVertex } from './rings.ts'

/**
 * One ring of several, joined by bridges of zero width, for formats that know a single outline: filled by the even-odd
 * rule it covers what the rings cover.
 */
export function bridged(rings: readonly PixelRing[]): PixelRing {
  return rings.reduce((joined, ring) => (joined.length === 0 ? ring : joinedAt(joined, ring)), [])
}

function joinedAt(ring: PixelRing, other: PixelRing): PixelVertex[] {
  const { from, to } = nearest(ring, other)
  return [...ring.slice(0, from + 1), ...other.slice(to), ...other.slice(0, to + 1), ...ring.slice(from)]
}

function nearest(ring: PixelRing, other: PixelRing): { from: number; to: number } {
  let best = { from: 0, to: 0, distance: Infinity }
  for (const [from, a] of ring.entries()) {
    for (const [to, b] of other.entries()) {
      const distance = (a.x - b.x) ** 2 + (a.y - b.y) ** 2
      if (distance < best.distance) best = { from, to, distance }
    }
  }
  return best
}
