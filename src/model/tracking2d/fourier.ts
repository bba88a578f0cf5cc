/** A square grid of complex numbers, row by row. */
export interface ComplexGrid {
  re: Float64Array
  im: Float64Array
}

export const complexGrid = (cells: number): ComplexGrid => ({
  re: new Float64Array(cells),
  im: new Float64Array(cells),
})

/** The discrete Fourier transform of square grids (Cooley and Tukey 1965). */
export class Fourier {
  readonly size: number
  readonly #cos: Float64Array
  readonly #sin: Float64Array
  readonly #reversed: Uint16Array

  /** @param size of a side, a power of two */
  constructor(size: number) {
    this.size = size
    this.#cos = Float64Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size))
    this.#sin = Float64Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size))
    const bits = Math.log2(size)
    this.#reversed = Uint16Array.from({ length: size }, (_, i) => {
      let reversed = 0
      for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) reversed |= 1 << (bits - 1 - bit)
      return reversed
    })
  }

  /** In place. */
  forward(grid: ComplexGrid): ComplexGrid {
    return this.#transform(grid, 1)
  }

  /** In place. */
  inverse(grid: ComplexGrid): ComplexGrid {
    this.#transform(grid, -1)
    const cells = this.size * this.size
    for (let i = 0; i < cells; i++) {
      grid.re[i] /= cells
      grid.im[i] /= cells
    }
    return grid
  }

  #transform(grid: ComplexGrid, sign: 1 | -1): ComplexGrid {
    for (let line = 0; line < this.size; line++) this.#line(grid, line * this.size, 1, sign)
    for (let line = 0; line < this.size; line++) this.#line(grid, line, this.size, sign)
    return grid
  }

  #line({ re, im }: ComplexGrid, first: number, step: number, sign: 1 | -1): void {
    const { size } = this
    for (let i = 0; i < size; i++) {
      const j = this.#reversed[i]
      if (j <= i) continue
      const [a, b] = [first + i * step, first + j * step]
      ;[re[a], re[b]] = [re[b], re[a]]
      ;[im[a], im[b]] = [im[b], im[a]]
    }
    for (let length = 2; length <= size; length *= 2) {
      const half = length / 2
      const turn = size / length
      for (let start = 0; start < size; start += length) {
        for (let k = 0; k < half; k++) {
          const [cos, sin] = [this.#cos[k * turn], -sign * this.#sin[k * turn]]
          const a = first + (start + k) * step
          const b = a + half * step
          const x = re[b] * cos - im[b] * sin
          const y = re[b] * sin + im[b] * cos
          re[b] = re[a] - x
          im[b] = im[a] - y
          re[a] += x
          im[a] += y
        }
      }
    }
  }
}
