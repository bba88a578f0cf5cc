import type { PixelWindow } from '../livewire/edgeCosts.ts'
import { patchFeatures } from './features.ts'
import { type PatchPlace, samplePatch } from './patch.ts'

const SIZES = 33
const STEP = 1.02
const MIDDLE = (SIZES - 1) / 2
const SAMPLES = 32
const DEVIATION = 1.2
const REGULARISATION = 0.01

/** Each feature over the sizes, transformed; feature by feature. */
interface Spectrum {
  re: Float64Array
  im: Float64Array
}

/** Finds how much larger or smaller something has become: a filter over sizes (Danelljan et al. 2014). */
export class SizeFilter {
  readonly #goal = transformed(
    Float64Array.from({ length: SIZES }, (_, i) => Math.exp(-(((i - MIDDLE) / DEVIATION) ** 2) / 2)),
  )
  #above: Spectrum | null = null
  #below = new Float64Array(SIZES)

  learn(picture: PixelWindow, place: PatchPlace, rate: number): void {
    const { re, im } = sizeSpectrum(picture, place)
    const before = this.#above
    const above: Spectrum = { re: new Float64Array(re.length), im: new Float64Array(re.length) }
    const energy = new Float64Array(SIZES)
    for (let i = 0; i < re.length; i++) {
      const k = i % SIZES
      above.re[i] = this.#goal.re[k] * re[i] + this.#goal.im[k] * im[i]
      above.im[i] = this.#goal.im[k] * re[i] - this.#goal.re[k] * im[i]
      energy[k] += re[i] * re[i] + im[i] * im[i]
    }
    this.#above = before ? { re: mixed(before.re, above.re, rate), im: mixed(before.im, above.im, rate) } : above
    this.#below = before ? mixed(this.#below, energy, rate) : energy
  }

  /** The factor by which the place has grown. */
  find(picture: PixelWindow, place: PatchPlace): number {
    if (!this.#above) return 1
    const { re, im } = sizeSpectrum(picture, place)
    const sum = { re: new Float64Array(SIZES), im: new Float64Array(SIZES) }
    for (let i = 0; i < re.length; i++) {
      const k = i % SIZES
      sum.re[k] += this.#above.re[i] * re[i] - this.#above.im[i] * im[i]
      sum.im[k] += this.#above.re[i] * im[i] + this.#above.im[i] * re[i]
    }
    let [best, highest] = [MIDDLE, Number.NEGATIVE_INFINITY]
    for (let n = 0; n < SIZES; n++) {
      let value = 0
      for (let k = 0; k < SIZES; k++) {
        const turn = (n * k) % SIZES
        value += (sum.re[k] * COS[turn] - sum.im[k] * SIN[turn]) / (this.#below[k] + REGULARISATION)
      }
      if (value > highest) [best, highest] = [n, value]
    }
    return STEP ** (best - MIDDLE)
  }
}

const COS = Float64Array.from({ length: SIZES }, (_, i) => Math.cos((2 * Math.PI * i) / SIZES))
const SIN = Float64Array.from({ length: SIZES }, (_, i) => Math.sin((2 * Math.PI * i) / SIZES))

function transformed(values: Float64Array): Spectrum {
  const [re, im] = [new Float64Array(SIZES), new Float64Array(SIZES)]
  for (let k = 0; k < SIZES; k++) {
    for (let n = 0; n < SIZES; n++) {
      const turn = (n * k) % SIZES
      re[k] += values[n] * COS[turn]
      im[k] -= values[n] * SIN[turn]
    }
  }
  return { re, im }
}

function sizeSpectrum(picture: PixelWindow, place: PatchPlace): Spectrum {
  const bySize = Array.from({ length: SIZES }, (_, i) => {
    const factor = STEP ** (i - MIDDLE)
    const scaled = { ...place, width: place.width * factor, height: place.height * factor }
    const channels = patchFeatures(samplePatch(picture, scaled, SAMPLES), SAMPLES)
    const fade = 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 1)) / (SIZES + 1))
    return channels.flatMap((channel) => Array.from(channel, (value) => fade * value))
  })
  const features = bySize[0].length
  const spectrum = { re: new Float64Array(features * SIZES), im: new Float64Array(features * SIZES) }
  const values = new Float64Array(SIZES)
  for (let feature = 0; feature < features; feature++) {
    for (let i = 0; i < SIZES; i++) values[i] = bySize[i][feature]
    const { re, im } = transformed(values)
    spectrum.re.set(re, feature * SIZES)
    spectrum.im.set(im, feature * SIZES)
  }
  return spectrum
}

const mixed = (before: Float64Array, now: Float64Array, rate: number): Float64Array<ArrayBuffer> =>
  Float64Array.from(now, (value, i) => (1 - rate) * before[i] + rate * value)
