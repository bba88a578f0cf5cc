import type { Positions } from './positions.ts'

const MAX_CELLS_A_SIDE = 1024

/** Square cells over the xy plane of one cloud, numbered row by row; wider than asked for where the cloud is huge. */
export class PlanGrid {
  readonly cellM: number
  readonly columns: number
  readonly rows: number
  private readonly minX: number
  private readonly minY: number

  /** @param positions x y z interleaved; points with NaN are passed over */
  constructor(positions: Positions, cellM: number) {
    let minX = Number.POSITIVE_INFINITY
    let minY = Number.POSITIVE_INFINITY
    let maxX = Number.NEGATIVE_INFINITY
    let maxY = Number.NEGATIVE_INFINITY
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const x = positions[i]
      const y = positions[i + 1]
      if (!Number.isFinite(x + y + positions[i + 2])) continue
      if (x < minX) minX = x
      if (x > maxX) maxX = x
      if (y < minY) minY = y
      if (y > maxY) maxY = y
    }
    const empty = minX > maxX
    this.minX = empty ? 0 : minX
    this.minY = empty ? 0 : minY
    this.cellM = empty ? cellM : Math.max(cellM, (maxX - minX) / MAX_CELLS_A_SIDE, (maxY - minY) / MAX_CELLS_A_SIDE)
    this.columns = empty ? 1 : Math.floor((maxX - minX) / this.cellM) + 1
    this.rows = empty ? 1 : Math.floor((maxY - minY) / this.cellM) + 1
  }

  /** Cell of the point whose x is at offset i; -1 if the point is not finite. */
  cellOf(positions: Positions, i: number): number {
    const x = positions[i]
    const y = positions[i + 1]
    if (!Number.isFinite(x + y + positions[i + 2])) return -1
    return Math.floor((y - this.minY) / this.cellM) * this.columns + Math.floor((x - this.minX) / this.cellM)
  }

  /** Cell of each point; -1 for those that are not finite. */
  cellsOf(positions: Positions): Int32Array {
    const { minX, minY, cellM, columns } = this
    const cells = new Int32Array(Math.floor(positions.length / 3))
    for (let point = 0, i = 0; point < cells.length; point++, i += 3) {
      const x = positions[i]
      const y = positions[i + 1]
      const hasPlace = Number.isFinite(x + y + positions[i + 2])
      cells[point] = hasPlace ? Math.floor((y - minY) / cellM) * columns + Math.floor((x - minX) / cellM) : -1
    }
    return cells
  }

  /** Column of x, or the nearest one if x is outside. */
  columnAt(x: number): number {
    return clamp(Math.floor((x - this.minX) / this.cellM), this.columns - 1)
  }

  /** Row of y, or the nearest one if y is outside. */
  rowAt(y: number): number {
    return clamp(Math.floor((y - this.minY) / this.cellM), this.rows - 1)
  }

  middleOf(column: number, row: number): [x: number, y: number] {
    return [this.minX + (column + 0.5) * this.cellM, this.minY + (row + 0.5) * this.cellM]
  }
}

function clamp(value: number, most: number): number {
  return Math.min(Math.max(value, 0), most)
}
