import { type ConvexPolygon, convexArea, convexHull } from '../../geometry/convexPolygon.ts'
import { type Cuboid, cuboidCorners } from '../../geometry/cuboid.ts'
import type { AreaRing } from '../../geometry/evenOddArea.ts'
import type { ImagePoint, LandmarkPoint, SpacePoint, ViewShape } from '../document/shape.ts'
import type { SolidShape } from './comparedRecord.ts'

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

/** The scale of an image of unknown size: its coordinates stay fractions. */
export const UNKNOWN_SCALE: PixelScale = { widthPx: 1, heightPx: 1 }

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

/** Corners of the polygon that an ellipse is compared as. */
const ELLIPSE_CORNERS = 256

/** `sigmas`: of the keypoints of the shape's class, if it has any. */
export function preparedShape(
  shape: ViewShape | SolidShape,
  scale: PixelScale,
  sigmas: readonly number[] | null = null,
): PreparedShape {
  switch (shape.type) {
    case 'solid': {
      const corners = cuboidCorners(shape.cuboid)
      return { kind: 'solid', cuboid: shape.cuboid, extent: extentOf(corners) }
    }
    case 'polyline3d':
    case 'keypoint3d':
      return { kind: shape.type, points: shape.points, extent: extentOf(shape.points) }
    case 'rectangle': {
      const [from, to] = [
        { x: shape.left, y: shape.top },
        { x: shape.right, y: shape.bottom },
      ]
      return { kind: 'box', extent: extentOf([inPixels(from, scale), inPixels(to, scale)]) }
    }
    case 'rotated_rectangle': {
      const [x, y] = [shape.widthPx / 2, shape.heightPx / 2]
      const corners = [
        { x: -x, y: -y },
        { x, y: -y },
        { x, y },
        { x: -x, y },
      ]
      return region([turned(corners, shape.rotationRad, inPixels(shape.center, scale))])
    }
    case 'ellipse': {
      const corners = Array.from({ length: ELLIPSE_CORNERS }, (_, i) => {
        const angle = (2 * Math.PI * i) / ELLIPSE_CORNERS
        return { x: shape.radiusXPx * Math.cos(angle), y: shape.radiusYPx * Math.sin(angle) }
      })
      return region([turned(corners, shape.rotationRad, inPixels(shape.center, scale))])
    }
    case 'polygon':
      return region(shape.rings.map((ring) => ring.map((point) => inPixels(point, scale))))
    case 'cuboid':
      return region([hullOf(shape.points.map((point) => inPixels(point, scale)))])
    case 'mask':
      // Searching for its foreground is not worthwhile: runs are counted as quickly as found.
      return {
        kind: 'mask',
        counts: shape.counts,
        extent: { left: 0, top: 0, right: scale.widthPx, bottom: scale.heightPx },
      }
    case 'line': {
      const points = shape.points.map((point) => inPixels(point, scale))
      return { kind: 'line', points, extent: extentOf(points) }
    }
    case 'landmark': {
      const points = shape.points.map((point) => ({ ...point, ...inPixels(point, scale) }))
      return { kind: 'landmark', points, scale, sigmas, extent: extentOf(points) }
    }
  }
}

const inPixels = ({ x, y }: ImagePoint, { widthPx, heightPx }: PixelScale): ImagePoint => ({
  x: x * widthPx,
  y: y * heightPx,
})

const region = (rings: readonly AreaRing[]): PreparedShape => ({
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

/** Clockwise on the screen, where y points down. */
function turned(points: readonly ImagePoint[], rotationRad: number, about: ImagePoint): ImagePoint[] {
  const [cos, sin] = [Math.cos(rotationRad), Math.sin(rotationRad)]
  return points.map(({ x, y }) => ({ x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos }))
}

function hullOf(points: readonly ImagePoint[]): AreaRing {
  const hull = convexHull(points.map(({ x, y }) => [x, y] as const))
  return Array.from({ length: hull.length / 2 }, (_, i) => ({ x: hull[2 * i], y: hull[2 * i + 1] }))
}

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
