import { DecodeError } from './decode/DecodeError.ts'

/**
 * The pixels that the images of one job may have together. A few kilobytes can ask for minutes of decoding: without a
 * bound a job of thousands of such files would hold the decoders for days. Broken images count too.
 */
export class PixelBudget {
  readonly #total: number
  #left: number

  constructor(total: number) {
    this.#total = total
    this.#left = total
  }

  charge(pixels: number): void {
    this.#left -= pixels
  }

  /** @throws DecodeError FILE_TOO_LARGE once the budget is used up; images that are being decoded then are finished. */
  ensureLeft(): void {
    if (this.#left > 0) return
    throw new DecodeError(
      'FILE_TOO_LARGE',
      `The images of this job have more than ${this.#total} pixels together, the most that is allowed.`,
    )
  }
}
