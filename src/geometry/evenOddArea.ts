/** A closed ring; the last point is joined to the first. */
export type AreaRing = readonly { readonly x: number; readonly y: number }[]

export interface SharedArea {
  a: number
  b: number
  /** What both cover. */
  common: number
}

/** Not level; from its upper end downwards, where y grows. */
interface Edge {
  top: number
  bottom: number
  /** x at `top`, and how much it grows to `bottom`: the slope of an edge that is all but level has no digits left. */
  x: number
  run: number
  isOfA: boolean
}

/**
 * Areas of two regions and of what they share, each the even-odd inside of its rings: holes, rings that cross each other
 * or themselves included. Exact but for rounding: between two heights at which edges begin, end or cross, widths change
 * linearly, so that the width in the middle times the height is the area.
 */
export function sharedArea(a: readonly AreaRing[], b: readonly AreaRing[]): SharedArea {
  const origin = a[0]?.[0] ?? b[0]?.[0]
  const areas: SharedArea = { a: 0, b: 0, common: 0 }
  if (!origin) return areas
  const edges = [...edgesOf(a, origin, true), ...edgesOf(b, origin, false)].sort((one, other) => one.top - other.top)
  const heights = Float64Array.from(heightsOf(edges)).sort()
  let next = 0
  let open: Edge[] = []
  for (let i = 0; i + 1 < heights.length; i++) {
    const [from, to] = [heights[i], heights[i + 1]]
    if (to <= from) continue
    open = open.filter(({ bottom }) => bottom > from)
    while (next < edges.length && edges[next].top <= from) open.push(edges[next++])
    if (open.length > 0) addSlab(areas, open, (from + to) / 2, to - from)
  }
  return areas
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

/** Where edges begin, end and cross. `edges` ascend by `top`. */
function heightsOf(edges: readonly Edge[]): number[] {
  const heights: number[] = []
  let open: Edge[] = []
  for (const edge of edges) {
    heights.push(edge.top, edge.bottom)
    open = open.filter(({ bottom }) => bottom > edge.top)
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

function addSlab(areas: SharedArea, open: readonly Edge[], middle: number, height: number): void {
  const crossings = open.map((edge) => ({ x: xAt(edge, middle), isOfA: edge.isOfA })).sort((one, two) => one.x - two.x)
  let inA = false
  let inB = false
  let last = 0
  for (const { x, isOfA } of crossings) {
    const area = (x - last) * height
    if (inA) areas.a += area
    if (inB) areas.b += area
    if (inA && inB) areas.common += area
    if (isOfA) inA = !inA
    else inB = !inB
    last = x
  }
}
