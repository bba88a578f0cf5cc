import type { AreaRing } from './evenOddArea.ts'

/**
 * Rings along the pixel edges of a mask's foreground: outer ones clockwise on the screen, holes the other way round.
 * Filled by the even-odd rule at pixel centres they are the mask again. Pixels that touch by a corner are apart.
 */
export function maskRings(counts: readonly number[], heightPx: number): AreaRing[] {
  const next = boundary(counts, heightPx)
  const rings: AreaRing[] = []
  for (const [start, ends] of next) {
    while (ends.length > 0) rings.push(withoutStraight(walk(next, start)))
  }
  return rings
}

/** Corners on the grid as one number: x · stride + y. From each corner, where boundary edges lead. */
type Edges = Map<number, number[]>

const STRIDE = 2 ** 20

function boundary(counts: readonly number[], heightPx: number): Edges {
  const edges: Edges = new Map()
  const add = (x1: number, y1: number, x2: number, y2: number) => {
    const from = x1 * STRIDE + y1
    const list = edges.get(from)
    if (list) list.push(x2 * STRIDE + y2)
    else edges.set(from, [x2 * STRIDE + y2])
  }
  let column = -1
  let before: Span[] = []
  for (const { x, spans } of columnsOf(counts, heightPx)) {
    if (x !== column + 1) {
      sides(before, [], column + 1, add)
      before = []
    }
    for (const { top, bottom } of spans) {
      add(x, top, x + 1, top)
      add(x + 1, bottom, x, bottom)
    }
    sides(before, spans, x, add)
    before = spans
    column = x
  }
  sides(before, [], column + 1, add)
  return edges
}

interface Span {
  top: number
  bottom: number
}

type AddEdge = (x1: number, y1: number, x2: number, y2: number) => void

/** Vertical edges at `x`: downwards where the foreground ends on the left, upwards where it begins on the right. */
function sides(left: readonly Span[], right: readonly Span[], x: number, add: AddEdge): void {
  const cuts = [...new Set([...left, ...right].flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b)
  const covers = (spans: readonly Span[], y: number) => spans.some(({ top, bottom }) => top <= y && y < bottom)
  for (let i = 0; i + 1 < cuts.length; i++) {
    const [top, bottom] = [cuts[i], cuts[i + 1]]
    const [isLeft, isRight] = [covers(left, top), covers(right, top)]
    if (isLeft && !isRight) add(x, top, x, bottom)
    else if (!isLeft && isRight) add(x, bottom, x, top)
  }
}

/** Columns that hold foreground, with its spans from top to bottom. */
function* columnsOf(counts: readonly number[], heightPx: number): Generator<{ x: number; spans: Span[] }> {
  let spans: Span[] = []
  let column = -1
  let at = 0
  for (const [index, count] of counts.entries()) {
    const end = at + count
    if (index % 2 === 1) {
      for (let from = at; from < end; ) {
        const x = Math.floor(from / heightPx)
        const to = Math.min(end, (x + 1) * heightPx)
        if (x !== column) {
          if (spans.length > 0) yield { x: column, spans }
          spans = []
          column = x
        }
        spans.push({ top: from - x * heightPx, bottom: to - x * heightPx })
        from = to
      }
    }
    at = end
  }
  if (spans.length > 0) yield { x: column, spans }
}

function walk(edges: Edges, start: number): AreaRing[number][] {
  const ring: AreaRing[number][] = []
  let at = start
  let from = start
  do {
    ring.push(pointOf(at))
    const ends = edges.get(at) ?? []
    const to = ends.length > 1 ? takeRight(ends, from, at) : ends.pop()
    if (to === undefined) throw new Error('the boundary of a mask is not closed')
    from = at
    at = to
  } while (at !== start)
  return ring
}

/** Where two rings meet in a corner, the turn to the right stays on the ring that came. */
function takeRight(ends: number[], from: number, at: number): number {
  const [a, b] = [pointOf(from), pointOf(at)]
  const turn = (end: number) => {
    const c = pointOf(end)
    return (b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)
  }
  ends.sort((one, other) => turn(one) - turn(other))
  return ends.pop() as number
}

const pointOf = (corner: number): AreaRing[number] => ({ x: Math.floor(corner / STRIDE), y: corner % STRIDE })

function withoutStraight(ring: readonly AreaRing[number][]): AreaRing {
  return ring.filter((point, i) => {
    const [a, b] = [ring.at(i - 1) ?? point, ring[(i + 1) % ring.length]]
    return (point.x - a.x) * (b.y - point.y) !== (point.y - a.y) * (b.x - point.x)
  })
}
