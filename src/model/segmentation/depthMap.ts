import type { SlottedCloud } from './pointCloud.ts'
import type { PointLimits } from './pointLimits.ts'
import type { PointSurface } from './pointSurface.ts'

const LEAST_CELL_PX = 2

/**
 * How far one can see on a surface, from points alone: their depths as splats, with gaps between near ones closed.
 * Closing is a dilation of near points by `reach` cells and an erosion by more: a point is hidden only if every window
 * of (2 reach + 1)² cells that is shifted by up to `erosion` > `reach` cells has a nearer point. One of the windows is
 * entirely on the side of the point towards which a slanted plane recedes, so no plane ever hides itself, however
 * grazing the view and however sparse the points. The outermost `erosion` − `reach` cells of an occluder do not hide.
 */
export class DepthMap {
  readonly #surface: PointSurface
  readonly #cellPx: number
  readonly #marginPx: number
  readonly #columns: number
  readonly #rows: number
  readonly #depths: Float32Array

  /** @param shows by slot: hidden points do not occlude, and neither do points that the limits exclude */
  constructor(cloud: SlottedCloud, surface: PointSurface, shows: Uint8Array, limits: PointLimits) {
    this.#surface = surface
    this.#cellPx = Math.max(LEAST_CELL_PX, surface.closedPx / 4)
    const reach = Math.ceil(surface.closedPx / this.#cellPx)
    const erosion = reach + Math.max(1, Math.round(3 / this.#cellPx))
    this.#marginPx = (reach + erosion) * this.#cellPx
    this.#columns = Math.ceil((surface.widthPx + 2 * this.#marginPx) / this.#cellPx)
    this.#rows = Math.ceil((surface.heightPx + 2 * this.#marginPx) / this.#cellPx)
    const depths = this.#splatted(cloud, shows, limits)
    const cells = { columns: this.#columns, rows: this.#rows }
    this.#depths = mostAround(leastAround(depths, cells, reach), cells, erosion)
  }

  /** Whether the place u, v at this depth is visible. */
  sees(u: number, v: number, depthM: number): boolean {
    const { baseM, share } = this.#surface.tolerance
    const column = this.#columnOf(u)
    const row = this.#rowOf(v)
    return depthM * (1 - share) - baseM <= this.#depths[row * this.#columns + column]
  }

  #columnOf(u: number): number {
    const column = Math.floor((u - this.#surface.left + this.#marginPx) / this.#cellPx)
    return Math.min(Math.max(column, 0), this.#columns - 1)
  }

  #rowOf(v: number): number {
    const row = Math.floor((v - this.#surface.top + this.#marginPx) / this.#cellPx)
    return Math.min(Math.max(row, 0), this.#rows - 1)
  }

  #splatted({ positions, slots }: SlottedCloud, shows: Uint8Array, limits: PointLimits): Float32Array {
    const surface = this.#surface
    const depths = new Float32Array(this.#columns * this.#rows).fill(Infinity)
    const right = surface.left + surface.widthPx + this.#marginPx
    const bottom = surface.top + surface.heightPx + this.#marginPx
    const half = surface.pointSizePx / 2
    for (let i = 0; i + 2 < positions.length; i += 3) {
      if (!shows[slots[i / 3]]) continue
      const [x, y, z] = [positions[i], positions[i + 1], positions[i + 2]]
      if (!surface.place(x, y, z) || !(limits.isEmpty || limits.contains(x, y, z))) continue
      const { u, v, depthM } = surface
      if (!(u > surface.left - this.#marginPx && v > surface.top - this.#marginPx && u < right && v < bottom)) continue
      const lastColumn = this.#columnOf(u + half)
      const lastRow = this.#rowOf(v + half)
      for (let row = this.#rowOf(v - half); row <= lastRow; row++) {
        for (let column = this.#columnOf(u - half); column <= lastColumn; column++) {
          const cell = row * this.#columns + column
          if (depthM < depths[cell]) depths[cell] = depthM
        }
      }
    }
    return depths
  }
}

interface Cells {
  columns: number
  rows: number
}

/** The least of the cells within `radius` on both axes; cells outside the map do not count. */
function leastAround(depths: Float32Array, { columns, rows }: Cells, radius: number): Float32Array {
  const across = new Float32Array(depths.length)
  for (let row = 0; row < rows; row++) {
    const begin = row * columns
    for (let column = 0; column < columns; column++) {
      const last = begin + Math.min(columns - 1, column + radius)
      let least = depths[begin + column]
      for (let at = begin + Math.max(0, column - radius); at <= last; at++) if (depths[at] < least) least = depths[at]
      across[begin + column] = least
    }
  }
  const down = across.slice()
  for (let row = 0; row < rows; row++) {
    const last = Math.min(rows - 1, row + radius)
    // Row by row, in memory order.
    for (let other = Math.max(0, row - radius); other <= last; other++) {
      const shift = (other - row) * columns
      for (let at = row * columns; at < (row + 1) * columns; at++) {
        if (across[at + shift] < down[at]) down[at] = across[at + shift]
      }
    }
  }
  return down
}

const mostAround = (depths: Float32Array, cells: Cells, radius: number): Float32Array =>
  negated(leastAround(negated(depths), cells, radius))

function negated(depths: Float32Array): Float32Array {
  for (let at = 0; at < depths.length; at++) depths[at] = -depths[at]
  return depths
}
