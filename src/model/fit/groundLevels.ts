/**
 * Surfaces that may be ground, in parallel arrays: position, height, number of points, and what is below and above
 * each.
 */
export type Levels = {
  count: number
  u: Float64Array
  v: Float64Array
  z: Float64Array
  points: Float64Array
  /** 1 for the lowest surface of its cell. */
  lowest: Uint8Array
  /** 1 if there are points directly above it. */
  covered: Uint8Array
}

const CELL_M = 1
const LAYER_M = 0.1
/** Around the middle of the cells' lowest points. */
const LAYERS_BELOW = 40
const LAYERS = 100
/** Empty layers that part two surfaces of one cell. */
const APART_LAYERS = 2
/** The number of layers of one surface that determine its height: a wall is not thick ground. */
const THICK_LAYERS = 2
const MOST_A_CELL = 4
/** The layers above a surface in which standing things have points. */
const STANDING_LAYERS = 20

/** Cells of 1 m seen from above, each with its points in layers of 0.1 m. */
export class LevelGrid {
  readonly #columns: number
  readonly #rows: number
  readonly #fromZ: number
  readonly #minU: number
  readonly #minV: number
  /** Points, then sums of u, v and z of each layer of each cell. */
  readonly #counts: Uint32Array
  /** For each layer of each cell its row of counts and sums, 0 where it has no point: rows for all take megabytes. */
  readonly #rowOf: Uint32Array
  readonly #sums: Float64Array

  /** @param local u v z interleaved, around an object at (0, 0) */
  constructor(local: Float64Array) {
    let reach = 0
    for (let i = 0; i < local.length; i += 3) {
      reach = Math.max(reach, Math.abs(local[i]), Math.abs(local[i + 1]))
    }
    // The same cells to the left and right, in front and behind: a mirrored world has mirrored cells.
    const half = Math.floor(reach / CELL_M) + 1
    this.#columns = 2 * half
    this.#rows = 2 * half
    this.#minU = -half * CELL_M
    this.#minV = -half * CELL_M
    this.#fromZ = middleOfLowest(local, (i) => this.#cellOf(local, i), this.#columns * this.#rows)
    this.#fromZ -= LAYERS_BELOW * LAYER_M
    this.#rowOf = new Uint32Array(this.#columns * this.#rows * LAYERS)
    this.#counts = new Uint32Array(local.length / 3 + 1)
    this.#sums = new Float64Array(3 * this.#counts.length)
    let rowCount = 0
    for (let i = 0; i < local.length; i += 3) {
      const layer = Math.floor((local[i + 2] - this.#fromZ) / LAYER_M)
      if (!(layer >= 0 && layer < LAYERS)) continue
      const place = this.#cellOf(local, i) * LAYERS + layer
      if (this.#rowOf[place] === 0) this.#rowOf[place] = ++rowCount
      const at = this.#rowOf[place]
      this.#counts[at]++
      this.#sums[3 * at] += local[i]
      this.#sums[3 * at + 1] += local[i + 1]
      this.#sums[3 * at + 2] += local[i + 2]
    }
  }

  #cellOf(local: Float64Array, i: number): number {
    const column = Math.floor((local[i] - this.#minU) / CELL_M)
    return Math.floor((local[i + 1] - this.#minV) / CELL_M) * this.#columns + column
  }

  /** The lower edges of what each cell holds, at most four, from below. */
  levels(): Levels {
    const most = this.#columns * this.#rows * MOST_A_CELL
    const found: Levels = {
      count: 0,
      u: new Float64Array(most),
      v: new Float64Array(most),
      z: new Float64Array(most),
      points: new Float64Array(most),
      lowest: new Uint8Array(most),
      covered: new Uint8Array(most),
    }
    for (let cell = 0; cell < this.#columns * this.#rows; cell++) this.#levelsOf(cell, found)
    return found
  }

  #levelsOf(cell: number, found: Levels): void {
    const from = cell * LAYERS
    const first = found.count
    let empty = APART_LAYERS
    for (let layer = 0; layer < LAYERS && found.count - first < MOST_A_CELL; layer++) {
      if (this.#rowOf[from + layer] === 0) {
        empty++
        continue
      }
      if (empty >= APART_LAYERS) this.#add(from + layer, from + LAYERS, found.count === first, found)
      empty = 0
    }
  }

  /** @param end of the cell's layers */
  #add(at: number, end: number, isLowest: boolean, found: Levels): void {
    const layers = Math.min(THICK_LAYERS, end - at)
    let [points, u, v, z] = [0, 0, 0, 0]
    for (let layer = at; layer < at + layers; layer++) {
      const k = this.#rowOf[layer]
      points += this.#counts[k]
      u += this.#sums[3 * k]
      v += this.#sums[3 * k + 1]
      z += this.#sums[3 * k + 2]
    }
    const i = found.count++
    found.points[i] = points
    found.u[i] = u / points
    found.v[i] = v / points
    found.z[i] = z / points
    found.lowest[i] = isLowest ? 1 : 0
    const over = this.#rowOf.subarray(at + layers, Math.min(at + layers + STANDING_LAYERS, end))
    found.covered[i] = over.some((row) => row > 0) ? 1 : 0
  }
}

function middleOfLowest(local: Float64Array, cellOf: (i: number) => number, cells: number): number {
  const lowest = new Float64Array(cells).fill(Number.POSITIVE_INFINITY)
  for (let i = 0; i < local.length; i += 3) {
    const cell = cellOf(i)
    if (local[i + 2] < lowest[cell]) lowest[cell] = local[i + 2]
  }
  const seen = lowest.filter((z) => Number.isFinite(z)).sort()
  return seen.length > 0 ? seen[seen.length >> 1] : 0
}
