import { looseNumber } from './loose.ts'

/** In pixels: left, top, right, bottom. */
export type OuterBox = [number, number, number, number]

/** Vertices of a shape as functions of CVAT write them: flat lists of numbers, and lists of pairs. */
export function pixelVertices(points: unknown): { x: number; y: number }[] {
  const numbers = Array.isArray(points) ? points.flat(2).map(looseNumber) : []
  return Array.from({ length: numbers.length >> 1 }, (_, i) => ({ x: numbers[2 * i], y: numbers[2 * i + 1] }))
}

/** The box around a shape; null if it has no area. */
export function outerBox(points: unknown): OuterBox | null {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of pixelVertices(points)) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return right > left && bottom > top ? [left, top, right, bottom] : null
}
