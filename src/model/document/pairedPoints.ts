/**
 * Brings outlines and lines with different numbers of points to the same number, so that they can be interpolated. Both
 * are walked in the same direction from the pair of corners that is nearest when their centres coincide (lines: from
 * their first points, and last ones belong together). Every corner of the shorter one is matched to a corner of the
 * other, in order, so that the sum of their squared distances, centre over centre, is smallest. The remaining corners
 * are matched to points on the sides between, by arc length.
 */

type Point = { readonly x: number; readonly y: number; readonly z?: number }

/** Two outlines with the same number of points; those of the longer one are unchanged and in order. */
export type Paired<P> = readonly [a: readonly P[], b: readonly P[]]

/** A point at a share of the way from one to the other. */
export type Between<P> = (from: P, to: P, share: number) => P

/** Closed outlines. */
export function pairedRings<P extends Point>(a: readonly P[], b: readonly P[], between: Between<P>): Paired<P> {
  if (a.length > b.length) return swapped(pairedRings(b, a, between))
  const few = signedArea(a) * signedArea(b) < 0 ? a.toReversed() : a
  const apart = apartFrom(centreOf(few), centreOf(b))
  const { first, second } = nearestPair(few, b, apart)
  const made = onSides(turned(few, first), turned(b, second), apart, true, between)
  return [turned(made, b.length - second), b]
}

/** Open lines: first points belong together, and last ones. */
export function pairedLines<P extends Point>(a: readonly P[], b: readonly P[], between: Between<P>): Paired<P> {
  if (a.length > b.length) return swapped(pairedLines(b, a, between))
  return [onSides(a, b, apartFrom(middleOf(a), middleOf(b)), false, between), b]
}

/** The middle of the area; of outlines without one, that of the corners. */
export function centreOf(ring: readonly Point[]): { x: number; y: number } {
  const area = signedArea(ring)
  const sum = { x: 0, y: 0 }
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]
    const weight = area === 0 ? 1 / ring.length / 2 : (p.x * q.y - q.x * p.y) / (6 * area)
    sum.x += (p.x + q.x) * weight
    sum.y += (p.y + q.y) * weight
  })
  return sum
}

/** The middle of a line: of its sides, each by its length. */
function middleOf(line: readonly Point[]): Vector {
  const sum = { x: 0, y: 0, z: 0 }
  let whole = 0
  for (let i = 1; i < line.length; i++) {
    const [p, q] = [line[i - 1], line[i]]
    const way = distance(p, q)
    whole += way
    sum.x += ((p.x + q.x) / 2) * way
    sum.y += ((p.y + q.y) / 2) * way
    sum.z += (((p.z ?? 0) + (q.z ?? 0)) / 2) * way
  }
  return whole > 0 ? { x: sum.x / whole, y: sum.y / whole, z: sum.z / whole } : { z: 0, ...line[0] }
}

type Vector = { x: number; y: number; z?: number }

/** The squared distance of two points when the centres of their shapes coincide. */
type Apart = (p: Point, q: Point) => number

const apartFrom =
  (ofP: Vector, ofQ: Vector): Apart =>
  (p, q) =>
    (p.x - ofP.x - (q.x - ofQ.x)) ** 2 +
    (p.y - ofP.y - (q.y - ofQ.y)) ** 2 +
    ((p.z ?? 0) - (ofP.z ?? 0) - ((q.z ?? 0) - (ofQ.z ?? 0))) ** 2

const swapped = <P>([a, b]: Paired<P>): Paired<P> => [b, a]

const turned = <P>(ring: readonly P[], first: number): P[] => [...ring.slice(first), ...ring.slice(0, first)]

function signedArea(ring: readonly Point[]): number {
  let twice = 0
  ring.forEach((p, i) => {
    const q = ring[(i + 1) % ring.length]
    twice += p.x * q.y - q.x * p.y
  })
  return twice / 2
}

function nearestPair(a: readonly Point[], b: readonly Point[], apart: Apart): { first: number; second: number } {
  let best = { first: 0, second: 0, away: Number.POSITIVE_INFINITY }
  a.forEach((p, first) => {
    b.forEach((q, second) => {
      const away = apart(p, q)
      if (away < best.away - TIE) best = { first, second, away }
    })
  })
  return best
}

/** Values that differ only by rounding count as equal, and the first one is taken. */
const TIE = 1e-12

/** For each point of `many` the one that belongs to it: a corner of `few`, or a point on one of its sides. */
function onSides<P extends Point>(
  few: readonly P[],
  many: readonly P[],
  apart: Apart,
  isClosed: boolean,
  between: Between<P>,
): P[] {
  const places = placesOf(many, isClosed)
  const corners = matchedCorners(few, many, apart, isClosed)
  return many.map((_, at) => {
    const k = lastAtMost(corners, at)
    if (corners[k] === at) return few[k]
    const [from, to] = [places[corners[k]], k + 1 < corners.length ? places[corners[k + 1]] : 1]
    const share = to > from ? (places[at] - from) / (to - from) : 0
    return between(few[k], few[(k + 1) % few.length], share)
  })
}

/** The way to each point as a share of the whole. */
function placesOf(points: readonly Point[], isClosed: boolean): number[] {
  const ways = [0]
  const sides = isClosed ? points.length : points.length - 1
  for (let i = 0; i < sides; i++) ways.push(ways[i] + distance(points[i], points[(i + 1) % points.length]))
  const whole = ways[sides]
  return points.map((_, i) => (whole > 0 ? ways[i] / whole : 0))
}

const distance = (a: Point, b: Point): number => Math.hypot(b.x - a.x, b.y - a.y, (b.z ?? 0) - (a.z ?? 0))

/**
 * Ascending indexes into `many`, one for each of `few`. Since order is kept, the k-th corner matches one of k to k +
 * spare: only these are tried.
 */
function matchedCorners(few: readonly Point[], many: readonly Point[], apart: Apart, isClosed: boolean): number[] {
  const spare = many.length - few.length
  const chosen: Int32Array[] = []
  let sums = new Float64Array(spare + 1).fill(Number.POSITIVE_INFINITY)
  sums[0] = 0
  for (let k = 1; k < few.length; k++) {
    const next = new Float64Array(spare + 1)
    const from = new Int32Array(spare + 1)
    let least = 0
    for (let more = 0; more <= spare; more++) {
      if (sums[more] < sums[least] - TIE) least = more
      from[more] = least
      next[more] = sums[least] + apart(few[k], many[k + more])
    }
    sums = next
    chosen.push(from)
  }
  // The last points of lines belong together.
  let more = isClosed ? sums.indexOf(Math.min(...sums)) : spare
  const corners = [few.length - 1 + more]
  for (let k = few.length - 1; k > 0; k--) {
    more = chosen[k - 1][more]
    corners.push(k - 1 + more)
  }
  return corners.reverse()
}

/** Index of the last entry that is not above the value; the first entry never is. */
function lastAtMost(ascending: readonly number[], value: number): number {
  let low = 0
  let high = ascending.length
  while (high - low > 1) {
    const middle = (low + high) >>> 1
    if (ascending[middle] <= value) low = middle
    else high = middle
  }
  return low
}
