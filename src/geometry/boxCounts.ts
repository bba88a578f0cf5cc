import type { Cuboid } from './cuboid.ts'
import { type BoxTest, boxTest } from './pointCount.ts'
import type { Pose } from './pose.ts'
import type { Positions } from './positions.ts'

const LEAST_CELL_M = 0.5
const MOST_CELLS_A_SIDE = 512
/** Cells that a cuboid reaches into, on average; with larger cuboids the cells are larger too. */
const CELLS_A_BOX = 100

/**
 * How many points of one cloud each cuboid holds, as countPointsInBox has it: in one walk over the points, each of which
 * is held against the cuboids of its cell alone.
 */
export function countPointsInBoxes(
  positions: Positions,
  commonFromPoints: Pose,
  cuboids: readonly Cuboid[],
  toleranceM = 1e-6,
): Uint32Array {
  const counts = new Uint32Array(cuboids.length)
  const tests = cuboids.map((cuboid) => boxTest(commonFromPoints, cuboid, toleranceM))
  const { minX, minY, perM, columns, rows, starts, order } = new BoxCells(tests)
  const flat = flattened(tests)
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i]
    const y = positions[i + 1]
    const column = Math.floor((x - minX) * perM)
    const row = Math.floor((y - minY) * perM)
    // Written so that NaN fails.
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) continue
    const cell = row * columns + column
    const end = starts[cell + 1]
    for (let k = starts[cell]; k < end; k++) if (isInside(flat, order[k], x, y, positions[i + 2])) counts[order[k]]++
  }
  return counts
}

const NUMBERS_A_BOX = 18

/** Centre, reach, half extents and axes of each cuboid, one after the other: millions of points are tested with them. */
function flattened(tests: readonly BoxTest[]): Float64Array {
  const flat = new Float64Array(tests.length * NUMBERS_A_BOX)
  for (const [box, { centre, reach, half, axes }] of tests.entries()) {
    flat.set([...centre, ...reach, ...half, ...axes], box * NUMBERS_A_BOX)
  }
  return flat
}

/** Same as insideBox. */
function isInside(flat: Float64Array, box: number, x: number, y: number, z: number): boolean {
  const at = box * NUMBERS_A_BOX
  const dx = x - flat[at]
  const dy = y - flat[at + 1]
  const dz = z - flat[at + 2]
  // Written so that NaN fails.
  if (!(Math.abs(dz) <= flat[at + 5] && Math.abs(dx) <= flat[at + 3] && Math.abs(dy) <= flat[at + 4])) return false
  return (
    Math.abs(flat[at + 9] * dx + flat[at + 12] * dy + flat[at + 15] * dz) <= flat[at + 6] &&
    Math.abs(flat[at + 10] * dx + flat[at + 13] * dy + flat[at + 16] * dz) <= flat[at + 7] &&
    Math.abs(flat[at + 11] * dx + flat[at + 14] * dy + flat[at + 17] * dz) <= flat[at + 8]
  )
}

/** Which cuboids reach into which square of the plane; those that are not finite reach into none. */
class BoxCells {
  readonly minX: number
  readonly minY: number
  readonly perM: number
  readonly columns: number
  readonly rows: number
  /** Cuboids of cell c are order[starts[c] .. starts[c + 1]]. */
  readonly starts: Uint32Array
  readonly order: Uint32Array

  constructor(tests: readonly BoxTest[]) {
    let [minX, minY] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    let [maxX, maxY] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY]
    const finite = tests.map((test) => [...test.centre, ...test.reach].every(Number.isFinite))
    for (const [box, { centre, reach }] of tests.entries()) {
      if (!finite[box]) continue
      minX = Math.min(minX, centre[0] - reach[0])
      maxX = Math.max(maxX, centre[0] + reach[0])
      minY = Math.min(minY, centre[1] - reach[1])
      maxY = Math.max(maxY, centre[1] + reach[1])
    }
    const isEmpty = minX > maxX
    let cellM = isEmpty
      ? LEAST_CELL_M
      : Math.max(LEAST_CELL_M, (maxX - minX) / MOST_CELLS_A_SIDE, (maxY - minY) / MOST_CELLS_A_SIDE)
    while (cellsReached(tests, finite, cellM) > CELLS_A_BOX * tests.length) cellM *= 2
    // A cell more on each side: rounding puts no point on an edge outside.
    this.minX = isEmpty ? 0 : minX - cellM
    this.minY = isEmpty ? 0 : minY - cellM
    this.perM = 1 / cellM
    this.columns = isEmpty ? 0 : Math.floor((maxX - minX) / cellM) + 3
    this.rows = isEmpty ? 0 : Math.floor((maxY - minY) / cellM) + 3
    const cells = tests.map((test, box) => (finite[box] ? this.#cellsOf(test) : []))
    this.starts = new Uint32Array(this.columns * this.rows + 1)
    for (const ofBox of cells) for (const cell of ofBox) this.starts[cell + 1]++
    for (let c = 1; c < this.starts.length; c++) this.starts[c] += this.starts[c - 1]
    const next = this.starts.slice()
    this.order = new Uint32Array(this.starts[this.starts.length - 1])
    for (const [box, ofBox] of cells.entries()) for (const cell of ofBox) this.order[next[cell]++] = box
  }

  #cellsOf({ centre, reach }: BoxTest): number[] {
    const cells: number[] = []
    const at = (value: number, min: number) => Math.floor((value - min) * this.perM)
    // Widened by a hair: the same rounding must not part a point from its cuboid.
    const wide = (metres: number, place: number) => metres + 1e-9 * (1 + Math.abs(place))
    const [reachX, reachY] = [wide(reach[0], centre[0]), wide(reach[1], centre[1])]
    for (let row = at(centre[1] - reachY, this.minY); row <= at(centre[1] + reachY, this.minY); row++) {
      for (let column = at(centre[0] - reachX, this.minX); column <= at(centre[0] + reachX, this.minX); column++) {
        cells.push(row * this.columns + column)
      }
    }
    return cells
  }
}

/** How many cells of this size the cuboids reach into, about. */
function cellsReached(tests: readonly BoxTest[], finite: readonly boolean[], cellM: number): number {
  const cellsAlong = (reachM: number) => (2 * reachM) / cellM + 1
  return tests.reduce((sum, { reach }, box) => sum + (finite[box] ? cellsAlong(reach[0]) * cellsAlong(reach[1]) : 0), 0)
}
