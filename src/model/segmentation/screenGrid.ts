import type { PointSurface } from './pointSurface.ts'

const CELL_PX = 16

/**
 * Where points are on a surface, by cells of 16 px: a search for points near a place reads only the cells around it.
 * Holds 4 bytes for each point that is seen. Points of one cell ascend.
 */
export class ScreenGrid {
  readonly cellPx = CELL_PX
  readonly columns: number
  readonly rows: number
  /** Points of cell c are order[starts[c] .. starts[c + 1]]. */
  readonly starts: Uint32Array
  readonly order: Uint32Array

  constructor(positions: Float32Array, surface: PointSurface) {
    this.columns = Math.max(1, Math.ceil(surface.widthPx / CELL_PX))
    this.rows = Math.max(1, Math.ceil(surface.heightPx / CELL_PX))
    this.starts = new Uint32Array(this.columns * this.rows + 1)
    // Two passes make the same projection: remembering the cells between them would take two more bytes per point.
    let seen = 0
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const cell = this.#cellOf(surface, positions[i], positions[i + 1], positions[i + 2])
      if (cell < 0) continue
      this.starts[cell + 1]++
      seen++
    }
    for (let cell = 1; cell < this.starts.length; cell++) this.starts[cell] += this.starts[cell - 1]
    const next = this.starts.slice()
    this.order = new Uint32Array(seen)
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const cell = this.#cellOf(surface, positions[i], positions[i + 1], positions[i + 2])
      if (cell >= 0) this.order[next[cell]++] = i / 3
    }
  }

  #cellOf(surface: PointSurface, x: number, y: number, z: number): number {
    if (!surface.place(x, y, z)) return -1
    const u = surface.u - surface.left
    const v = surface.v - surface.top
    // Written so that NaN fails.
    if (!(u >= 0 && v >= 0 && u < surface.widthPx && v < surface.heightPx)) return -1
    return Math.floor(v / CELL_PX) * this.columns + Math.floor(u / CELL_PX)
  }
}
