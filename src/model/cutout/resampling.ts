import type { PixelWindow } from '../livewire/edgeCosts.ts'
import type { CellGrid } from './connected.ts'
import { BACKGROUND, OBJECT, OPEN } from './gridCut.ts'

/** Means of squares of this side; those at the right and lower sides may be smaller. */
export function coarserPixels({ rgba, width, height }: PixelWindow, factor: number): PixelWindow {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)]
  const sums = new Uint32Array(4 * columns * rows)
  const counts = new Uint32Array(columns * rows)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const to = Math.floor(y / factor) * columns + Math.floor(x / factor)
      counts[to]++
      for (let c = 0; c < 4; c++) sums[4 * to + c] += rgba[4 * (y * width + x) + c]
    }
  }
  const means = Uint8ClampedArray.from(sums, (sum, i) => sum / counts[i >> 2])
  return { rgba: means, width: columns, height: rows }
}

/** OBJECT where there is any, BACKGROUND where it is at least half. */
export function coarserMarks(marks: Uint8Array, width: number, height: number, factor: number): Uint8Array {
  const [columns, rows] = [Math.ceil(width / factor), Math.ceil(height / factor)]
  const counts = new Uint32Array(3 * columns * rows)
  for (let at = 0; at < marks.length; at++) {
    const [x, y] = [at % width, Math.floor(at / width)]
    counts[3 * (Math.floor(y / factor) * columns + Math.floor(x / factor)) + marks[at]]++
  }
  return Uint8Array.from({ length: columns * rows }, (_, i) => {
    if (counts[3 * i + OBJECT] > 0) return OBJECT
    return counts[3 * i + BACKGROUND] >= counts[3 * i + OPEN] ? BACKGROUND : OPEN
  })
}

/** The coarse cut in fine cells, with OPEN along the border, where the coarse cells were too large to decide. */
export function finerCells(coarse: CellGrid, width: number, height: number, factor: number): Uint8Array {
  const { cells, width: columns, height: rows } = coarse
  const isBorder = (x: number, y: number) => {
    const here = cells[y * columns + x]
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++) {
        const [nx, ny] = [x + dx, y + dy]
        if (nx >= 0 && ny >= 0 && nx < columns && ny < rows && cells[ny * columns + nx] !== here) return true
      }
    }
    return false
  }
  const states = cells.map((cell, i) => (isBorder(i % columns, Math.floor(i / columns)) ? OPEN : cell))
  return Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)]
    return states[Math.floor(y / factor) * columns + Math.floor(x / factor)]
  })
}
