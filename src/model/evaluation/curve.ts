/** 0, 0.01 … 1, as numpy.linspace rounds them. */
export const RECALLS: readonly number[] = Array.from({ length: 101 }, (_, i) => (i === 100 ? 1 : i * 0.01))

/** What a detector reaches, at each of RECALLS. */
export interface Curve {
  /** The recall over all detections. */
  recall: number
  precision: readonly number[]
  /** The threshold of the scores at that recall; 0 where it is not reached. */
  score: readonly number[]
}

/** The number of times each job counts. */
export class Weights {
  static readonly EQUAL = new Weights(null)
  readonly #counts: Uint32Array | null

  constructor(counts: Uint32Array | null) {
    this.#counts = counts
  }

  of(job: number): number {
    return this.#counts === null ? 1 : this.#counts[job]
  }

  sum(jobs: readonly number[]): number {
    if (this.#counts === null) return jobs.length
    return jobs.reduce((sum, job) => sum + this.of(job), 0)
  }
}

export const averageOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
