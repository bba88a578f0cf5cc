import type { PixelWindow } from '../livewire/edgeCosts.ts'

const COMPONENTS = 5
/** Added to the variance of each channel: noiseless pictures have none. */
const LEAST_VARIANCE = 4
const CHANNELS = [0, 1, 2] as const

type Three = [number, number, number]

interface Component {
  mean: Three
  /** The inverse covariance: xx, xy, xz, yy, yz, zz. */
  inverse: readonly number[]
  /** Share and determinant, as −log of what they contribute. */
  constant: number
}

/** What colours something has: a mixture of normal distributions in red, green and blue (Rother et al. 2004). */
export class ColourModel {
  readonly #components: readonly Component[]

  private constructor(pixels: PixelWindow, parts: readonly Uint32Array[], count: number) {
    this.#components = parts.map((cells) => componentOf(pixels, cells, cells.length / count))
  }

  /** Parted where the colours of these cells differ most. */
  static of(pixels: PixelWindow, cells: Uint32Array): ColourModel {
    const parts = [partOf(pixels, cells)]
    while (parts.length < COMPONENTS) {
      const widest = parts.reduce((a, b) => (b.variance > a.variance ? b : a))
      const { channel, mean } = widest
      if (widest.variance <= LEAST_VARIANCE) break
      const isBelow = (at: number) => pixels.rgba[4 * at + channel] < mean[channel]
      const below = widest.cells.filter(isBelow)
      if (below.length === 0 || below.length === widest.cells.length) break
      const above = widest.cells.filter((at) => !isBelow(at))
      parts.splice(parts.indexOf(widest), 1, partOf(pixels, below), partOf(pixels, above))
    }
    return new ColourModel(
      pixels,
      parts.map((part) => part.cells),
      cells.length,
    )
  }

  /** Learns a model by assigning each cell to the component that explains it best. */
  learned(pixels: PixelWindow, cells: Uint32Array): ColourModel {
    const members = this.#components.map((): number[] => [])
    for (const at of cells) members[this.#best(pixels.rgba, 4 * at).index].push(at)
    const filled = members.filter((one) => one.length > 0).map((one) => Uint32Array.from(one))
    return filled.length > 0 ? new ColourModel(pixels, filled, cells.length) : this
  }

  /** −log of how likely the colour at this place of `rgba` is. */
  costAt(rgba: Uint8ClampedArray, at: number): number {
    return this.#best(rgba, at).cost
  }

  #best(rgba: Uint8ClampedArray, at: number): { index: number; cost: number } {
    let index = 0
    let cost = Number.POSITIVE_INFINITY
    for (let i = 0; i < this.#components.length; i++) {
      const { mean, inverse, constant } = this.#components[i]
      const [x, y, z] = [rgba[at] - mean[0], rgba[at + 1] - mean[1], rgba[at + 2] - mean[2]]
      const away =
        x * (x * inverse[0] + 2 * (y * inverse[1] + z * inverse[2])) +
        y * (y * inverse[3] + 2 * z * inverse[4]) +
        z * z * inverse[5]
      const here = constant + away / 2
      if (here < cost) [index, cost] = [i, here]
    }
    return { index, cost }
  }
}

function partOf({ rgba }: PixelWindow, cells: Uint32Array) {
  const mean: Three = [0, 0, 0]
  const squares: Three = [0, 0, 0]
  for (const at of cells) {
    for (const c of CHANNELS) {
      mean[c] += rgba[4 * at + c] / cells.length
      squares[c] += rgba[4 * at + c] ** 2 / cells.length
    }
  }
  const spread = CHANNELS.map((c) => squares[c] - mean[c] ** 2)
  const variance = Math.max(...spread)
  return { cells, mean, variance, channel: spread.indexOf(variance) }
}

function componentOf({ rgba }: PixelWindow, cells: Uint32Array, share: number): Component {
  const mean: Three = [0, 0, 0]
  for (const at of cells) for (const c of CHANNELS) mean[c] += rgba[4 * at + c] / cells.length
  let [xx, xy, xz, yy, yz, zz] = [LEAST_VARIANCE, 0, 0, LEAST_VARIANCE, 0, LEAST_VARIANCE]
  for (const at of cells) {
    const [x, y, z] = [rgba[4 * at] - mean[0], rgba[4 * at + 1] - mean[1], rgba[4 * at + 2] - mean[2]]
    xx += (x * x) / cells.length
    xy += (x * y) / cells.length
    xz += (x * z) / cells.length
    yy += (y * y) / cells.length
    yz += (y * z) / cells.length
    zz += (z * z) / cells.length
  }
  const cofactors = [
    yy * zz - yz * yz,
    xz * yz - xy * zz,
    xy * yz - xz * yy,
    xx * zz - xz * xz,
    xy * xz - xx * yz,
    xx * yy - xy * xy,
  ]
  const determinant = xx * cofactors[0] + xy * cofactors[1] + xz * cofactors[2]
  const inverse = cofactors.map((cofactor) => cofactor / determinant)
  return { mean, inverse, constant: Math.log(determinant) / 2 - Math.log(share) }
}
