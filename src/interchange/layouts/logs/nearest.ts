import type { SensorReading } from './logIndex.ts'

const absolute = (value: bigint): bigint => (value < 0n ? -value : value)

/** Finds the reading nearest in time, for times that increase. */
export class Nearest {
  readonly #readings: readonly SensorReading[]
  #at = 0

  /** @param readings in the order of time */
  constructor(readings: readonly SensorReading[]) {
    this.#readings = readings
  }

  /** null where the nearest one is further than `mostNs`. */
  to(timeNs: bigint, mostNs: bigint): { reading: SensorReading; offsetNs: bigint } | null {
    const offsetOf = (at: number) => absolute(this.#readings[at].timeNs - timeNs)
    while (this.#at + 1 < this.#readings.length && offsetOf(this.#at + 1) <= offsetOf(this.#at)) this.#at++
    const reading = this.#readings[this.#at]
    if (!reading) return null
    const offsetNs = absolute(reading.timeNs - timeNs)
    return offsetNs <= mostNs ? { reading, offsetNs } : null
  }
}
