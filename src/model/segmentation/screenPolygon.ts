/** A place on a surface, pixels. */
export interface SurfacePlace {
  x: number
  y: number
}

export type CellPart = 'inside' | 'outside' | 'edge'

/** Wide enough for rounding: a cell that only nearly touches the edge is looked at point by point. */
const EDGE_PX = 1e-6

/**
 * A closed line on a surface, prepared for testing many points. Inside is what the line winds around (a loop drawn
 * twice in the same direction is not a hole). An edge belongs to the area right of or below it: two polygons with a
 * common edge share no point.
 */
export class ScreenPolygon {
  readonly #corners: readonly SurfacePlace[]
  readonly #cellPx: number
  readonly #columns: number
  /** By row of cells: numbers of the edges that pass through it. */
  readonly #edgesOfRow: number[][]
  /** 1 where an edge passes through the cell. */
  readonly #isEdge: Uint8Array

  /** Corners are counted from the top left of a grid of cells. */
  constructor(corners: readonly SurfacePlace[], grid: { cellPx: number; columns: number; rows: number }) {
    this.#corners = corners
    this.#cellPx = grid.cellPx
    this.#columns = grid.columns
    this.#edgesOfRow = Array.from({ length: grid.rows }, () => [])
    this.#isEdge = new Uint8Array(grid.columns * grid.rows)
    for (let edge = 0; edge < corners.length; edge++) this.#passEdge(edge, grid.rows)
  }

  contains(x: number, y: number): boolean {
    const row = Math.floor(y / this.#cellPx)
    if (!(row >= 0 && row < this.#edgesOfRow.length)) return false
    let winding = 0
    for (const edge of this.#edgesOfRow[row]) {
      const [a, b] = this.#edge(edge)
      if (a.y <= y === b.y <= y) continue
      const crossX = a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)
      if (crossX <= x) winding += a.y <= y ? 1 : -1
    }
    return winding !== 0
  }

  /** Whether all, none or some of a cell may be inside. */
  partOf(row: number, column: number): CellPart {
    if (this.#isEdge[row * this.#columns + column]) return 'edge'
    return this.contains((column + 0.5) * this.#cellPx, (row + 0.5) * this.#cellPx) ? 'inside' : 'outside'
  }

  #edge(edge: number): [SurfacePlace, SurfacePlace] {
    return [this.#corners[edge], this.#corners[(edge + 1) % this.#corners.length]]
  }

  #passEdge(edge: number, rows: number): void {
    const [a, b] = this.#edge(edge)
    const size = this.#cellPx
    const [top, bottom] = a.y <= b.y ? [a, b] : [b, a]
    const firstRow = Math.max(0, Math.floor((top.y - EDGE_PX) / size))
    const lastRow = Math.min(rows - 1, Math.floor((bottom.y + EDGE_PX) / size))
    for (let row = firstRow; row <= lastRow; row++) {
      this.#edgesOfRow[row].push(edge)
      const from = xAt(top, bottom, Math.max(top.y, row * size))
      const to = xAt(top, bottom, Math.min(bottom.y, (row + 1) * size))
      const isLevel = bottom.y - top.y < EDGE_PX
      const left = isLevel ? Math.min(a.x, b.x) : Math.min(from, to)
      const right = isLevel ? Math.max(a.x, b.x) : Math.max(from, to)
      const first = Math.max(0, Math.floor((left - EDGE_PX) / size))
      const last = Math.min(this.#columns - 1, Math.floor((right + EDGE_PX) / size))
      for (let column = first; column <= last; column++) this.#isEdge[row * this.#columns + column] = 1
    }
  }
}

const xAt = (top: SurfacePlace, bottom: SurfacePlace, y: number): number =>
  bottom.y === top.y ? top.x : top.x + ((y - top.y) / (bottom.y - top.y)) * (bottom.x - top.x)
