import { type Cuboid, cuboidInFrame, halfExtents } from './cuboid.ts'
import { PlanGrid } from './planGrid.ts'
import type { Pose } from './pose.ts'
import type { Positions } from './positions.ts'
import { rotationMatrix } from './quaternion.ts'

/** A cuboid made ready for testing many points of one frame. */
export type BoxTest = {
  centre: readonly [number, number, number]
  /** Columns are the box axes in the points' frame, row-major. */
  axes: readonly number[]
  half: readonly [number, number, number]
  /** Half extents of the axis-aligned bounds. */
  reach: readonly [number, number, number]
}

export function boxTest(commonFromPoints: Pose, cuboid: Cuboid, toleranceM: number): BoxTest {
  const box = cuboidInFrame(commonFromPoints, cuboid)
  const m = rotationMatrix(box.heading)
  const extents = halfExtents(box.dimensions)
  const half = [extents.x + toleranceM, extents.y + toleranceM, extents.z + toleranceM] as const
  // The widening keeps rounding in `reach` from rejecting a point the exact test would take.
  const along = (row: number): number =>
    (Math.abs(m[row]) * half[0] + Math.abs(m[row + 1]) * half[1] + Math.abs(m[row + 2]) * half[2]) * (1 + 1e-12)
  return {
    centre: [box.position.x, box.position.y, box.position.z],
    axes: m,
    half,
    reach: [along(0), along(3), along(6)],
  }
}

export function insideBox(test: BoxTest, x: number, y: number, z: number): boolean {
  const dx = x - test.centre[0]
  const dy = y - test.centre[1]
  const dz = z - test.centre[2]
  // Written so that NaN fails.
  if (!(Math.abs(dx) <= test.reach[0] && Math.abs(dy) <= test.reach[1] && Math.abs(dz) <= test.reach[2])) return false
  const m = test.axes
  return (
    Math.abs(m[0] * dx + m[3] * dy + m[6] * dz) <= test.half[0] &&
    Math.abs(m[1] * dx + m[4] * dy + m[7] * dz) <= test.half[1] &&
    Math.abs(m[2] * dx + m[5] * dy + m[8] * dz) <= test.half[2]
  )
}

/**
 * Finite points inside the cuboid, or within `toleranceM` of a face, in float64.
 * @param commonFromPoints pose of the frame the points are stored in: the sensor's pose, or the identity
 */
export function countPointsInBox(
  positions: Positions,
  commonFromPoints: Pose,
  cuboid: Cuboid,
  toleranceM = 1e-6,
): number {
  const test = boxTest(commonFromPoints, cuboid, toleranceM)
  let count = 0
  for (let i = 0; i + 2 < positions.length; i += 3) {
    if (insideBox(test, positions[i], positions[i + 1], positions[i + 2])) count++
  }
  return count
}

/** Numbers (not offsets) of the points `countPointsInBox` counts, ascending. */
export function pointsInBox(
  positions: Positions,
  commonFromPoints: Pose,
  cuboid: Cuboid,
  toleranceM = 1e-6,
): Uint32Array {
  const test = boxTest(commonFromPoints, cuboid, toleranceM)
  const found: number[] = []
  for (let i = 0; i + 2 < positions.length; i += 3) {
    if (insideBox(test, positions[i], positions[i + 1], positions[i + 2])) found.push(i / 3)
  }
  return Uint32Array.from(found)
}

/** A grid over the xy plane of one cloud: worth building from a handful of boxes per frame. */
export class PointIndex {
  private readonly positions: Positions
  private readonly grid: PlanGrid
  /** Points of cell c are order[starts[c] .. starts[c + 1]]. */
  private readonly starts: Uint32Array
  private readonly order: Uint32Array

  constructor(positions: Positions, cellM = 1) {
    this.positions = positions
    this.grid = new PlanGrid(positions, cellM)
    this.starts = new Uint32Array(this.grid.columns * this.grid.rows + 1)
    this.order = this.sortIntoCells()
  }

  private sortIntoCells(): Uint32Array {
    const { starts } = this
    const cells = this.grid.cellsOf(this.positions)
    let finite = 0
    for (let point = 0; point < cells.length; point++) {
      if (cells[point] < 0) continue
      starts[cells[point] + 1]++
      finite++
    }
    for (let c = 1; c < starts.length; c++) starts[c] += starts[c - 1]
    const next = starts.slice()
    const order = new Uint32Array(finite)
    for (let point = 0; point < cells.length; point++) {
      if (cells[point] >= 0) order[next[cells[point]]++] = point
    }
    return order
  }

  private forEachInBox(test: BoxTest, visit: (point: number) => void): void {
    const { centre, reach } = test
    const { columns } = this.grid
    const [fromColumn, toColumn] = [this.grid.columnAt(centre[0] - reach[0]), this.grid.columnAt(centre[0] + reach[0])]
    const [fromRow, toRow] = [this.grid.rowAt(centre[1] - reach[1]), this.grid.rowAt(centre[1] + reach[1])]
    for (let row = fromRow; row <= toRow; row++) {
      // The cells of a row are consecutive: all columns are one run of points.
      const end = this.starts[row * columns + toColumn + 1]
      for (let k = this.starts[row * columns + fromColumn]; k < end; k++) {
        const i = this.order[k] * 3
        if (insideBox(test, this.positions[i], this.positions[i + 1], this.positions[i + 2])) visit(this.order[k])
      }
    }
  }

  /**
   * Coordinates of the points in the cells around a place, x y z interleaved; if there are more than `most`, an even
   * selection. Cells reach further than the radius.
   */
  around(x: number, y: number, radiusM: number, most: number): Float64Array {
    const { columns } = this.grid
    const [fromColumn, toColumn] = [this.grid.columnAt(x - radiusM), this.grid.columnAt(x + radiusM)]
    const runs: { from: number; to: number }[] = []
    let count = 0
    for (let row = this.grid.rowAt(y - radiusM); row <= this.grid.rowAt(y + radiusM); row++) {
      const run = { from: this.starts[row * columns + fromColumn], to: this.starts[row * columns + toColumn + 1] }
      runs.push(run)
      count += run.to - run.from
    }
    const step = Math.max(1, Math.ceil(count / most))
    const found = new Float64Array(3 * (Math.ceil(count / step) + runs.length))
    let at = 0
    for (const { from, to } of runs) {
      for (let k = from; k < to; k += step) {
        const i = this.order[k] * 3
        found[at++] = this.positions[i]
        found[at++] = this.positions[i + 1]
        found[at++] = this.positions[i + 2]
      }
    }
    return found.subarray(0, at)
  }

  /** Same as countPointsInBox, for the points of this index. */
  countInBox(commonFromPoints: Pose, cuboid: Cuboid, toleranceM = 1e-6): number {
    let count = 0
    this.forEachInBox(boxTest(commonFromPoints, cuboid, toleranceM), () => {
      count++
    })
    return count
  }

  /** Same as pointsInBox, for the points of this index. */
  inBox(commonFromPoints: Pose, cuboid: Cuboid, toleranceM = 1e-6): Uint32Array {
    const found: number[] = []
    this.forEachInBox(boxTest(commonFromPoints, cuboid, toleranceM), (point) => found.push(point))
    return Uint32Array.from(found).sort()
  }
}
