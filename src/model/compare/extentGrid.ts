import type { ShapeExtent } from '../shapes/preparedShape.ts'

/** An extent larger than this many cells is examined for each query instead of being stored in all of them. */
const MOST_CELLS = 64
/** A cell is this many times as wide as the usual extent. */
const CELL = 2

/**
 * Extents by the cells of a grid, so that neither a street along one axis nor a few large objects make each query
 * examine all of them.
 */
export class ExtentGrid {
  readonly #extents: readonly ShapeExtent[]
  readonly #cellSize: number
  readonly #cells = new Map<string, number[]>()
  readonly #large: number[] = []
  /** By extent: the question that it was last found for. */
  readonly #seen: Int32Array
  #question = 0
  readonly #found: number[] = []

  constructor(extents: readonly ShapeExtent[]) {
    this.#extents = extents
    this.#seen = new Int32Array(extents.length)
    const sizes = extents
      .map(({ left, top, right, bottom }) => Math.max(right - left, bottom - top))
      .sort((a, b) => a - b)
    this.#cellSize = CELL * (sizes[sizes.length >> 1] || sizes.at(-1) || 1)
    for (let index = 0; index < extents.length; index++) {
      const cells = this.#cellsOf(extents[index])
      if (cells === null) this.#large.push(index)
      else for (const cell of cells) this.#put(cell, index)
    }
  }

  /** Those that overlap this one or touch it, in their order. */
  overlapping(around: ShapeExtent): readonly number[] {
    this.#question++
    this.#found.length = 0
    const cells = this.#cellsOf(around)
    if (cells === null) for (let index = 0; index < this.#extents.length; index++) this.#look(index, around)
    else {
      for (const cell of cells) for (const index of this.#cells.get(cell) ?? []) this.#look(index, around)
      for (const index of this.#large) this.#look(index, around)
    }
    return this.#found.sort((one, other) => one - other)
  }

  #look(index: number, around: ShapeExtent): void {
    if (this.#seen[index] === this.#question) return
    this.#seen[index] = this.#question
    const { left, top, right, bottom } = this.#extents[index]
    if (left <= around.right && right >= around.left && top <= around.bottom && bottom >= around.top)
      this.#found.push(index)
  }

  #put(cell: string, index: number): void {
    const known = this.#cells.get(cell)
    if (known) known.push(index)
    else this.#cells.set(cell, [index])
  }

  /** null: too many. */
  #cellsOf({ left, top, right, bottom }: ShapeExtent): string[] | null {
    const [fromX, fromY] = [Math.floor(left / this.#cellSize), Math.floor(top / this.#cellSize)]
    const [toX, toY] = [Math.floor(right / this.#cellSize), Math.floor(bottom / this.#cellSize)]
    if (!((toX - fromX + 1) * (toY - fromY + 1) <= MOST_CELLS)) return null
    const cells: string[] = []
    for (let x = fromX; x <= toX; x++) for (let y = fromY; y <= toY; y++) cells.push(`${x} ${y}`)
    return cells
  }
}
