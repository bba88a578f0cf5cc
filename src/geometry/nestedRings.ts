import type { AreaRing } from './evenOddArea.ts'

type RingPoint = AreaRing[number]

/** Positive where the ring runs clockwise on a screen (y down). */
export function signedArea(ring: AreaRing): number {
  let doubled = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++)
    doubled += ring[j].x * ring[i].y - ring[i].x * ring[j].y
  return doubled / 2
}

/** By the even-odd rule over all rings. */
export function isInRings(rings: readonly AreaRing[], { x, y }: RingPoint): boolean {
  let inside = false
  for (const ring of rings)
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [a, b] = [ring[i], ring[j]]
      if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
    }
  return inside
}

/** How many of the others each ring is in: even are outer rings, odd are holes. Rings do not cross. */
export function nestingDepths(rings: readonly AreaRing[]): number[] {
  return rings.map((ring, i) => {
    const [a, b] = ring
    const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }
    return rings.filter((other, j) => j !== i && isInRings([other], middle)).length
  })
}

/** Orients the rings so that the inside is on the same side of each: outer ones positive, holes negative. */
export function orientedRings(rings: readonly AreaRing[]): AreaRing[] {
  const depths = nestingDepths(rings)
  return rings.map((ring, i) => (signedArea(ring) > 0 === (depths[i] % 2 === 0) ? ring : ring.toReversed()))
}

/** Drops holes, and the rings inside them. */
export function withoutHoles(rings: readonly AreaRing[]): AreaRing[] {
  const depths = nestingDepths(rings)
  return rings.filter((_, i) => depths[i] === 0)
}
