import type { Positions } from '../../src/geometry/positions.ts'
import type { GesturePoint } from '../../src/model/fit/gesture.ts'

/** Those within `radiusM` of a place, seen from above. */
export function pointsWithin(positions: Positions, { x, y }: GesturePoint, radiusM: number): Positions {
  return positions.filter((_, i) => {
    const at = i - (i % 3)
    return Math.hypot(positions[at] - x, positions[at + 1] - y) <= radiusM
  })
}
