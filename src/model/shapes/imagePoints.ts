import type { ImagePoint } from '../document/shape.ts'
import type { PixelScale } from './preparedShape.ts'

/** How far rounding may put a coordinate outside the image. */
const OUTSIDE = 1e-6

// a + (b − a)·t instead of a·(1 − t) + b·t: between equal values, rounding moves nothing.
export const linear = (a: number, b: number, t: number): number => a + (b - a) * t

export const linearPoint = (a: ImagePoint, b: ImagePoint, t: number): ImagePoint => ({
  x: linear(a.x, b.x, t),
  y: linear(a.y, b.y, t),
})

/** The angle at `t` between two angles, the shorter way around. */
export const turnBetween = (fromRad: number, toRad: number, t: number): number =>
  fromRad + shorterTurn(fromRad, toRad) * t

function shorterTurn(fromRad: number, toRad: number): number {
  const turn = (toRad - fromRad) % (2 * Math.PI)
  if (turn > Math.PI) return turn - 2 * Math.PI
  return turn < -Math.PI ? turn + 2 * Math.PI : turn
}

export const inPixels = ({ x, y }: ImagePoint, { widthPx, heightPx }: PixelScale): ImagePoint => ({
  x: x * widthPx,
  y: y * heightPx,
})

/** Points around 0, 0, turned clockwise on the screen (where y points down) and moved to `about`. */
export function turnedAbout(points: readonly ImagePoint[], rotationRad: number, about: ImagePoint): ImagePoint[] {
  const [cos, sin] = [Math.cos(rotationRad), Math.sin(rotationRad)]
  return points.map(({ x, y }) => ({ x: about.x + x * cos - y * sin, y: about.y + x * sin + y * cos }))
}

/** The fault of points that are outside of the image; null if all are inside. */
export function outsideFault(points: readonly ImagePoint[]): string | null {
  const isIn = (at: number) => at >= -OUTSIDE && at <= 1 + OUTSIDE
  return points.every(({ x, y }) => isIn(x) && isIn(y)) ? null : 'it reaches out of the image'
}

export const meanPoint = (points: readonly ImagePoint[]): ImagePoint => ({
  x: points.reduce((sum, { x }) => sum + x, 0) / points.length,
  y: points.reduce((sum, { y }) => sum + y, 0) / points.length,
})
