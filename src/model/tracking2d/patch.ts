import type { PixelWindow } from '../livewire/edgeCosts.ts'

/** A part of a picture, by its centre and size in pixels. */
export interface PatchPlace {
  x: number
  y: number
  width: number
  height: number
}

/** More samples per side of a cell add nothing. */
const MOST_TAPS = 6

/**
 * Red, green and blue of the place in `size` cells per side, each the mean of what it covers; outside the picture its
 * border is repeated.
 */
export function samplePatch({ rgba, width, height }: PixelWindow, place: PatchPlace, size: number): Float32Array {
  const patch = new Float32Array(3 * size * size)
  const [stepX, stepY] = [place.width / size, place.height / size]
  const columns = tapsOf(place.x - place.width / 2, stepX, size, width)
  const rows = tapsOf(place.y - place.height / 2, stepY, size, height)
  const [tapsX, tapsY] = [columns.length / size, rows.length / size]
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (let j = 0; j < tapsY; j++) {
        const row = rows[y * tapsY + j] * width
        for (let i = 0; i < tapsX; i++) {
          const at = 4 * (row + columns[x * tapsX + i])
          red += rgba[at]
          green += rgba[at + 1]
          blue += rgba[at + 2]
        }
      }
      const to = 3 * (y * size + x)
      patch[to] = red / (tapsX * tapsY)
      patch[to + 1] = green / (tapsX * tapsY)
      patch[to + 2] = blue / (tapsX * tapsY)
    }
  }
  return patch
}

/**
 * Columns or rows of the picture that each cell covers. At least two, so that small places can move by less than a
 * pixel.
 */
function tapsOf(from: number, step: number, size: number, length: number): Int32Array {
  const taps = Math.min(MOST_TAPS, Math.max(2, Math.ceil(step)))
  return Int32Array.from({ length: size * taps }, (_, i) => {
    const at = Math.floor(from + ((i + 0.5) * step) / taps)
    return Math.min(length - 1, Math.max(0, at))
  })
}
