import type { ImageSize } from '../../../formats/results/jobContext.ts'
import type { Ellipse, FlatShape, ImagePoint, Rectangle, RotatedRectangle } from '../../../model/document/shape.ts'
import { boundsOfShape } from './outline.ts'
import { boundsBetween, insideOf, normalisedOf, type PixelPoint, pixelOf, rotatedAbout } from './pixels.ts'

/** What can be taken hold of at a selected shape. `fx`, `fy`: −1, 0 or 1, which sides of the box it moves. */
export type Handle =
  | { kind: 'side'; fx: number; fy: number; at: PixelPoint }
  | { kind: 'rotate'; at: PixelPoint }
  | { kind: 'vertex'; ring: number; index: number; at: PixelPoint }
  /** Between two vertices: dragged, it becomes one, at `index`. */
  | { kind: 'midpoint'; ring: number; index: number; at: PixelPoint }

const SIDES: readonly (readonly [number, number])[] = [
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
  [-1, 0],
]

/** No box is made thinner than this by a handle. */
const MIN_SIZE_PX = 1

/** Corners come last, so that they win where handles overlap. */
export function handlesOf(shape: FlatShape, image: ImageSize, rotateOffsetPx: number): Handle[] {
  switch (shape.type) {
    case 'rectangle': {
      const { left, top, right, bottom } = boundsOfShape(shape, image)
      return SIDES.map(([fx, fy]) => ({
        kind: 'side',
        fx,
        fy,
        at: { x: (left + right) / 2 + (fx * (right - left)) / 2, y: (top + bottom) / 2 + (fy * (bottom - top)) / 2 },
      }))
    }
    case 'rotated_rectangle':
    case 'ellipse':
      return turnedHandles(shape, image, rotateOffsetPx)
    case 'polygon':
      return shape.rings.flatMap((ring, i) => [...midpoints(ring, i, true, image), ...vertices(ring, i, image)])
    case 'line':
      return [...midpoints(shape.points, 0, false, image), ...vertices(shape.points, 0, image)]
    case 'landmark':
    case 'cuboid':
      return vertices(shape.points, 0, image)
    case 'mask':
      return []
  }
}

function turnedHandles(shape: RotatedRectangle | Ellipse, image: ImageSize, rotateOffsetPx: number): Handle[] {
  const center = pixelOf(shape.center, image)
  const { halfX, halfY } = halves(shape)
  const place = (x: number, y: number) => rotatedAbout({ x: center.x + x, y: center.y + y }, center, shape.rotationRad)
  const sides = SIDES.filter(([fx, fy]) => shape.type !== 'ellipse' || fx === 0 || fy === 0)
  return [
    { kind: 'rotate', at: place(0, -halfY - rotateOffsetPx) },
    ...sides.map(([fx, fy]): Handle => ({ kind: 'side', fx, fy, at: place(fx * halfX, fy * halfY) })),
  ]
}

const halves = (shape: RotatedRectangle | Ellipse) =>
  shape.type === 'ellipse'
    ? { halfX: shape.radiusXPx, halfY: shape.radiusYPx }
    : { halfX: shape.widthPx / 2, halfY: shape.heightPx / 2 }

const vertices = (points: readonly ImagePoint[], ring: number, image: ImageSize): Handle[] =>
  points.map((point, index) => ({ kind: 'vertex', ring, index, at: pixelOf(point, image) }))

function midpoints(points: readonly ImagePoint[], ring: number, closed: boolean, image: ImageSize): Handle[] {
  const count = closed ? points.length : points.length - 1
  return points.slice(0, count).map((point, i) => {
    const next = points[(i + 1) % points.length]
    const at = pixelOf({ x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }, image)
    return { kind: 'midpoint', ring, index: i + 1, at }
  })
}

/** The shape with its handle at another place. `snapAngle`: turns by steps of 15°. */
export function draggedHandle(
  shape: FlatShape,
  handle: Handle,
  to: PixelPoint,
  image: ImageSize,
  snapAngle = false,
): FlatShape {
  switch (handle.kind) {
    case 'side':
      if (shape.type === 'rectangle') return resizedRectangle(shape, handle.fx, handle.fy, to, image)
      if (shape.type === 'rotated_rectangle' || shape.type === 'ellipse') {
        return resizedTurned(shape, handle.fx, handle.fy, to, image)
      }
      return shape
    case 'rotate':
      return shape.type === 'rotated_rectangle' || shape.type === 'ellipse'
        ? rotatedTo(shape, to, image, snapAngle)
        : shape
    case 'vertex':
      return withVertex(shape, handle.ring, handle.index, insideOf(to, image), 1)
    case 'midpoint':
      return withVertex(shape, handle.ring, handle.index, insideOf(to, image), 0)
  }
}

function resizedRectangle(shape: Rectangle, fx: number, fy: number, to: PixelPoint, image: ImageSize): Rectangle {
  const { x, y } = insideOf(to, image)
  // Dragged over the other side the box turns over rather than becoming negative.
  const [left, right] = spread(
    fx === 0 ? [shape.left, shape.right] : [fx < 0 ? shape.right : shape.left, x],
    image.widthPx,
  )
  const [top, bottom] = spread(
    fy === 0 ? [shape.top, shape.bottom] : [fy < 0 ? shape.bottom : shape.top, y],
    image.heightPx,
  )
  return { type: 'rectangle', left, top, right, bottom }
}

/** In order, and at least a pixel apart within 0..1. */
function spread([a, b]: [number, number], sizePx: number): [number, number] {
  const low = Math.min(a, b)
  const high = Math.max(a, b)
  const min = MIN_SIZE_PX / sizePx
  if (high - low >= min) return [low, high]
  return low + min <= 1 ? [low, low + min] : [1 - min, 1]
}

/** The opposite side stays where it is; of an ellipse the centre does. */
function resizedTurned<S extends RotatedRectangle | Ellipse>(
  shape: S,
  fx: number,
  fy: number,
  to: PixelPoint,
  image: ImageSize,
): S {
  const center = pixelOf(shape.center, image)
  const { halfX, halfY } = halves(shape)
  const local = rotatedAbout(to, center, -shape.rotationRad)
  const x = (local.x - center.x) * fx
  const y = (local.y - center.y) * fy
  if (shape.type === 'ellipse') {
    const radiusXPx = fx === 0 ? halfX : Math.max(MIN_SIZE_PX / 2, x)
    const radiusYPx = fy === 0 ? halfY : Math.max(MIN_SIZE_PX / 2, y)
    return { ...shape, radiusXPx, radiusYPx }
  }
  const widthPx = fx === 0 ? halfX * 2 : Math.max(MIN_SIZE_PX, halfX + x)
  const heightPx = fy === 0 ? halfY * 2 : Math.max(MIN_SIZE_PX, halfY + y)
  const moved = {
    x: center.x + (fx * (widthPx - 2 * halfX)) / 2,
    y: center.y + (fy * (heightPx - 2 * halfY)) / 2,
  }
  return { ...shape, widthPx, heightPx, center: normalisedOf(rotatedAbout(moved, center, shape.rotationRad), image) }
}

const ANGLE_STEP_RAD = Math.PI / 12

function rotatedTo<S extends RotatedRectangle | Ellipse>(shape: S, to: PixelPoint, image: ImageSize, snap: boolean): S {
  const center = pixelOf(shape.center, image)
  const angle = Math.atan2(to.y - center.y, to.x - center.x) + Math.PI / 2
  const stepped = snap ? Math.round(angle / ANGLE_STEP_RAD) * ANGLE_STEP_RAD : angle
  return { ...shape, rotationRad: withinTurn(stepped) }
}

/** The same angle within −π..π. */
export function withinTurn(angleRad: number): number {
  const turn = angleRad % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

/** Replaces (`replaced` 1) or inserts (0) a vertex. */
function withVertex(shape: FlatShape, ring: number, index: number, point: ImagePoint, replaced: 0 | 1): FlatShape {
  switch (shape.type) {
    case 'polygon':
      return { ...shape, rings: shape.rings.map((r, i) => (i === ring ? r.toSpliced(index, replaced, point) : r)) }
    case 'line':
      return { ...shape, points: shape.points.toSpliced(index, replaced, point) }
    case 'cuboid':
      return { ...shape, points: shape.points.with(index, point) }
    case 'landmark':
      return { ...shape, points: shape.points.with(index, { ...shape.points[index], ...point }) }
    default:
      return shape
  }
}

/** Removes this vertex; null if no valid shape would be left. A hole that loses its third vertex is removed. */
export function withoutVertex(shape: FlatShape, ring: number, index: number): FlatShape | null {
  switch (shape.type) {
    case 'polygon': {
      const rings = shape.rings.map((r, i) => (i === ring ? r.toSpliced(index, 1) : r)).filter((r) => r.length >= 3)
      return rings.length > 0 && shape.rings[ring].length > (ring === 0 ? 3 : 0) ? { ...shape, rings } : null
    }
    case 'line':
      return shape.points.length > 2 ? { ...shape, points: shape.points.toSpliced(index, 1) } : null
    case 'landmark':
      return shape.points.length > 1 ? { ...shape, points: shape.points.toSpliced(index, 1) } : null
    default:
      return null
  }
}

export function rectangleBetween(a: PixelPoint, b: PixelPoint, image: ImageSize): Rectangle {
  const { left, top, right, bottom } = boundsBetween(a, b)
  const low = insideOf({ x: left, y: top }, image)
  const high = insideOf({ x: right, y: bottom }, image)
  return { type: 'rectangle', left: low.x, top: low.y, right: high.x, bottom: high.y }
}
