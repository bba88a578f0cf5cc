import type { SensorFile } from './sensorFiles.ts'

/** Finds the file of a sensor for each frame of the clock: the nearest in time, or the one of the same name. */
export class NearestFiles {
  /** The largest distance of a file that was found; null where none has a time. */
  maxOffsetMs: number | null = null
  /** Frames without a file. */
  missed = 0
  readonly #timed: readonly { timeNs: bigint; entry: SensorFile }[]
  readonly #named: ReadonlyMap<string, SensorFile>
  readonly #limitNs: bigint

  constructor(files: readonly SensorFile[], limitMs: number) {
    this.#timed = files
      .flatMap((entry) => (entry.timeNs === null ? [] : [{ timeNs: entry.timeNs, entry }]))
      .sort((a, b) => (a.timeNs < b.timeNs ? -1 : a.timeNs > b.timeNs ? 1 : 0))
    this.#named = new Map(files.map((entry) => [entry.stem, entry]))
    this.#limitNs = BigInt(Math.round(limitMs * 1e6))
  }

  of({ timeNs, stem }: SensorFile): SensorFile | null {
    const found = timeNs === null ? this.#named.get(stem) : (this.#nearest(timeNs) ?? this.#untimed(stem))
    if (!found) this.missed++
    return found ?? null
  }

  #untimed(stem: string): SensorFile | undefined {
    const named = this.#named.get(stem)
    return named?.timeNs === null ? named : undefined
  }

  #nearest(timeNs: bigint): SensorFile | undefined {
    let low = 0
    let high = this.#timed.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#timed[middle].timeNs < timeNs) low = middle + 1
      else high = middle
    }
    const near = [this.#timed[low - 1], this.#timed[low]].flatMap((one) =>
      one ? [{ entry: one.entry, distanceNs: one.timeNs < timeNs ? timeNs - one.timeNs : one.timeNs - timeNs }] : [],
    )
    const best = near.toSorted((a, b) => (a.distanceNs < b.distanceNs ? -1 : 1)).at(0)
    if (!best || best.distanceNs > this.#limitNs) return undefined
    this.maxOffsetMs = Math.max(this.maxOffsetMs ?? 0, Number(best.distanceNs) / 1e6)
    return best.entry
  }
}
