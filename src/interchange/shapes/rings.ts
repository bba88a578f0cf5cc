import type { FlatShape, ImagePoint, RotatedRectangle } from '../../model/document/shape.ts'
import { shapeKind } from '../../model/shapes/flatShapes.ts'

/** Width and height of the image that normalised coordinates belong to. */
export interface PixelSize {
  widthPx: number
  heightPx: number
}

/** Pixels over the image's edges: (0, 0) is the top left corner of the first pixel. */
export interface PixelVertex {
  x: number
  y: number
}

export type PixelRing = readonly PixelVertex[]

/** Corners of the polygon that represents a curve. */
export const CURVE_CORNERS = 72

/** The precision of pixels in files: written, read and written again, they stay the same. */
const PIXEL_STEP = 1e4

export const roundPx = (px: number): number => Math.round(px * PIXEL_STEP) / PIXEL_STEP

export const toPixels = ({ x, y }: ImagePoint, { widthPx, heightPx }: PixelSize): PixelVertex => ({
  x: roundPx(x * widthPx),
  y: roundPx(y * heightPx),
})

/** The precision of a rotated box: its corners, which are finer, lead back to the same centre, size and rotation. */
const BOX_STEP = 1e3
const RADIAN_STEP = 1e5
const CORNER_STEP = 1e6

/** The rotation that a rotated box is written with, within half a turn: the steps do not part a whole one evenly. */
export function roundRad(rad: number): number {
  const within = rad - 2 * Math.PI * Math.round(rad / (2 * Math.PI))
  return Math.round(within * RADIAN_STEP) / RADIAN_STEP
}

/**
 * Corners of a rotated box, clockwise from the one that is top left at rotation 0. Reading them back gives the same
 * box.
 */
export function rotatedCorners(shape: RotatedRectangle, { widthPx, heightPx }: PixelSize): PixelVertex[] {
  const step = (px: number) => Math.round(px * BOX_STEP) / BOX_STEP
  const centre = { x: step(shape.center.x * widthPx), y: step(shape.center.y * heightPx) }
  const half = {
    x: Math.max(step(shape.widthPx), 1 / BOX_STEP) / 2,
    y: Math.max(step(shape.heightPx), 1 / BOX_STEP) / 2,
  }
  const corners = rectangleRing(-half.x, -half.y, half.x, half.y)
  return turned(corners, roundRad(shape.rotationRad), centre, CORNER_STEP)
}

/** Rings in pixels of a shape that covers an area, by the even-odd rule; null for points, lines, masks and 2D cuboids. */
export function pixelRings(shape: FlatShape, size: PixelSize): PixelRing[] | null {
  // Its corners have to lead back to the same box.
  const rings =
    shape.type === 'rotated_rectangle'
      ? [rotatedCorners(shape, size)]
      : shapeKind(shape).rings?.(shape, size, CURVE_CORNERS)
  return rings?.map((ring) => ring.map(({ x, y }) => ({ x: roundPx(x), y: roundPx(y) }))) ?? null
}

const rectangleRing = (left: number, top: number, right: number, bottom: number): PixelVertex[] => [
  { x: left, y: top },
  { x: right, y: top },
  { x: right, y: bottom },
  { x: left, y: bottom },
]

/** Clockwise on the screen, where y points down. */
function turned(
  points: readonly PixelVertex[],
  rotationRad: number,
  about: PixelVertex,
  stepsPerPx: number = PIXEL_STEP,
): PixelVertex[] {
  const cos = Math.cos(rotationRad)
  const sin = Math.sin(rotationRad)
  const round = (px: number) => Math.round(px * stepsPerPx) / stepsPerPx
  return points.map(({ x, y }) => ({ x: round(about.x + x * cos - y * sin), y: round(about.y + x * sin + y * cos) }))
}

export interface PixelBox {
  left: number
  top: number
  right: number
  bottom: number
}

export function boundsOf(points: Iterable<PixelVertex>): PixelBox {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }
  for (const { x, y } of points) {
    if (x < box.left) box.left = x
    if (x > box.right) box.right = x
    if (y < box.top) box.top = y
    if (y > box.bottom) box.bottom = y
  }
  return box
}

/** Twice the area, positive where the ring turns clockwise on the screen (shoelace formula). */
function signedDoubleArea(ring: PixelRing): number {
  let sum = 0
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) sum += ring[j].x * ring[i].y - ring[i].x * ring[j].y
  return sum
}

export const ringArea = (ring: PixelRing): number => Math.abs(signedDoubleArea(ring)) / 2

/** The number of rings around each ring: odd ones are holes. Exact for rings that do not cross. */
export function ringDepths(rings: readonly PixelRing[]): number[] {
  return rings.map((ring, i) => rings.filter((other, j) => i !== j && containsRing(other, ring, j < i)).length)
}

/** Equal rings contain each other; `winsTies` decides which of them is the outer one. */
function containsRing(outer: PixelRing, inner: PixelRing, winsTies: boolean): boolean {
  let inside = 0
  let outside = 0
  for (const point of inner) {
    const side = sideOf(outer, point)
    if (side > 0) inside++
    else if (side < 0) outside++
  }
  if (inside !== outside) return inside > outside
  const [a, b] = [ringArea(outer), ringArea(inner)]
  return outside === 0 && (a > b || (a === b && winsTies))
}

/** 1 inside, -1 outside, 0 on the ring (crossing number). */
function sideOf(ring: PixelRing, { x, y }: PixelVertex): number {
  let inside = false
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const a = ring[i]
    const b = ring[j]
    const cross = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
    const within = (x - a.x) * (x - b.x) + (y - a.y) * (y - b.y) <= 0
    if (cross === 0 && within) return 0
    if (a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside
  }
  return inside ? 1 : -1
}

/** The area that rings cover by the even-odd rule, of rings that do not cross. */
export function coveredArea(rings: readonly PixelRing[]): number {
  if (rings.length === 1) return ringArea(rings[0])
  const depths = ringDepths(rings)
  return rings.reduce((area, ring, i) => area + (depths[i] % 2 === 0 ? 1 : -1) * ringArea(ring), 0)
}
