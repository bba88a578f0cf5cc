import type { AreaRing } from './evenOddArea.ts'
import { isInRings, orientedRings, signedArea } from './nestedRings.ts'

type RingPoint = AreaRing[number]

interface RingNode {
  point: RingPoint
  next: RingNode | null
  /** Where the cut continues: at the other end of the same stretch of inside. */
  across: RingNode | null
  /** Along the cut, 0 at its start and 1 at its end; null for a corner. */
  share: number | null
  isUsed: boolean
}

/** Areas below this are rounding, not parts. */
const LEAST_AREA = 1e-6

/**
 * Cuts a region by a line from one point to another, and answers with its parts, each an outer ring with its holes. The
 * line only cuts where it passes all the way through, from border to border. The region is the even-odd inside of rings
 * that do not cross each other.
 */
export function slicedRings(rings: readonly AreaRing[], from: RingPoint, to: RingPoint): AreaRing[][] {
  const nodes = orientedRings(rings).flatMap((ring) => nodesOf(ring, from, to))
  const crossings = nodes
    .flatMap((node) => (node.share === null ? [] : { node, share: node.share }))
    .sort((a, b) => a.share - b.share)
  for (let i = 0; i + 1 < crossings.length; i += 2) {
    const [enters, leaves] = [crossings[i], crossings[i + 1]]
    if (enters.share < 0 || leaves.share > 1) continue
    enters.node.across = leaves.node
    leaves.node.across = enters.node
  }
  return partsOf(walkedRings(nodes))
}

/** A ring as a circle of nodes, with an extra node wherever it crosses the line; no corner is on the line itself. */
function nodesOf(ring: AreaRing, from: RingPoint, to: RingPoint): RingNode[] {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const away = ({ x, y }: RingPoint) => dx * (y - from.y) - dy * (x - from.x)
  const node = (point: RingPoint, share: number | null): RingNode => ({
    point,
    share,
    next: null,
    across: null,
    isUsed: false,
  })
  const nodes = ring.flatMap((a, i) => {
    const b = ring[(i + 1) % ring.length]
    const [awayA, awayB] = [away(a), away(b)]
    // A corner on the line counts as beyond it, so each ring crosses an even number of times.
    if (awayA >= 0 === awayB >= 0) return [node(a, null)]
    const t = awayA / (awayA - awayB)
    const point = { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
    const share = ((point.x - from.x) * dx + (point.y - from.y) * dy) / (dx * dx + dy * dy)
    return [node(a, null), node(point, share)]
  })
  nodes.forEach((one, i) => {
    one.next = nodes[(i + 1) % nodes.length]
  })
  return nodes
}

function walkedRings(nodes: readonly RingNode[]): AreaRing[] {
  const rings: AreaRing[] = []
  for (const start of nodes) {
    const ring: RingPoint[] = []
    for (let at: RingNode | null = start; at && !at.isUsed; ) {
      at.isUsed = true
      // A crossing that is not cut does not become a corner.
      if (at.share === null || at.across) ring.push(at.point)
      at = at.next
      if (!at?.across) continue
      ring.push(at.point)
      at = at.across
    }
    const cleaned = ring.filter((point, i) => {
      const before = ring.at(i - 1) ?? point
      return ring.length < 2 || point.x !== before.x || point.y !== before.y
    })
    if (cleaned.length >= 3 && Math.abs(signedArea(cleaned)) > LEAST_AREA) rings.push(cleaned)
  }
  return rings
}

/** Assigns holes to the smallest outer ring around them; the largest part comes first. */
function partsOf(rings: readonly AreaRing[]): AreaRing[][] {
  const outer = rings.filter((ring) => signedArea(ring) > 0).sort((a, b) => signedArea(a) - signedArea(b))
  const parts = outer.map((ring) => [ring])
  for (const hole of rings.filter((ring) => signedArea(ring) < 0))
    parts.find(([around]) => isInRings([around], hole[0]))?.push(hole)
  return parts.reverse()
}
