import type {
  Ellipse,
  FlatCuboid,
  ImagePoint,
  Landmark,
  LandmarkPoint,
  Line,
  Mask,
  Polygon,
  Rectangle,
  RotatedRectangle,
} from '../../model/document/shape.ts'
import type { PixelBox, PixelSize, PixelVertex } from './rings.ts'

/**
 * Converts shapes from pixels, counted from the image's edges, to the submitted form; null for those that cover
 * nothing.
 */

/** Data sets reach a little over the edge of their images; results must not. */
const unit = (value: number): number => Math.min(Math.max(value, 0), 1)

const unitPoint = ({ x, y }: PixelVertex, { widthPx, heightPx }: PixelSize): ImagePoint => ({
  x: unit(x / widthPx),
  y: unit(y / heightPx),
})

export function rectangleFrom({ left, top, right, bottom }: PixelBox, size: PixelSize): Rectangle | null {
  if (!Number.isFinite(left + top + right + bottom)) return null
  const [a, b] = [unitPoint({ x: left, y: top }, size), unitPoint({ x: right, y: bottom }, size)]
  return a.x < b.x && a.y < b.y ? { type: 'rectangle', left: a.x, top: a.y, right: b.x, bottom: b.y } : null
}

/** Takes corners in order. Without an angle, the longer side determines it most precisely. */
export function rotatedFrom(
  [a, b, c, d]: readonly PixelVertex[],
  size: PixelSize,
  givenRad?: number,
): RotatedRectangle | null {
  const widthPx = Math.hypot(b.x - a.x, b.y - a.y)
  const heightPx = Math.hypot(c.x - b.x, c.y - b.y)
  if (!(widthPx > 0 && heightPx > 0)) return null
  const center = { x: (a.x + c.x) / 2 / size.widthPx, y: (a.y + c.y) / 2 / size.heightPx }
  const rotationRad =
    givenRad ?? (widthPx >= heightPx ? Math.atan2(b.y - a.y, b.x - a.x) : Math.atan2(a.x - d.x, d.y - a.y))
  return { type: 'rotated_rectangle', center, widthPx, heightPx, rotationRad }
}

/** A box that is turned about its centre, clockwise on the screen. */
export function turnedBoxFrom(
  { left, top, right, bottom }: PixelBox,
  rotationRad: number,
  { widthPx, heightPx }: PixelSize,
): RotatedRectangle | null {
  if (!(left < right && top < bottom)) return null
  const center = { x: (left + right) / 2 / widthPx, y: (top + bottom) / 2 / heightPx }
  return { type: 'rotated_rectangle', center, widthPx: right - left, heightPx: bottom - top, rotationRad }
}

export function ellipseFrom(
  centre: PixelVertex,
  radii: PixelVertex,
  rotationRad: number,
  { widthPx, heightPx }: PixelSize,
): Ellipse | null {
  if (!(radii.x > 0 && radii.y > 0)) return null
  const center = { x: centre.x / widthPx, y: centre.y / heightPx }
  return { type: 'ellipse', center, radiusXPx: radii.x, radiusYPx: radii.y, rotationRad }
}

export function polygonFrom(rings: readonly (readonly PixelVertex[])[], size: PixelSize): Polygon | null {
  const whole = rings.filter((ring) => ring.length >= 3)
  if (whole.length === 0) return null
  return { type: 'polygon', rings: whole.map((ring) => ring.map((point) => unitPoint(point, size))) }
}

export function lineFrom(points: readonly PixelVertex[], size: PixelSize): Line | null {
  return points.length < 2 ? null : { type: 'line', points: points.map((point) => unitPoint(point, size)) }
}

/** Front face top-left, top-right, bottom-right, bottom-left, then the back face alike. */
export function cuboidFrom(points: readonly PixelVertex[], size: PixelSize): FlatCuboid | null {
  return points.length === 8 ? { type: 'cuboid', points: points.map((point) => unitPoint(point, size)) } : null
}

export function landmarkFrom(points: readonly LandmarkPoint[], size: PixelSize): Landmark | null {
  if (points.length === 0) return null
  return {
    type: 'landmark',
    points: points.map(({ label, visible, ...point }) => ({ ...unitPoint(point, size), label, visible })),
  }
}

/** Column by column, beginning with background; runs of length 0 are joined. null if the runs do not fill the image. */
export function maskFrom(counts: readonly number[], { widthPx, heightPx }: PixelSize): Mask | null {
  const runs: number[] = []
  let sum = 0
  for (const [index, count] of counts.entries()) {
    if (!Number.isSafeInteger(count) || count < 0) return null
    sum += count
    const isForeground = index % 2 === 1
    // The index in `runs` determines the colour; a run of the same colour as the last one extends it.
    if (count === 0 && runs.length > 0) continue
    if (runs.length > 0 && (runs.length - 1) % 2 === Number(isForeground)) runs[runs.length - 1] += count
    else runs.push(count)
  }
  return sum === widthPx * heightPx ? { type: 'mask', widthPx, heightPx, counts: runs } : null
}

const NEAR_PX = 1e-6

/** The upright box that four corners are, clockwise from top left; null for others. */
export function uprightBox(corners: readonly PixelVertex[]): PixelBox | null {
  if (corners.length !== 4) return null
  const [a, b, c, d] = corners
  const near = (one: number, other: number) => Math.abs(one - other) <= NEAR_PX
  const isUpright = near(a.y, b.y) && near(b.x, c.x) && near(c.y, d.y) && near(d.x, a.x) && a.x < c.x && a.y < c.y
  return isUpright ? { left: a.x, top: a.y, right: c.x, bottom: c.y } : null
}
