import { type ConvexPolygon, convexArea, convexHull } from '../../geometry/convexPolygon.ts'
import type { Cuboid } from '../../geometry/cuboid.ts'
import type { AreaRing } from '../../geometry/evenOddArea.ts'
import type { ImagePoint, LandmarkPoint, SpacePoint } from '../document/shape.ts'

export interface ShapeExtent {
  left: number
  top: number
  right: number
  bottom: number
}

export interface PixelScale {
  widthPx: number
  heightPx: number
}

/** A landmark in pixels, and what its class says of each of its points. */
export interface MeasuredLandmark {
  points: readonly LandmarkPoint[]
  scale: PixelScale
  /** null: the class has none. */
  sigmas: readonly number[] | null
}

/** A shape made ready to be compared: in pixels of its image, in metres where it is in the common frame. */
export type PreparedShape = { extent: ShapeExtent } & (
  | { kind: 'box' }
  /** `convex`: the one ring of a shape without dents. */
  | { kind: 'region'; rings: readonly AreaRing[]; convex: ConvexPolygon | null }
  | { kind: 'mask'; counts: readonly number[] }
  | ({ kind: 'landmark' } & MeasuredLandmark)
  | { kind: 'line'; points: readonly ImagePoint[] }
  | { kind: 'solid'; cuboid: Cuboid }
  | { kind: 'polyline3d' | 'keypoint3d'; points: readonly SpacePoint[] }
)

/** Corners of the polygon that a curved shape is compared as. */
export const COMPARED_CURVE_CORNERS = 256

export const preparedRegion = (rings: readonly AreaRing[]): PreparedShape => ({
  kind: 'region',
  rings,
  convex: rings.length === 1 ? convexRing(rings[0]) : null,
  extent: extentOf(rings.flat()),
})

/** The ring counter-clockwise, if it is its own hull. */
function convexRing(ring: AreaRing): ConvexPolygon | null {
  const hull = convexHull(ring.map(({ x, y }) => [x, y] as const))
  if (hull.length !== 2 * ring.length) return null
  const turns = ring.map((p, i) => {
    const [q, r] = [ring[(i + 1) % ring.length], ring[(i + 2) % ring.length]]
    return (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
  })
  // A star of five corners is on its hull as well: it turns around twice.
  const isOnce = Math.abs(ringArea(ring) - convexArea(hull)) <= 1e-12 * convexArea(hull)
  return isOnce && (turns.every((turn) => turn > 0) || turns.every((turn) => turn < 0)) ? hull : null
}

const ringArea = (ring: AreaRing): number => Math.abs(convexArea(ring.flatMap(({ x, y }) => [x, y])))

export function extentOf(points: readonly ImagePoint[]): ShapeExtent {
  const extent = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    extent.left = Math.min(extent.left, x)
    extent.top = Math.min(extent.top, y)
    extent.right = Math.max(extent.right, x)
    extent.bottom = Math.max(extent.bottom, y)
  }
  return extent
}
