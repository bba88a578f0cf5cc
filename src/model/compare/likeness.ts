import { convexArea, convexOverlap } from '../../geometry/convexPolygon.ts'
import { solidIou } from '../../geometry/cuboidOverlap.ts'
import { type SharedArea, sharedArea } from '../../geometry/evenOddArea.ts'
import type { PreparedShape, ShapeExtent } from '../shapes/preparedShape.ts'
import { type CompareOptions, leastIou } from './compareOptions.ts'
import { keypointSimilarity } from './keypointSimilarity.ts'
import { keypointM, reachM } from './pointsInSpace.ts'

/** A point of a plane (without z) or of space. */
interface LinePoint {
  x: number
  y: number
  z?: number
}

interface Sampling {
  /** The maximum distance between samples. */
  step: number
  /** A longer line is sampled more coarsely. */
  mostSamples: number
}

const EVERY_PIXEL: Sampling = { step: 1, mostSamples: Number.POSITIVE_INFINITY }
/** The most is a line of a kilometre. */
const EVERY_DECIMETRE: Sampling = { step: 0.1, mostSamples: 10_000 }

/** The mean of the two directed mean distances between two polylines, sampled at least every pixel, ends included. */
const chamferPx = (a: readonly LinePoint[], b: readonly LinePoint[]): number => chamfer(a, b, EVERY_PIXEL)

/** The same in metres, sampled at least every 0.1 m. */
const chamferM = (a: readonly LinePoint[], b: readonly LinePoint[]): number => chamfer(a, b, EVERY_DECIMETRE)

const chamfer = (a: readonly LinePoint[], b: readonly LinePoint[], sampling: Sampling): number =>
  (meanDistance(a, b, sampling) + meanDistance(b, a, sampling)) / 2

/** The mean distance from samples along one line to the segments of the other. */
function meanDistance(from: readonly LinePoint[], to: readonly LinePoint[], sampling: Sampling): number {
  const samples = sampled(from, sampling)
  return samples.reduce((sum, point) => sum + distanceTo(point, to), 0) / samples.length
}

/** ⌈length / step⌉ + 1 points at equal distances along the line. */
function sampled(line: readonly LinePoint[], { step, mostSamples }: Sampling): LinePoint[] {
  const steps = line.slice(1).map((point, i) => between(point, line[i]))
  const length = steps.reduce((sum, one) => sum + one, 0)
  const count = Math.min(Math.ceil(length / step), mostSamples)
  const samples: LinePoint[] = []
  let [segment, before] = [0, 0]
  for (let i = 0; i <= count; i++) {
    const along = count === 0 ? 0 : (length * i) / count
    while (segment < steps.length - 1 && before + steps[segment] < along) before += steps[segment++]
    const t = steps[segment] > 0 ? Math.min(1, (along - before) / steps[segment]) : 0
    const [p, q] = [line[segment], line[Math.min(segment + 1, line.length - 1)]]
    const [pz, qz] = [p.z ?? 0, q.z ?? 0]
    samples.push({ x: p.x + (q.x - p.x) * t, y: p.y + (q.y - p.y) * t, z: pz + (qz - pz) * t })
  }
  return samples
}

const between = (a: LinePoint, b: LinePoint): number => Math.hypot(a.x - b.x, a.y - b.y, (a.z ?? 0) - (b.z ?? 0))

function distanceTo(point: LinePoint, line: readonly LinePoint[]): number {
  const { x, y, z = 0 } = point
  let nearest = between(point, line[0])
  for (let i = 1; i < line.length; i++) {
    const [p, q] = [line[i - 1], line[i]]
    const pz = p.z ?? 0
    const [dx, dy, dz] = [q.x - p.x, q.y - p.y, (q.z ?? 0) - pz]
    const square = dx * dx + dy * dy + dz * dz
    const along = (x - p.x) * dx + (y - p.y) * dy + (z - pz) * dz
    const t = square > 0 ? Math.min(1, Math.max(0, along / square)) : 0
    nearest = Math.min(nearest, Math.hypot(x - p.x - t * dx, y - p.y - t * dy, z - pz - t * dz))
  }
  return nearest
}

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

/** Intersection over union of two masks of one image, by their run lengths. */
export function maskIou(a: readonly number[], b: readonly number[]): number {
  let common = 0
  let union = 0
  let [i, j] = [0, 0]
  let [leftA, leftB] = [a[0] ?? Infinity, b[0] ?? Infinity]
  while (i < a.length || j < b.length) {
    const run = Math.min(leftA, leftB)
    if (!Number.isFinite(run)) break
    const [inA, inB] = [i < a.length && i % 2 === 1, j < b.length && j % 2 === 1]
    if (inA && inB) common += run
    if (inA || inB) union += run
    leftA -= run
    leftB -= run
    if (leftA === 0) leftA = a[++i] ?? Infinity
    if (leftB === 0) leftB = b[++j] ?? Infinity
  }
  return union > 0 ? common / union : 0
}
