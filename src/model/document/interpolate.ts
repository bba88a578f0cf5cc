import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { type Quaternion, slerp } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import {
  COMMON_VIEW,
  type CuboidPath,
  type FlatPath,
  type Key,
  type ShapeKey,
  type ShapePath,
  type ShapeSource,
  type Track,
} from './document.ts'
import { centreOf, type Paired, pairedLines, pairedRings } from './pairedPoints.ts'
import {
  type CuboidPlacement,
  type FlatShape,
  type ImagePoint,
  isSpaceShape,
  type Polygon,
  type SpacePoint,
  type SpaceShape,
  type ViewShape,
} from './shape.ts'
import { lastIndexAt } from './shapePath.ts'

/** The shape of a path at one frame. */
export interface ShapeAt<S> {
  /** `_id` where the record has one. */
  id: string | null
  keyFrame: boolean
  source: ShapeSource
  hidden: boolean
  linked: boolean
  shape: S
}

/** The 2D shape at a frame, null when absent. In a view that follows its cuboid only what a person adjusted. */
export function flatAt(path: FlatPath, frame: number): ShapeAt<FlatShape> | null {
  const found = viewAt(path, frame)
  return found && !isSpaceShape(found.shape) ? { ...found, shape: found.shape } : null
}

/** The track's polyline or key points in the common frame, null when absent. A stationary one keeps its first shape. */
export function spaceAt(track: Pick<Track, 'views' | 'stationary'>, frame: number): ShapeAt<SpaceShape> | null {
  const path = track.views.get(COMMON_VIEW)
  const found = path && viewAt(path, frame)
  if (!found || !isSpaceShape(found.shape)) return null
  const first = track.stationary ? path.keys.find((key) => key.kind === 'shape') : undefined
  const placed = first?.kind === 'shape' && isSpaceShape(first.shape) ? first.shape : found.shape
  return { ...found, shape: placed }
}

/** What a view shows at a frame, whatever its shapes; null when it is absent. */
export function viewAt(path: FlatPath, frame: number): ShapeAt<ViewShape> | null {
  if (!path.follows) return shapeAt(path, frame, interpolateView)
  const at = lastIndexAt(path.keys, frame)
  const key = path.keys[at]
  return key?.frame === frame && key.kind === 'shape' ? asGiven(key) : null
}

/** Whether the view shows the cuboid's projection at this frame: it follows, and no key says otherwise. */
export function followsAt(path: FlatPath, frame: number): boolean {
  return path.follows && path.keys[lastIndexAt(path.keys, frame)]?.frame !== frame
}

/** The track's 3D box at a frame, null when absent. */
export function cuboidAt(track: Pick<Track, 'cuboid' | 'stationary'>, frame: number): ShapeAt<Cuboid> | null {
  const path = track.cuboid
  if (!path) return null
  const found = shapeAt(path, frame, (a, b, t) => interpolatePlacement(path, a, b, t))
  if (!found) return null
  const placed = track.stationary ? (firstPlacement(path) ?? found.shape) : found.shape
  return { ...found, shape: cuboidOf(path, placed, found.shape) }
}

/** A stationary box keeps its first pose; its size may still be overridden frame by frame. */
function cuboidOf(path: CuboidPath, placed: CuboidPlacement, sized: CuboidPlacement): Cuboid {
  return {
    position: placed.position,
    heading: placed.heading,
    dimensions: sized.sizeOverride ?? path.dimensions,
  }
}

function firstPlacement(path: CuboidPath): CuboidPlacement | null {
  const first = path.keys.find((key) => key.kind === 'shape')
  return first?.kind === 'shape' ? first.shape : null
}

function shapeAt<S>(path: ShapePath<S>, frame: number, between: (a: S, b: S, t: number) => S): ShapeAt<S> | null {
  const at = lastIndexAt(path.keys, frame)
  const last: Key<S> | undefined = path.keys[at]
  if (last?.kind !== 'shape') return null
  if (last.frame === frame) return asGiven(last)
  const next: Key<S> | undefined = path.keys[at + 1]
  // Before an out key the shape stays where it was: its way to there is unknown.
  const shape =
    next?.kind === 'shape'
      ? between(last.shape, next.shape, (frame - last.frame) / (next.frame - last.frame))
      : last.shape
  return { id: null, keyFrame: false, source: 'interpolated', hidden: last.hidden, linked: last.linked, shape }
}

function asGiven<S>(key: ShapeKey<S>): ShapeAt<S> {
  const { id, keyFrame, source, hidden, linked, shape } = key
  return { id, keyFrame, source, hidden, linked, shape }
}

// a + (b − a)·t instead of a·(1 − t) + b·t: between equal values, rounding moves nothing.
const linear = (a: number, b: number, t: number) => a + (b - a) * t

function linearPoint(a: ImagePoint, b: ImagePoint, t: number): ImagePoint {
  return { x: linear(a.x, b.x, t), y: linear(a.y, b.y, t) }
}

type Ring = Polygon['rings'][number]

const samePointCount = (a: readonly unknown[], b: readonly unknown[]) => a.length === b.length

function interpolateView(a: ViewShape, b: ViewShape, t: number): ViewShape {
  if (!isSpaceShape(a)) return isSpaceShape(b) ? a : interpolateFlat(a, b, t)
  return isSpaceShape(b) ? interpolateSpace(a, b, t) : a
}

/** Point by point; key points that do not correspond hold the earlier ones. What points are called holds too. */
function interpolateSpace(a: SpaceShape, b: SpaceShape, t: number): SpaceShape {
  if (a.type !== b.type) return a
  const [from, to] = sameCount(a, b)
  if (!samePointCount(from, to)) return a
  const between = (p: SpacePoint, i: number): SpacePoint => ({ ...p, ...interpolatePosition(p, to[i], t) })
  return { type: a.type, points: from.map(between) }
}

const sameCount = (a: SpaceShape, b: SpaceShape): Paired<SpacePoint> =>
  a.type === 'polyline3d' && !samePointCount(a.points, b.points)
    ? pairedLines<SpacePoint>(a.points, b.points, interpolatePosition)
    : [a.points, b.points]

/** Outlines of the shapes in keys: the frames between two keys need the same outlines repeatedly. */
const knownOutlines = new WeakMap<Polygon, { to: Polygon; rings: readonly Paired<ImagePoint>[] }>()

function outlinesOf(a: Polygon, b: Polygon): readonly Paired<ImagePoint>[] {
  const known = knownOutlines.get(a)
  if (known?.to === b) return known.rings
  const rings = Array.from({ length: Math.max(a.rings.length, b.rings.length) }, (_, i) =>
    ringsOf(a.rings[i], b.rings[i]),
  )
  knownOutlines.set(a, { to: b, rings })
  return rings
}

/** A hole that only one of the shapes has grows out of its centre, or shrinks into it. */
function ringsOf(a: Ring | undefined, b: Ring | undefined): Paired<ImagePoint> {
  if (!a?.length || !b?.length) {
    const ring = (a?.length ? a : b) ?? []
    const middle = centreOf(ring)
    const point = ring.map(() => middle)
    return a?.length ? [ring, point] : [point, ring]
  }
  return samePointCount(a, b) ? [a, b] : pairedRings(a, b, linearPoint)
}

/**
 * Linear by index, rotations the shorter way. Outlines and lines with different numbers of points are paired first; other
 * shapes that do not correspond point by point hold the earlier one.
 */
export function interpolateFlat(a: FlatShape, b: FlatShape, t: number): FlatShape {
  switch (a.type) {
    case 'rectangle':
      if (b.type !== a.type) return a
      return {
        type: 'rectangle',
        left: linear(a.left, b.left, t),
        top: linear(a.top, b.top, t),
        right: linear(a.right, b.right, t),
        bottom: linear(a.bottom, b.bottom, t),
      }
    case 'rotated_rectangle':
      if (b.type !== a.type) return a
      return {
        type: 'rotated_rectangle',
        center: linearPoint(a.center, b.center, t),
        widthPx: linear(a.widthPx, b.widthPx, t),
        heightPx: linear(a.heightPx, b.heightPx, t),
        rotationRad: a.rotationRad + shorterTurn(a.rotationRad, b.rotationRad) * t,
      }
    case 'ellipse':
      if (b.type !== a.type) return a
      return {
        type: 'ellipse',
        center: linearPoint(a.center, b.center, t),
        radiusXPx: linear(a.radiusXPx, b.radiusXPx, t),
        radiusYPx: linear(a.radiusYPx, b.radiusYPx, t),
        rotationRad: a.rotationRad + shorterTurn(a.rotationRad, b.rotationRad) * t,
      }
    case 'polygon':
      if (b.type !== a.type) return a
      return {
        type: 'polygon',
        rings: outlinesOf(a, b).map(([from, to]) => from.map((p, i) => linearPoint(p, to[i], t))),
      }
    case 'line': {
      if (b.type !== a.type) return a
      const [from, to] = samePointCount(a.points, b.points)
        ? [a.points, b.points]
        : pairedLines(a.points, b.points, linearPoint)
      return { type: 'line', points: from.map((p, i) => linearPoint(p, to[i], t)) }
    }
    case 'cuboid':
      if (b.type !== a.type || !samePointCount(a.points, b.points)) return a
      return { type: 'cuboid', points: a.points.map((p, i) => linearPoint(p, b.points[i], t)) }
    case 'landmark':
      if (b.type !== a.type || !samePointCount(a.points, b.points)) return a
      // Points of a skeleton may be absent: an elbow must never move to a knee.
      if (a.points.some(({ label }, i) => label !== b.points[i].label)) return a
      return { type: 'landmark', points: a.points.map((p, i) => ({ ...p, ...linearPoint(p, b.points[i], t) })) }
    case 'mask':
      return a
  }
}

function shorterTurn(fromRad: number, toRad: number): number {
  const turn = (toRad - fromRad) % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

function interpolatePlacement(path: CuboidPath, a: CuboidPlacement, b: CuboidPlacement, t: number): CuboidPlacement {
  return {
    position: interpolatePosition(a.position, b.position, t),
    heading: interpolateHeading(a.heading, b.heading, t),
    sizeOverride:
      a.sizeOverride || b.sizeOverride
        ? interpolateSize(a.sizeOverride ?? path.dimensions, b.sizeOverride ?? path.dimensions, t)
        : null,
  }
}

function interpolatePosition(a: Vec3, b: Vec3, t: number): Vec3 {
  return { x: linear(a.x, b.x, t), y: linear(a.y, b.y, t), z: linear(a.z, b.z, t) }
}

function interpolateSize(a: Dimensions, b: Dimensions, t: number): Dimensions {
  return {
    length: linear(a.length, b.length, t),
    width: linear(a.width, b.width, t),
    height: linear(a.height, b.height, t),
  }
}

/** Over the shorter arc; between equal headings not even the last bit moves. */
function interpolateHeading(a: Quaternion, b: Quaternion, t: number): Quaternion {
  return a.w === b.w && a.x === b.x && a.y === b.y && a.z === b.z ? a : slerp(a, b, t)
}
