/** A closed ring; the last point is joined to the first. */
export type AreaRing = readonly { readonly x: number; readonly y: number }[]

export interface SharedArea {
  a: number
  b: number
  /** The area that both cover. */
  common: number
}

/** Not level; from its upper end downwards, where y grows. */
interface Edge {
  top: number
  bottom: number
  /** x at `top`, and how much it grows to `bottom`: the slope of a nearly level edge has too few digits. */
  x: number
  run: number
  isOfA: boolean
}

/** Edges that are looked at for one pair of regions: about a third of a second. Regions that people draw need far fewer. */
const MOST_LOOKS = 3_000_000
const LEAST_SLABS = 256

/**
 * Computes the areas of two regions and of their intersection, each the even-odd inside of its rings: holes and rings
 * that cross each other or themselves included. Exact except for rounding: between two heights at which edges begin,
 * end or cross, widths change linearly, so that the width in the middle times the height is the area. If edges cross so
 * often that this would be slow, it measures the widths at evenly spaced heights instead: equal regions still share
 * their whole area.
 */
export function sharedArea(a: readonly AreaRing[], b: readonly AreaRing[]): SharedArea {
  const origin = a[0]?.[0] ?? b[0]?.[0]
  const areas: SharedArea = { a: 0, b: 0, common: 0 }
  if (!origin) return areas
  const edges = [...edgesOf(a, origin, true), ...edgesOf(b, origin, false)].sort((one, other) => one.top - other.top)
  const most = mostOpen(edges)
  const heights = Float64Array.from(heightsOf(edges, most) ?? evenHeights(edges, most)).sort()
  const crossings = { a: new Float64Array(most), b: new Float64Array(most) }
  let next = 0
  let open: Edge[] = []
  for (let i = 0; i + 1 < heights.length; i++) {
    const [from, to] = [heights[i], heights[i + 1]]
    if (to <= from) continue
    const middle = (from + to) / 2
    while (next < edges.length && edges[next].top <= middle) open.push(edges[next++])
    open = open.filter(({ bottom }) => bottom > middle)
    if (open.length > 0) addSlab(areas, open, crossings, middle, to - from)
  }
  return areas
}

/** How many edges there are at most at one height. `edges` ascend by `top`. */
function mostOpen(edges: readonly Edge[]): number {
  const bottoms = Float64Array.from(edges, ({ bottom }) => bottom).sort()
  let most = 0
  let ended = 0
  for (const [i, { top }] of edges.entries()) {
    while (bottoms[ended] <= top) ended++
    most = Math.max(most, i + 1 - ended)
  }
  return most
}

/** Evenly spaced heights, as many as the limit of edges allows. `edges` ascend by `top`. */
function evenHeights(edges: readonly Edge[], most: number): number[] {
  const slabs = Math.max(LEAST_SLABS, Math.floor(MOST_LOOKS / most))
  const top = edges[0].top
  const height = edges.reduce((lowest, { bottom }) => Math.max(lowest, bottom), top) - top
  return Array.from({ length: slabs + 1 }, (_, i) => top + (height * i) / slabs)
}

function* edgesOf(rings: readonly AreaRing[], origin: AreaRing[number], isOfA: boolean): Generator<Edge> {
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
      const [upper, lower] = ring[i].y < ring[j].y ? [ring[i], ring[j]] : [ring[j], ring[i]]
      const [top, bottom] = [upper.y - origin.y, lower.y - origin.y]
      if (top < bottom) yield { top, bottom, x: upper.x - origin.x, run: lower.x - upper.x, isOfA }
    }
  }
}

/**
 * Where edges begin, end and cross; null where they cross too often to look between all of these heights. `edges` ascend
 * by `top`.
 */
function heightsOf(edges: readonly Edge[], most: number): number[] | null {
  const heights: number[] = []
  let open: Edge[] = []
  let looks = 0
  for (const edge of edges) {
    heights.push(edge.top, edge.bottom)
    open = open.filter(({ bottom }) => bottom > edge.top)
    looks += open.length
    if (looks > MOST_LOOKS || heights.length * most > MOST_LOOKS * 2) return null
    for (const other of open) {
      const end = Math.min(edge.bottom, other.bottom)
      const [before, after] = [edge.x - xAt(other, edge.top), xAt(edge, end) - xAt(other, end)]
      if (before * after < 0) heights.push(edge.top + (end - edge.top) * (before / (before - after)))
    }
    open.push(edge)
  }
  return heights
}

const xAt = ({ x, run, top, bottom }: Edge, y: number): number => x + run * ((y - top) / (bottom - top))

/** Positions of each region's edges at one height; the arrays have room for all edges. */
interface Crossings {
  a: Float64Array
  b: Float64Array
}

/** Adds the area between two heights, from the widths in their middle. */
function addSlab(areas: SharedArea, open: readonly Edge[], { a, b }: Crossings, middle: number, height: number): void {
  let [countA, countB] = [0, 0]
  for (const edge of open) {
    if (edge.isOfA) a[countA++] = xAt(edge, middle)
    else b[countB++] = xAt(edge, middle)
  }
  const [ofA, ofB] = [a.subarray(0, countA).sort(), b.subarray(0, countB).sort()]
  let last = 0
  for (let i = 0, j = 0; i < countA || j < countB; ) {
    const isOfA = j >= countB || (i < countA && ofA[i] <= ofB[j])
    const x = isOfA ? ofA[i] : ofB[j]
    const area = (x - last) * height
    // Inside of a region after an odd number of its edges.
    if (i % 2 === 1) areas.a += area
    if (j % 2 === 1) areas.b += area
    if (i % 2 === 1 && j % 2 === 1) areas.common += area
    if (isOfA) i++
    else j++
    last = x
  }
}
