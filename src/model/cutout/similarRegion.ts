import type { PixelWindow } from '../livewire/edgeCosts.ts'

interface Cell {
  x: number
  y: number
}

/** Cells around the seed whose mean is its colour: one alone may be noise. */
const SEED_REACH = 1

/** The cells connected with the seed whose colour differs by at most the tolerance (0 to 255) in each channel. */
export function similarRegion({ rgba, width, height }: PixelWindow, seed: Cell, tolerance: number): Uint8Array {
  const region = new Uint8Array(width * height)
  const [red, green, blue] = seedColour({ rgba, width, height }, seed)
  const isSimilar = (at: number) =>
    Math.abs(rgba[4 * at] - red) <= tolerance &&
    Math.abs(rgba[4 * at + 1] - green) <= tolerance &&
    Math.abs(rgba[4 * at + 2] - blue) <= tolerance
  const open = [seed.y * width + seed.x]
  region[open[0]] = 1
  const take = (at: number) => {
    if (region[at] || !isSimilar(at)) return
    region[at] = 1
    open.push(at)
  }
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const x = at % width
    if (x > 0) take(at - 1)
    if (x + 1 < width) take(at + 1)
    if (at >= width) take(at - width)
    if (at < (height - 1) * width) take(at + width)
  }
  return region
}

function seedColour({ rgba, width, height }: PixelWindow, { x, y }: Cell): readonly [number, number, number] {
  const sums: [number, number, number] = [0, 0, 0]
  let count = 0
  for (let ny = Math.max(0, y - SEED_REACH); ny <= Math.min(height - 1, y + SEED_REACH); ny++) {
    for (let nx = Math.max(0, x - SEED_REACH); nx <= Math.min(width - 1, x + SEED_REACH); nx++) {
      const at = 4 * (ny * width + nx)
      for (const c of [0, 1, 2] as const) sums[c] += rgba[at + c]
      count++
    }
  }
  return [sums[0] / count, sums[1] / count, sums[2] / count]
}
