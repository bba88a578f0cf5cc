import type { AreaRing } from './evenOddArea.ts'

type RingPoint = AreaRing[number]

/** Removes corners that are at most `tolerance` from what remains (Douglas and Peucker 1973). */
export function simplifiedRing(ring: AreaRing, tolerance: number): AreaRing {
  if (ring.length <= 3) return ring
  const first = ring[0]
  let far = 0
  for (let i = 1; i < ring.length; i++) if (distance(ring[i], first) > distance(ring[far], first)) far = i
  const kept = new Set([0, far])
  keep(ring, 0, far, tolerance, kept)
  keep(ring, far, ring.length, tolerance, kept)
  const simple = ring.filter((_, i) => kept.has(i))
  return simple.length >= 3 ? simple : ring
}

const distance = (a: RingPoint, b: RingPoint): number => Math.hypot(a.x - b.x, a.y - b.y)

/** @param to may be the ring's length: its first point again */
function keep(ring: AreaRing, from: number, to: number, tolerance: number, kept: Set<number>): void {
  const open: [number, number][] = [[from, to]]
  for (let range = open.pop(); range; range = open.pop()) {
    const [start, end] = range
    const [a, b] = [ring[start], ring[end % ring.length]]
    let farthest = start
    let away = tolerance
    for (let i = start + 1; i < end; i++) {
      const here = offSegment(ring[i], a, b)
      if (here > away) [farthest, away] = [i, here]
    }
    if (farthest === start) continue
    kept.add(farthest)
    open.push([start, farthest], [farthest, end])
  }
}

function offSegment(p: RingPoint, a: RingPoint, b: RingPoint): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y]
  const squared = dx * dx + dy * dy
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / squared))
  return Math.hypot(p.x - a.x - dx * t, p.y - a.y - dy * t)
}
