/** A convex polygon, counter-clockwise: x y of one corner after another. */
export type ConvexPolygon = readonly number[]

/** The part left of the line from a to b: one step of Sutherland and Hodgman 1974. */
function leftOf(polygon: ConvexPolygon, ax: number, ay: number, bx: number, by: number): number[] {
  const kept: number[] = []
  const side = (x: number, y: number): number => (bx - ax) * (y - ay) - (by - ay) * (x - ax)
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length
    const from = side(polygon[i], polygon[i + 1])
    const to = side(polygon[j], polygon[j + 1])
    if (from >= 0) kept.push(polygon[i], polygon[i + 1])
    if (from >= 0 !== to >= 0) {
      const t = from / (from - to)
      kept.push(polygon[i] + t * (polygon[j] - polygon[i]), polygon[i + 1] + t * (polygon[j + 1] - polygon[i + 1]))
    }
  }
  return kept
}

/** What two convex polygons have in common; empty where they are apart. Exact but for rounding. */
export function convexOverlap(polygon: ConvexPolygon, window: ConvexPolygon): ConvexPolygon {
  let shared = polygon
  for (let i = 0; i < window.length && shared.length > 0; i += 2) {
    const j = (i + 2) % window.length
    shared = leftOf(shared, window[i], window[i + 1], window[j], window[j + 1])
  }
  return shared
}

/** Shoelace formula: positive for counter-clockwise corners. */
export function convexArea(polygon: ConvexPolygon): number {
  let twice = 0
  for (let i = 0; i < polygon.length; i += 2) {
    const j = (i + 2) % polygon.length
    twice += polygon[i] * polygon[j + 1] - polygon[j] * polygon[i + 1]
  }
  return twice / 2
}

/** The convex hull of points (Andrew 1979), without points on its sides. */
export function convexHull(points: readonly (readonly [number, number])[]): ConvexPolygon {
  const sorted = [...points].sort(([ax, ay], [bx, by]) => ax - bx || ay - by)
  const lower = chain(sorted)
  const upper = chain(sorted.reverse())
  return [...lower.slice(0, -2), ...upper.slice(0, -2)]
}

function chain(sorted: readonly (readonly [number, number])[]): number[] {
  const kept: number[] = []
  for (const [x, y] of sorted) {
    while (kept.length >= 4 && !turnsLeft(kept, x, y)) kept.length -= 2
    kept.push(x, y)
  }
  return kept
}

function turnsLeft(kept: readonly number[], x: number, y: number): boolean {
  const [ax, ay, bx, by] = kept.slice(-4)
  return (bx - ax) * (y - ay) - (by - ay) * (x - ax) > 0
}
