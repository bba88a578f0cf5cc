import { add, dot, scale, subtract, type Vec3 } from '../../../../geometry/vec3.ts'
import type { SpacePoint } from '../../../../model/document/shape.ts'
import { spaceKind } from '../../../../model/shapes/spaceShapes.ts'
import { type ScreenPoint, screenOf, type ViewCamera } from '../../../view3d/viewCamera.ts'
import type { NamedSpace } from './spaceHost.ts'

const VERTEX_PX = 8
const LINE_PX = 6

/** The point under the pointer: the nearest on the screen; null: none is near. */
export function vertexAt(viewCamera: ViewCamera, at: ScreenPoint, points: readonly Vec3[]): number | null {
  let [best, nearest]: [number | null, number] = [null, VERTEX_PX]
  for (const [index, point] of points.entries()) {
    const seen = seenPoint(viewCamera, point)
    const apart = seen ? Math.hypot(seen.x - at.x, seen.y - at.y) : Number.POSITIVE_INFINITY
    if (apart <= nearest) [best, nearest] = [index, apart]
  }
  return best
}

export interface LineHit {
  /** The segment from this point to the next. */
  index: number
  apartPx: number
  /** The place on the line. */
  place: Vec3
}

/** Where the line passes near the pointer; null: nowhere. */
export function lineAt(viewCamera: ViewCamera, at: ScreenPoint, points: readonly Vec3[]): LineHit | null {
  let best: LineHit | null = null
  for (let index = 0; index + 1 < points.length; index++) {
    const seen = seenSegment(viewCamera, points[index], points[index + 1])
    if (!seen) continue
    const [p, q] = seen.map(({ screen }) => screen)
    const [dx, dy] = [q.x - p.x, q.y - p.y]
    const square = dx * dx + dy * dy
    const t = square > 0 ? Math.min(1, Math.max(0, ((at.x - p.x) * dx + (at.y - p.y) * dy) / square)) : 0
    const apartPx = Math.hypot(at.x - p.x - t * dx, at.y - p.y - t * dy)
    if (apartPx > (best?.apartPx ?? LINE_PX)) continue
    const [from, to] = seen.map(({ place }) => place)
    best = { index, apartPx, place: add(from, scale(subtract(to, from), t)) }
  }
  return best
}

/** The object whose points or line are under the pointer. */
export function pickSpace(viewCamera: ViewCamera, at: ScreenPoint, spaces: readonly NamedSpace[]): NamedSpace | null {
  let best: { space: NamedSpace; apartPx: number } | null = null
  for (const space of spaces) {
    const { type, points } = space.shape
    const isOnPoint = vertexAt(viewCamera, at, points) !== null
    const apartPx = isOnPoint ? 0 : spaceKind(type).joinsPoints ? lineAt(viewCamera, at, points)?.apartPx : undefined
    if (apartPx !== undefined && apartPx < (best?.apartPx ?? Number.POSITIVE_INFINITY)) best = { space, apartPx }
  }
  return best?.space ?? null
}

type SeenEnd = { screen: ScreenPoint; place: Vec3 }

/** Where a point appears; null: behind the eye, or outside the part that the view shows. */
export function seenPoint(viewCamera: ViewCamera, point: Vec3): ScreenPoint | null {
  const at = screenOf(viewCamera, point)
  if (!at || viewCamera.projection.kind === 'perspective') return at
  return at.depthM >= viewCamera.nearM && at.depthM <= viewCamera.farM ? at : null
}

/** A segment on the screen, cut where it passes behind the eye or leaves the view; null: nothing is visible. */
export function seenSegment(viewCamera: ViewCamera, a: Vec3, b: Vec3): [SeenEnd, SeenEnd] | null {
  const { eye, forward, nearM, farM, projection } = viewCamera
  const depthOf = (point: Vec3) => dot(subtract(point, eye), forward)
  const [from, to] = [depthOf(a), depthOf(b)]
  // Just behind the near plane there is no place on the screen.
  const least = projection.kind === 'perspective' ? nearM * (1 + 1e-6) : nearM
  const most = projection.kind === 'perspective' ? Number.POSITIVE_INFINITY : farM
  let [first, last] = [0, 1]
  for (const [border, isLeast] of [[least, true] as const, [most, false] as const]) {
    const isIn = (depth: number) => (isLeast ? depth >= border : depth <= border)
    if (isIn(from) && isIn(to)) continue
    if (!isIn(from) && !isIn(to)) return null
    const crossing = (border - from) / (to - from)
    if (isIn(from)) last = Math.min(last, crossing)
    else first = Math.max(first, crossing)
  }
  if (first > last) return null
  const [p, q] = [add(a, scale(subtract(b, a), first)), add(a, scale(subtract(b, a), last))]
  const [start, end] = [screenOf(viewCamera, p), screenOf(viewCamera, q)]
  return (
    start &&
    end && [
      { screen: start, place: p },
      { screen: end, place: q },
    ]
  )
}

export const withVertexAt = (points: readonly SpacePoint[], index: number, place: Vec3): SpacePoint[] =>
  points.map((point, i) => (i === index ? { ...point, ...place } : point))
