import type { Cuboid } from './cuboid.ts'
import { type BoxTest, boxTest, insideBox } from './pointCount.ts'
import type { Pose } from './pose.ts'
import type { Positions } from './positions.ts'

const CELL_M = 2
const MOST_CELLS_A_SIDE = 512

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
  const grid = new BoxCells(tests)
  const { minX, minY, perM, columns, rows, starts, order } = grid
  for (let i = 0; i + 2 < positions.length; i += 3) {
    const x = positions[i]
    const y = positions[i + 1]
    const column = Math.floor((x - minX) * perM)
    const row = Math.floor((y - minY) * perM)
    // Written so that NaN fails.
    if (!(column >= 0 && column < columns && row >= 0 && row < rows)) continue
    const cell = row * columns + column
    for (let k = starts[cell]; k < starts[cell + 1]; k++) {
      const box = order[k]
      if (insideBox(tests[box], x, y, positions[i + 2])) counts[box]++
    }
  }
  return counts
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
    const cellM = isEmpty
      ? CELL_M
      : Math.max(CELL_M, (maxX - minX) / MOST_CELLS_A_SIDE, (maxY - minY) / MOST_CELLS_A_SIDE)
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
