import { PlanGrid } from '../../geometry/planGrid.ts'
import type { Positions } from '../../geometry/positions.ts'

/** z = height + slopeX (x - x0) + slopeY (y - y0). */
type Plane = { x0: number; y0: number; height: number; slopeX: number; slopeY: number }

/** Mean of the points of one cell that lie on the ground. */
type GroundCell = { x: number; y: number; z: number; weight: number }

const CELL_M = 1.5
/** Streets are built to about 5°; a little more lets noise of the ground itself pass. */
const MAX_SLOPE = Math.tan((6 * Math.PI) / 180)
/** Points this near above the lowest surface may be ground. */
const THICKNESS_M = 0.25
const PLANE_REACH_M = 4.5
const PLANE_RESIDUAL_M = 0.1
/** Reflections seem to lie below the street: a cell this much lower than the cells around it is one. */
const PIT_M = 0.4

/**
 * Height of the ground under one cloud. The lowest point of each cell, lowered to what a street of at most 5° allows
 * from its neighbours: so the roof of a car is no hill where it covers the ground. Then a plane through what is around.
 */
export class GroundGrid {
  private readonly grid: PlanGrid
  private readonly surface: Float64Array
  private readonly cells: (GroundCell | null)[]
  private readonly planes: (Plane | null | undefined)[]

  /** @param positions x y z interleaved; points with NaN are passed over */
  constructor(positions: Positions, cellM = CELL_M) {
    this.grid = new PlanGrid(positions, cellM)
    this.surface = this.lowest(positions)
    this.fillPits()
    this.spread()
    this.cells = this.groundCells(positions)
    this.planes = new Array(this.grid.columns * this.grid.rows)
  }

  /** Metres, in the frame of the points; NaN where the cloud has no finite point at all. */
  heightAt(x: number, y: number): number {
    const column = this.grid.columnAt(x)
    const row = this.grid.rowAt(y)
    const cell = row * this.grid.columns + column
    let plane = this.planes[cell]
    if (plane === undefined) {
      plane = this.planeAround(column, row)
      this.planes[cell] = plane
    }
    if (plane === null) return Number.isFinite(this.surface[cell]) ? this.surface[cell] : Number.NaN
    return plane.height + plane.slopeX * (x - plane.x0) + plane.slopeY * (y - plane.y0)
  }

  private lowest(positions: Positions): Float64Array {
    const low = new Float64Array(this.grid.columns * this.grid.rows).fill(Number.POSITIVE_INFINITY)
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const cell = this.grid.cellOf(positions, i)
      if (cell >= 0 && positions[i + 2] < low[cell]) low[cell] = positions[i + 2]
    }
    return low
  }

  private fillPits(): void {
    const before = this.surface.slice()
    const { columns, rows, cellM } = this.grid
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const around: number[] = []
        for (let r = Math.max(0, row - 2); r <= Math.min(rows - 1, row + 2); r++) {
          for (let c = Math.max(0, column - 2); c <= Math.min(columns - 1, column + 2); c++) {
            const height = before[r * columns + c]
            if (Number.isFinite(height) && !(r === row && c === column)) around.push(height)
          }
        }
        if (around.length < 4) continue
        // The lower quarter: half of the cells around may be walls and roofs.
        const usual = around.sort((a, b) => a - b)[Math.floor(around.length / 4)]
        const cell = row * columns + column
        if (before[cell] < usual - PIT_M - 2.8 * cellM * MAX_SLOPE) this.surface[cell] = usual
      }
    }
  }

  /** Lower envelope of cones of the greatest slope, by two sweeps over the grid (a chamfer distance transform). */
  private spread(): void {
    const { surface } = this
    const { columns, rows, cellM } = this.grid
    const straight = cellM * MAX_SLOPE
    const relax = (cell: number, row: number, column: number, rise: number): void => {
      if (row < 0 || column < 0 || row >= rows || column >= columns) return
      surface[cell] = Math.min(surface[cell], surface[row * columns + column] + rise)
    }
    const sweep = (row: number, column: number, step: 1 | -1): void => {
      const cell = row * columns + column
      relax(cell, row, column - step, straight)
      relax(cell, row - step, column, straight)
      relax(cell, row - step, column - step, straight * Math.SQRT2)
      relax(cell, row - step, column + step, straight * Math.SQRT2)
    }
    for (let row = 0; row < rows; row++) for (let column = 0; column < columns; column++) sweep(row, column, 1)
    for (let row = rows - 1; row >= 0; row--)
      for (let column = columns - 1; column >= 0; column--) sweep(row, column, -1)
  }

  private groundCells(positions: Positions): (GroundCell | null)[] {
    const cells = new Array<GroundCell | null>(this.grid.columns * this.grid.rows).fill(null)
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const at = this.grid.cellOf(positions, i)
      const above = at < 0 ? Number.NaN : positions[i + 2] - this.surface[at]
      if (!(above <= THICKNESS_M && above >= -PIT_M)) continue
      const cell = cells[at] ?? { x: 0, y: 0, z: 0, weight: 0 }
      cells[at] = cell
      cell.weight++
      cell.x += (positions[i] - cell.x) / cell.weight
      cell.y += (positions[i + 1] - cell.y) / cell.weight
      cell.z += (positions[i + 2] - cell.z) / cell.weight
    }
    return cells
  }

  private planeAround(column: number, row: number): Plane | null {
    const { columns, rows, cellM } = this.grid
    const [x, y] = this.grid.middleOf(column, row)
    for (const reachM of [PLANE_REACH_M, 2 * PLANE_REACH_M]) {
      const reach = Math.ceil(reachM / cellM)
      const around: GroundCell[] = []
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
        for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
          const cell = this.cells[r * columns + c]
          if (cell && Math.hypot(cell.x - x, cell.y - y) <= reachM) around.push(cell)
        }
      }
      if (around.length < 4) continue
      const first = planeThrough(around, x, y)
      const near = around.filter((cell) => cell.z - heightOn(first, cell) < PLANE_RESIDUAL_M)
      return near.length >= 3 ? planeThrough(near, x, y) : first
    }
    return null
  }
}

function heightOn(plane: Plane, at: { x: number; y: number }): number {
  return plane.height + plane.slopeX * (at.x - plane.x0) + plane.slopeY * (at.y - plane.y0)
}

/** Least squares, each cell weighing by its points up to 20; level where the cells give no slope. */
function planeThrough(cells: readonly GroundCell[], x0: number, y0: number): Plane {
  let [w, x, y, z] = [0, 0, 0, 0]
  for (const cell of cells) {
    const weight = Math.min(cell.weight, 20)
    w += weight
    x += weight * (cell.x - x0)
    y += weight * (cell.y - y0)
    z += weight * cell.z
  }
  x /= w
  y /= w
  z /= w
  // A pull towards level, as strong as one cell: few cells in a row say nothing about the slope across.
  let [xx, xy, yy, xz, yz] = [20, 0, 20, 0, 0]
  for (const cell of cells) {
    const weight = Math.min(cell.weight, 20)
    const dx = cell.x - x0 - x
    const dy = cell.y - y0 - y
    xx += weight * dx * dx
    xy += weight * dx * dy
    yy += weight * dy * dy
    xz += weight * dx * (cell.z - z)
    yz += weight * dy * (cell.z - z)
  }
  const determinant = xx * yy - xy * xy
  let slopeX = (xz * yy - yz * xy) / determinant
  let slopeY = (yz * xx - xz * xy) / determinant
  const steepness = Math.hypot(slopeX, slopeY)
  if (steepness > MAX_SLOPE) {
    slopeX *= MAX_SLOPE / steepness
    slopeY *= MAX_SLOPE / steepness
  }
  return { x0, y0, height: z - slopeX * x - slopeY * y, slopeX, slopeY }
}
