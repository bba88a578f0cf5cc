import type { ImagePoint } from '../../model/document/shape.ts'

/** Points by the names p1, p2 and so on. */
export const namedPoints = (points: readonly ImagePoint[]): Record<string, ImagePoint> =>
  Object.fromEntries(points.map(({ x, y }, i) => [`p${i + 1}`, { x, y }]))

/** Edges e1, e2 and so on, each between the names of two points, given by their places in the list. */
export const edgesBetween = (pairs: readonly (readonly number[])[]): Record<string, [string, string]> =>
  Object.fromEntries(pairs.map(([from, to], i) => [`e${i + 1}`, [`p${from + 1}`, `p${to + 1}`]]))
