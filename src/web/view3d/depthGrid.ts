import type { CameraImageSize } from '../../geometry/camera.ts'

/** Cells over the longer side of the image. */
const CELLS = 200
/** The maximum distance in cells between points of one surface: the rings of a lidar leave gaps. */
const MOST_ROWS_APART = 8
const MOST_COLUMNS_APART = 4
/** A point behind by less than this belongs to the same surface: noise, and the offset between lidar and camera. */
const SLACK_M = 0.4
const SLACK_SHARE = 0.04

const slackOf = (rangeM: number): number => SLACK_M + SLACK_SHARE * rangeM

/**
 * How far a camera sees, in coarse cells: a z-buffer of scattered points. Gaps between points of one surface are
 * closed, and a surface that runs away from the camera, such as a road, does not hide itself.
 */
export class DepthGrid {
  readonly #columns: number
  readonly #rows: number
  readonly #cellPx: number
  /** Distance from the camera to the nearest point of each cell, metres; Infinity: none. */
  readonly #nearest: Float32Array
  /** The change of the surface's distance over one cell. */
  readonly #slope: Float32Array

  constructor({ width, height }: CameraImageSize) {
    this.#cellPx = Math.max(width, height) / CELLS
    this.#columns = Math.max(1, Math.ceil(width / this.#cellPx))
    this.#rows = Math.max(1, Math.ceil(height / this.#cellPx))
    this.#nearest = new Float32Array(this.#columns * this.#rows).fill(Number.POSITIVE_INFINITY)
    this.#slope = new Float32Array(this.#columns * this.#rows)
  }

  /** u, v in pixels, inside the image. */
  add(u: number, v: number, rangeM: number): void {
    const cell = this.#cellOf(u, v)
    if (rangeM < this.#nearest[cell]) this.#nearest[cell] = rangeM
  }

  /** Once all points are in. */
  close(): void {
    const found = this.#nearest.slice()
    this.#fillGaps(found, this.#rows, this.#columns, this.#columns, 1, MOST_ROWS_APART)
    this.#fillGaps(found, this.#columns, this.#rows, 1, this.#columns, MOST_COLUMNS_APART)
    // Measured first: points behind the gaps of a wall do not belong to it.
    this.#measureSlopes()
  }

  isHidden(u: number, v: number, rangeM: number): boolean {
    const cell = this.#cellOf(u, v)
    const nearest = this.#nearest[cell]
    return rangeM > nearest + slackOf(nearest) + this.#slope[cell]
  }

  #cellOf(u: number, v: number): number {
    const column = Math.min(this.#columns - 1, Math.max(0, Math.floor((u + 0.5) / this.#cellPx)))
    const row = Math.min(this.#rows - 1, Math.max(0, Math.floor((v + 0.5) / this.#cellPx)))
    return row * this.#columns + column
  }

  /**
   * The smaller of the changes upwards and downwards: at the upper edge of a car, one of them leads to something far
   * behind it, and only a continuous surface recedes in both directions.
   */
  #measureSlopes(): void {
    for (let row = 0; row < this.#rows; row++) {
      for (let column = 0; column < this.#columns; column++) {
        const cell = row * this.#columns + column
        const up = this.#changeTowards(cell, row, -1)
        const down = this.#changeTowards(cell, row, 1)
        const least = Math.min(up, down)
        this.#slope[cell] = Number.isFinite(this.#nearest[cell]) && Number.isFinite(least) ? least : 0
      }
    }
  }

  /** The change of distance per cell on the way to the next filled one; Infinity: none within reach. */
  #changeTowards(cell: number, row: number, direction: 1 | -1): number {
    const here = this.#nearest[cell]
    for (let steps = 1; steps <= MOST_ROWS_APART; steps++) {
      const other = row + direction * steps
      if (other < 0 || other >= this.#rows) break
      const there = this.#nearest[cell + direction * steps * this.#columns]
      if (Number.isFinite(there)) return Math.abs(there - here) / steps
    }
    return Number.POSITIVE_INFINITY
  }

  /** Along each line, anything between two points of one surface is on it, or behind it. */
  #fillGaps(found: Float32Array, length: number, lines: number, step: number, lineStep: number, reach: number): void {
    for (let line = 0; line < lines; line++) {
      for (let from = 0; from < length; from++) {
        const start = line * lineStep + from * step
        if (!Number.isFinite(found[start])) continue
        const last = Math.min(length - 1, from + reach)
        for (let to = from + 1; to <= last; to++) {
          const end = line * lineStep + to * step
          const isSame = Math.abs(found[end] - found[start]) <= slackOf(Math.min(found[start], found[end]))
          if (!isSame) continue
          for (let at = from + 1; at < to; at++) {
            const cell = line * lineStep + at * step
            const share = (at - from) / (to - from)
            const rangeM = found[start] * (1 - share) + found[end] * share
            if (rangeM < this.#nearest[cell]) this.#nearest[cell] = rangeM
          }
          break
        }
      }
    }
  }
}
