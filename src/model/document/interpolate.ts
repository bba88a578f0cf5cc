import type { Cuboid, Dimensions } from '../../geometry/cuboid.ts'
import { type Quaternion, slerp } from '../../geometry/quaternion.ts'
import type { Vec3 } from '../../geometry/vec3.ts'
import { shapeKind } from '../shapes/flatShapes.ts'
import { linear } from '../shapes/imagePoints.ts'
import { isSpaceShape, spaceKind } from '../shapes/spaceShapes.ts'
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
import { type Paired, pairedLines } from './pairedPoints.ts'
import type { CuboidPlacement, FlatShape, SpacePoint, SpaceShape, ViewShape } from './shape.ts'
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
  spaceKind(a.type).joinsPoints && !samePointCount(a.points, b.points)
    ? pairedLines<SpacePoint>(a.points, b.points, interpolatePosition)
    : [a.points, b.points]

/**
 * Between two shapes of one kind. Shapes of different kinds, and those that do not correspond point by point, hold the
 * earlier one.
 */
export function interpolateFlat(a: FlatShape, b: FlatShape, t: number): FlatShape {
  return a.type === b.type ? shapeKind(a).between(a, b, t) : a
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
