import { type Cuboid, cuboidContains } from '../../geometry/cuboid.ts'
import { applyInversePose } from '../../geometry/pose.ts'
import type { Positions } from '../../geometry/positions.ts'

/** Surfaces closer than this coincide. */
const CELL_M = 0.25
/** More cells along an axis than any object has. */
const ROW = 1000

/** The points in a box, in its own axes and thinned: the shape by which the object is recognized. */
export class BoxShape {
  readonly #cells = new Set<number>()
  readonly pointCount: number

  constructor(positions: Positions, cuboid: Cuboid) {
    let pointCount = 0
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const point = { x: positions[i], y: positions[i + 1], z: positions[i + 2] }
      if (!cuboidContains(cuboid, point)) continue
      pointCount++
      const { x, y, z } = applyInversePose(cuboid, point)
      const [column, row, layer] = [x, y, z].map((at) => Math.round(at / CELL_M) + ROW / 2)
      this.#cells.add((layer * ROW + row) * ROW + column)
    }
    this.pointCount = pointCount
  }

  /** How much of the smaller shape coincides with the other: 1 all, 0 nothing. */
  alike(other: BoxShape): number {
    return Math.min(this.#shareOn(other), other.#shareOn(this))
  }

  #shareOn(other: BoxShape): number {
    let on = 0
    for (const cell of this.#cells) if (other.#isNear(cell)) on++
    return this.#cells.size > 0 ? on / this.#cells.size : 0
  }

  #isNear(cell: number): boolean {
    for (const layer of [0, -1, 1]) {
      for (const row of [0, -1, 1]) {
        for (const column of [0, -1, 1]) {
          if (this.#cells.has(cell + (layer * ROW + row) * ROW + column)) return true
        }
      }
    }
    return false
  }
}
