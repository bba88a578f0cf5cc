import { PlanGrid } from '../../geometry/planGrid.ts'
import type { Positions } from '../../geometry/positions.ts'
import { groundLayers, THICKNESS_M } from './groundLayers.ts'
import { groundSurface, MAX_SLOPE, PIT_M } from './groundSurface.ts'

/** z = height + slopeX (x - x0) + slopeY (y - y0). */
type Plane = { x0: number; y0: number; height: number; slopeX: number; slopeY: number }

/** Mean of the ground points in one cell. */
type GroundCell = { x: number; y: number; z: number; weight: number }

const CELL_M = 1.5
const PLANE_REACH_M = 4.5
const PLANE_RESIDUAL_M = 0.1

/** The ground height of one cloud: the surface of each cell, then a plane through its surroundings. */
export class GroundGrid {
  private readonly grid: PlanGrid
  private readonly surface: Float64Array
  private readonly cells: (GroundCell | null)[]
  private readonly planes: (Plane | null | undefined)[]

  /** @param positions x y z interleaved; points with NaN are passed over */
  constructor(positions: Positions, cellM = CELL_M) {
    this.grid = new PlanGrid(positions, cellM)
    this.surface = groundSurface(this.grid, groundLayers(this.grid, positions))
    this.cells = this.groundCells(positions)
    this.planes = new Array(this.grid.columns * this.grid.rows)
  }

  /** Metres, in the frame of the points; NaN if the cloud has no finite point. */
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
    const here = this.surface[row * columns + column]
    for (const reachM of [PLANE_REACH_M, 2 * PLANE_REACH_M]) {
      const reach = Math.ceil(reachM / cellM)
      const around: GroundCell[] = []
      for (let r = Math.max(0, row - reach); r <= Math.min(rows - 1, row + reach); r++) {
        for (let c = Math.max(0, column - reach); c <= Math.min(columns - 1, column + reach); c++) {
          const cell = this.cells[r * columns + c]
          // A street and a field below it are not one plane.
          const isOneGround = Math.abs(this.surface[r * columns + c] - here) <= PIT_M + 1.5 * reachM * MAX_SLOPE
          if (cell && isOneGround && Math.hypot(cell.x - x, cell.y - y) <= reachM) around.push(cell)
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

/** Least squares, where each cell weighs by its points up to 20; level if the cells give no slope. */
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
  // A pull towards level, as strong as one cell: a few cells in a row do not show the slope across.
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
