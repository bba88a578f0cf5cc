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
  readonly #minU: number
  readonly #minV: number
  /** Lowest layer of each cell that has points. */
  readonly #lowestLayer: Uint8Array
  /** Layers of cell c, from its lowest to its highest, are #rowOf[#starts[c] .. #starts[c + 1]]. */
  readonly #starts: Uint32Array
  /** The row of each of these layers in counts and sums, 0 where it has no point. */
  readonly #rowOf: Uint32Array
  /** Points, then sums of u, v and z, of each layer that has points, from row 1. */
  readonly #counts: Uint32Array
  readonly #sums: Float64Array
  #rowCount = 0

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
    const count = local.length / 3
    const cells = new Uint32Array(count)
    for (let point = 0; point < count; point++) cells[point] = this.#cellOf(local, 3 * point)
    const cellCount = this.#columns * this.#rows
    const layers = layersOf(local, middleOfLowest(local, cells, cellCount) - LAYERS_BELOW * LAYER_M)
    const highestLayer = new Int8Array(cellCount).fill(-1)
    this.#lowestLayer = new Uint8Array(cellCount).fill(LAYERS)
    for (let point = 0; point < count; point++) {
      const [cell, layer] = [cells[point], layers[point]]
      if (layer < 0) continue
      if (layer < this.#lowestLayer[cell]) this.#lowestLayer[cell] = layer
      if (layer > highestLayer[cell]) highestLayer[cell] = layer
    }
    this.#starts = new Uint32Array(cellCount + 1)
    for (let cell = 0; cell < cellCount; cell++) {
      const height = Math.max(0, highestLayer[cell] - this.#lowestLayer[cell] + 1)
      this.#starts[cell + 1] = this.#starts[cell] + height
    }
    this.#rowOf = new Uint32Array(this.#starts[cellCount])
    this.#counts = new Uint32Array(count + 1)
    this.#sums = new Float64Array(3 * this.#counts.length)
    for (let point = 0; point < count; point++) {
      if (layers[point] < 0) continue
      const place = this.#starts[cells[point]] + layers[point] - this.#lowestLayer[cells[point]]
      if (this.#rowOf[place] === 0) this.#rowOf[place] = ++this.#rowCount
      const at = this.#rowOf[place]
      this.#counts[at]++
      this.#sums[3 * at] += local[3 * point]
      this.#sums[3 * at + 1] += local[3 * point + 1]
      this.#sums[3 * at + 2] += local[3 * point + 2]
    }
  }

  #cellOf(local: Float64Array, i: number): number {
    const column = Math.floor((local[i] - this.#minU) / CELL_M)
    return Math.floor((local[i + 1] - this.#minV) / CELL_M) * this.#columns + column
  }

  /** The lower edges of what each cell holds, at most four, from below. */
  levels(): Levels {
    const cellCount = this.#columns * this.#rows
    const most = Math.min(cellCount * MOST_A_CELL, this.#rowCount)
    const found: Levels = {
      count: 0,
      u: new Float64Array(most),
      v: new Float64Array(most),
      z: new Float64Array(most),
      points: new Float64Array(most),
      lowest: new Uint8Array(most),
      covered: new Uint8Array(most),
    }
    for (let cell = 0; cell < cellCount; cell++) this.#levelsOf(cell, found)
    return found
  }

  #levelsOf(cell: number, found: Levels): void {
    const end = this.#starts[cell + 1]
    const first = found.count
    let empty = APART_LAYERS
    for (let layer = this.#starts[cell]; layer < end && found.count - first < MOST_A_CELL; layer++) {
      if (this.#rowOf[layer] === 0) {
        empty++
        continue
      }
      if (empty >= APART_LAYERS) this.#add(layer, end, found.count === first, found)
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
    found.covered[i] = this.#hasPoints(at + layers, Math.min(at + layers + STANDING_LAYERS, end)) ? 1 : 0
  }

  #hasPoints(from: number, to: number): boolean {
    for (let layer = from; layer < to; layer++) if (this.#rowOf[layer] > 0) return true
    return false
  }
}

/** The layer of each point; -1 for points below or above all layers. */
function layersOf(local: Float64Array, fromZ: number): Int8Array {
  const layers = new Int8Array(local.length / 3)
  for (let point = 0; point < layers.length; point++) {
    const layer = Math.floor((local[3 * point + 2] - fromZ) / LAYER_M)
    layers[point] = layer >= 0 && layer < LAYERS ? layer : -1
  }
  return layers
}

function middleOfLowest(local: Float64Array, cells: Uint32Array, cellCount: number): number {
  const lowest = new Float64Array(cellCount).fill(Number.POSITIVE_INFINITY)
  for (let point = 0; point < cells.length; point++) {
    const z = local[3 * point + 2]
    if (z < lowest[cells[point]]) lowest[cells[point]] = z
  }
  const seen = lowest.filter((z) => Number.isFinite(z)).sort()
  return seen.length > 0 ? seen[seen.length >> 1] : 0
}
