import { convexArea, convexOverlap } from '../../geometry/convexPolygon.ts'
import { solidIou } from '../../geometry/cuboidOverlap.ts'
import { type SharedArea, sharedArea } from '../../geometry/evenOddArea.ts'
import { chamferM, chamferPx } from './chamfer.ts'
import { type CompareOptions, leastIou } from './compareOptions.ts'
import { keypointSimilarity } from './keypointSimilarity.ts'
import { maskIou } from './maskOverlap.ts'
import { keypointM, reachM } from './pointsInSpace.ts'
import type { PreparedShape, ShapeExtent } from './preparedShape.ts'

/** How similar two shapes of one kind are. */
export interface Likeness {
  /** 0 to 1: what an assignment adds up. */
  likeness: number
  /** The term that PQ sums: the intersection over union of shapes that have one, otherwise the likeness. */
  quality: number
  /** null: of lines, landmarks and points in space. */
  iou: number | null
  /**
   * For lines in pixels (chamfer); for centres of cuboids seen from above, polylines and key points in metres;
   * otherwise null.
   */
  distance: number | null
  isAdmissible: boolean
}

type Region = Extract<PreparedShape, { kind: 'region' }>

/** Rounding must not separate two shapes whose overlap is exactly the threshold. */
const IOU_TOLERANCE = 1e-9

/** null if the shapes share nothing. `label` is the reference's. */
export function likenessOf(
  a: PreparedShape,
  b: PreparedShape,
  label: string,
  options: CompareOptions,
): Likeness | null {
  if (a.kind === 'line' && b.kind === 'line') return distanceLikeness(chamferPx(a.points, b.points), options.chamferPx)
  const most = reachM(options)
  if (a.kind === 'polyline3d' && b.kind === 'polyline3d') return distanceLikeness(chamferM(a.points, b.points), most)
  if (a.kind === 'keypoint3d' && b.kind === 'keypoint3d')
    return distanceLikeness(keypointM(a.points, b.points, 2 * most), most)
  if (a.kind === 'landmark' && b.kind === 'landmark') {
    const likeness = keypointSimilarity(a, b)
    return {
      likeness,
      quality: likeness,
      iou: null,
      distance: null,
      isAdmissible: likeness >= options.oks - IOU_TOLERANCE,
    }
  }
  const iou = iouOf(a, b)
  const isAdmissible = iou > 0 && iou >= leastIou(options, label) - IOU_TOLERANCE
  if (a.kind !== 'solid' || b.kind !== 'solid') {
    return iou > 0 ? { likeness: iou, quality: iou, iou, distance: null, isAdmissible } : null
  }
  const [p, q] = [a.cuboid.position, b.cuboid.position]
  const distance = Math.hypot(p.x - q.x, p.y - q.y)
  if (options.distanceM === null) return iou > 0 ? { likeness: iou, quality: iou, iou, distance, isAdmissible } : null
  const likeness = 1 - distance / options.distanceM
  return { likeness, quality: iou, iou, distance, isAdmissible: distance < options.distanceM }
}

function distanceLikeness(distance: number, most: number): Likeness {
  const likeness = Math.max(0, 1 - distance / most)
  return { likeness, quality: likeness, iou: null, distance, isAdmissible: distance <= most }
}

/** For shapes of one kind that have an area or a volume; otherwise 0. */
export function iouOf(a: PreparedShape, b: PreparedShape): number {
  if (a.kind === 'solid' && b.kind === 'solid') return solidIou(a.cuboid, b.cuboid)
  if (a.kind === 'mask' && b.kind === 'mask') return maskIou(a.counts, b.counts)
  if (a.kind === 'box' && b.kind === 'box') return boxIou(a.extent, b.extent)
  if (a.kind !== 'region' || b.kind !== 'region') return 0
  const area = regionAreas(a, b)
  const union = area.a + area.b - area.common
  return union > 0 ? area.common / union : isSameRegion(a, b) ? 1 : 0
}

/** Without an area, such as of a point that was drawn as a polygon: each is like itself alone. */
const isSameRegion = (a: Region, b: Region): boolean => JSON.stringify(a.rings) === JSON.stringify(b.rings)

/** So many corners by corners are clipped more quickly than swept. */
const FEW_CORNERS = 2000

function regionAreas(a: Region, b: Region): SharedArea {
  if (!a.convex || !b.convex || a.convex.length * b.convex.length > FEW_CORNERS) return sharedArea(a.rings, b.rings)
  const common = Math.max(0, convexArea(convexOverlap(b.convex, a.convex)))
  return { a: convexArea(a.convex), b: convexArea(b.convex), common }
}

function boxIou(a: ShapeExtent, b: ShapeExtent): number {
  const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  if (width <= 0 || height <= 0) return 0
  const shapeAreaPx = ({ left, top, right, bottom }: ShapeExtent) => (right - left) * (bottom - top)
  const common = width * height
  return common / (shapeAreaPx(a) + shapeAreaPx(b) - common)
}

/** Square pixels of a shape with an area; otherwise null. */
export function shapeAreaPx(shape: PreparedShape): number | null {
  switch (shape.kind) {
    case 'box':
      return (shape.extent.right - shape.extent.left) * (shape.extent.bottom - shape.extent.top)
    case 'region':
      return regionAreas(shape, shape).a
    case 'mask':
      return shape.counts.reduce((sum, count, i) => sum + (i % 2 === 0 ? 0 : count), 0)
    default:
      return null
  }
}
