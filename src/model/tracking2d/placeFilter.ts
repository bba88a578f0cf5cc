import type { PixelWindow } from '../livewire/edgeCosts.ts'
import { CHANNELS, patchFeatures } from './features.ts'
import { type ComplexGrid, complexGrid, Fourier } from './fourier.ts'
import { type PatchPlace, samplePatch } from './patch.ts'

const SAMPLES = 128
const CELLS = SAMPLES / 4
const REGULARISATION = 0.01
/** The size of the peak in cells: anything farther away belongs to the rest of the response. */
const PEAK_REACH = 5

export interface FoundPlace {
  x: number
  y: number
  /** How far the peak exceeds the rest of the response, in its deviations (Bolme et al. 2010). */
  clarity: number
}

/** Finds where a part of a picture has moved: a correlation filter over several channels (MOSSE, DSST). */
export class PlaceFilter {
  readonly #fourier = new Fourier(CELLS)
  readonly #window = hann(CELLS)
  readonly #goal: ComplexGrid
  readonly #above: ComplexGrid[] = Array.from({ length: CHANNELS }, () => complexGrid(CELLS * CELLS))
  readonly #below = new Float64Array(CELLS * CELLS)
  #isEmpty = true

  /** @param share of the window's sides that the object has */
  constructor(share: { x: number; y: number }) {
    this.#goal = this.#fourier.forward(bell(Math.max(0.6, 0.1 * CELLS * share.x), Math.max(0.6, 0.1 * CELLS * share.y)))
  }

  /** Learns the appearance of the place in this picture, with this weight relative to what was learned before. */
  learn(picture: PixelWindow, place: PatchPlace, rate: number): void {
    const keep = this.#isEmpty ? 0 : 1 - rate
    const take = this.#isEmpty ? 1 : rate
    this.#isEmpty = false
    const { re: goalRe, im: goalIm } = this.#goal
    const energy = new Float64Array(this.#below.length)
    for (const [c, { re, im }] of this.#spectra(picture, place).entries()) {
      const above = this.#above[c]
      for (let i = 0; i < energy.length; i++) {
        above.re[i] = keep * above.re[i] + take * (goalRe[i] * re[i] + goalIm[i] * im[i])
        above.im[i] = keep * above.im[i] + take * (goalIm[i] * re[i] - goalRe[i] * im[i])
        energy[i] += re[i] * re[i] + im[i] * im[i]
      }
    }
    for (let i = 0; i < energy.length; i++) this.#below[i] = keep * this.#below[i] + take * energy[i]
  }

  /** Looks around this place. */
  find(picture: PixelWindow, place: PatchPlace): FoundPlace {
    const response = complexGrid(CELLS * CELLS)
    for (const [c, { re, im }] of this.#spectra(picture, place).entries()) {
      const above = this.#above[c]
      for (let i = 0; i < response.re.length; i++) {
        response.re[i] += above.re[i] * re[i] - above.im[i] * im[i]
        response.im[i] += above.re[i] * im[i] + above.im[i] * re[i]
      }
    }
    for (let i = 0; i < response.re.length; i++) {
      response.re[i] /= this.#below[i] + REGULARISATION
      response.im[i] /= this.#below[i] + REGULARISATION
    }
    const { dx, dy, clarity } = peakOf(this.#fourier.inverse(response).re)
    return { x: place.x + (dx * place.width) / CELLS, y: place.y + (dy * place.height) / CELLS, clarity }
  }

  #spectra(picture: PixelWindow, place: PatchPlace): ComplexGrid[] {
    return patchFeatures(samplePatch(picture, place, SAMPLES), SAMPLES).map((channel) => {
      const grid = complexGrid(channel.length)
      for (let i = 0; i < channel.length; i++) grid.re[i] = channel[i] * this.#window[i]
      return this.#fourier.forward(grid)
    })
  }
}

function hann(size: number): Float64Array {
  const at = (i: number) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / size)
  return Float64Array.from({ length: size * size }, (_, i) => at(i % size) * at(Math.floor(i / size)))
}

/** A peak at the first cell that wraps around the sides. */
function bell(deviationX: number, deviationY: number): ComplexGrid {
  const grid = complexGrid(CELLS * CELLS)
  const away = (i: number) => (i < CELLS / 2 ? i : i - CELLS)
  for (let i = 0; i < grid.re.length; i++) {
    const [x, y] = [away(i % CELLS) / deviationX, away(Math.floor(i / CELLS)) / deviationY]
    grid.re[i] = Math.exp(-(x * x + y * y) / 2)
  }
  return grid
}

function peakOf(response: Float64Array): { dx: number; dy: number; clarity: number } {
  let top = 0
  for (let i = 1; i < response.length; i++) if (response[i] > response[top]) top = i
  const [x, y] = [top % CELLS, Math.floor(top / CELLS)]
  const at = (cx: number, cy: number) => response[((cy + CELLS) % CELLS) * CELLS + ((cx + CELLS) % CELLS)]
  const away = (from: number, to: number) => Math.min(Math.abs(from - to), CELLS - Math.abs(from - to))
  let [sum, squares, count] = [0, 0, 0]
  for (let i = 0; i < response.length; i++) {
    if (away(i % CELLS, x) <= PEAK_REACH && away(Math.floor(i / CELLS), y) <= PEAK_REACH) continue
    sum += response[i]
    squares += response[i] * response[i]
    count++
  }
  const mean = sum / count
  const deviation = Math.sqrt(Math.max(1e-12, squares / count - mean * mean))
  const back = (cell: number) => (cell < CELLS / 2 ? cell : cell - CELLS)
  const dx = back(x) + vertex(at(x - 1, y), response[top], at(x + 1, y))
  const dy = back(y) + vertex(at(x, y - 1), response[top], at(x, y + 1))
  return { dx, dy, clarity: (response[top] - mean) / deviation }
}

/** Between three values, the middle one the highest: where a parabola through them is highest. */
function vertex(before: number, here: number, after: number): number {
  const bend = before - 2 * here + after
  return bend < 0 ? (before - after) / (2 * bend) : 0
}
