import type { AreaRing } from './evenOddArea.ts'
import { isInRings, orientedRings, signedArea } from './nestedRings.ts'

type RingPoint = AreaRing[number]

/** Closer places count as one: a border that touches another coincides with it except for rounding. */
const GRID = 1e-6
const LEAST_AREA = 1e-3

interface Side {
  from: RingPoint
  to: RingPoint
  /** Places at which it is divided. */
  cuts: RingPoint[]
}

/**
 * The union of two regions. Shared borders vanish, also where only one region has a corner there; separate regions
 * become one region in two parts. Each is the even-odd inside of rings that do not cross.
 */
export function joinedRings(a: readonly AreaRing[], b: readonly AreaRing[]): AreaRing[] {
  const [sidesA, sidesB] = [sidesOf(a), sidesOf(b)]
  for (const one of sidesA) for (const other of sidesB) divide(one, other)
  const [partsA, partsB] = [sidesA.flatMap(dividedSide), sidesB.flatMap(dividedSide)]
  const [keysA, keysB] = [partsA, partsB].map((parts) => new Set(parts.map(keyOf)))
  const kept = [
    ...partsA.filter((part) => isKept(part, keysB, b, true)),
    ...partsB.filter((part) => isKept(part, keysA, a, false)),
  ]
  const corners = new Set([...a, ...b].flat().map((point) => placeOf(gridPoint(point))))
  return linked(kept)
    .map((ring) => withoutStraight(ring, corners))
    .filter((ring) => ring.length >= 3 && Math.abs(signedArea(ring)) > LEAST_AREA)
}

const gridPoint = ({ x, y }: RingPoint): RingPoint => ({
  x: Math.round(x / GRID) * GRID,
  y: Math.round(y / GRID) * GRID,
})
/** On the grid, places are whole numbers; as text they are exact. */
const placeOf = ({ x, y }: RingPoint): string => `${Math.round(x / GRID)} ${Math.round(y / GRID)}`
const keyOf = ({ from, to }: Pick<Side, 'from' | 'to'>): string => `${placeOf(from)} ${placeOf(to)}`

const sidesOf = (rings: readonly AreaRing[]): Side[] =>
  orientedRings(rings).flatMap((ring) => {
    const points = ring.map(gridPoint)
    return points.flatMap((from, i) => {
      const to = points[(i + 1) % points.length]
      return placeOf(from) === placeOf(to) ? [] : [{ from, to, cuts: [] }]
    })
  })

/** Divides two sides where they cross or touch, at the same place in both. */
function divide(one: Side, other: Side): void {
  if (isApart(one, other, 'x') || isApart(one, other, 'y')) return
  const touching = [
    ...[other.from, other.to].filter((point) => isOn(one, point)),
    ...[one.from, one.to].filter((point) => isOn(other, point)),
  ]
  const crossing = touching.length > 0 ? null : crossingOf(one, other)
  for (const point of crossing ? [crossing] : touching) {
    one.cuts.push(point)
    other.cuts.push(point)
  }
}

const isApart = (one: Side, other: Side, axis: 'x' | 'y'): boolean =>
  Math.max(one.from[axis], one.to[axis]) + GRID < Math.min(other.from[axis], other.to[axis]) ||
  Math.max(other.from[axis], other.to[axis]) + GRID < Math.min(one.from[axis], one.to[axis])

function isOn({ from, to }: Side, { x, y }: RingPoint): boolean {
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const squared = dx * dx + dy * dy
  const t = Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / squared))
  return Math.hypot(from.x + dx * t - x, from.y + dy * t - y) <= 2 * GRID
}

function crossingOf(one: Side, other: Side): RingPoint | null {
  const [dx, dy] = [one.to.x - one.from.x, one.to.y - one.from.y]
  const [ex, ey] = [other.to.x - other.from.x, other.to.y - other.from.y]
  const across = dx * ey - dy * ex
  if (across === 0) return null
  const [fx, fy] = [other.from.x - one.from.x, other.from.y - one.from.y]
  const t = (fx * ey - fy * ex) / across
  const u = (fx * dy - fy * dx) / across
  if (t < 0 || t > 1 || u < 0 || u > 1) return null
  return gridPoint({ x: one.from.x + dx * t, y: one.from.y + dy * t })
}

type Part = Pick<Side, 'from' | 'to'>

function dividedSide({ from, to, cuts }: Side): Part[] {
  const along = ({ x, y }: RingPoint) => (x - from.x) * (to.x - from.x) + (y - from.y) * (to.y - from.y)
  const [first, last] = [along(from), along(to)]
  const between = cuts.filter((point) => along(point) > first && along(point) < last)
  const points = [from, ...between.sort((a, b) => along(a) - along(b)), to]
  return points.slice(1).flatMap((end, i) => {
    const start = points[i]
    return placeOf(start) === placeOf(end) ? [] : [{ from: start, to: end }]
  })
}

/**
 * Whether a part remains: a border of one region does where it is outside the other; a shared border does once, where
 * both regions are on the same side of it.
 */
function isKept(
  { from, to }: Part,
  ofOther: ReadonlySet<string>,
  other: readonly AreaRing[],
  isFirst: boolean,
): boolean {
  if (ofOther.has(keyOf({ from, to }))) return isFirst
  if (ofOther.has(keyOf({ from: to, to: from }))) return false
  return !isInRings(other, { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
}

/**
 * Closes the parts to rings. Where several parts continue, it takes the turn to the inside, so that rings that touch
 * stay separate.
 */
function linked(parts: readonly Part[]): RingPoint[][] {
  const leading = new Map<string, Part[]>()
  for (const part of parts) {
    const place = placeOf(part.from)
    leading.set(place, [...(leading.get(place) ?? []), part])
  }
  const rings: RingPoint[][] = []
  for (const start of parts) {
    const ring: RingPoint[] = []
    for (let at: Part | undefined = taken(leading, start.from, null, start); at; ) {
      ring.push(at.from)
      at = placeOf(at.to) === placeOf(start.from) ? undefined : taken(leading, at.to, at, null)
    }
    if (ring.length > 0) rings.push(ring)
  }
  return rings
}

/**
 * Takes the part that continues from a place: the wanted one if it is still there, otherwise the one with the sharpest
 * turn.
 */
function taken(
  leading: Map<string, Part[]>,
  place: RingPoint,
  before: Part | null,
  wanted: Part | null,
): Part | undefined {
  const open = leading.get(placeOf(place)) ?? []
  const found = wanted
    ? open.find((part) => part === wanted)
    : open.toSorted((a, b) => turn(before, b) - turn(before, a))[0]
  leading.set(
    placeOf(place),
    open.filter((part) => part !== found),
  )
  return found
}

function turn(before: Part | null, { from, to }: Part): number {
  if (!before) return 0
  const [ax, ay] = [before.to.x - before.from.x, before.to.y - before.from.y]
  const [bx, by] = [to.x - from.x, to.y - from.y]
  return Math.atan2(ax * by - ay * bx, ax * bx + ay * by)
}

/** Drops places that only divided a side. */
function withoutStraight(ring: readonly RingPoint[], corners: ReadonlySet<string>): RingPoint[] {
  return ring.filter((point, i) => {
    if (corners.has(placeOf(point))) return true
    const [a, b] = [ring.at(i - 1) ?? point, ring[(i + 1) % ring.length]]
    const away = (point.x - a.x) * (b.y - a.y) - (point.y - a.y) * (b.x - a.x)
    return Math.abs(away) > 4 * GRID * Math.hypot(b.x - a.x, b.y - a.y)
  })
}
