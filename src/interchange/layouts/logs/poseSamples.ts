import { interpolatePose, type Pose } from '../../../geometry/pose.ts'

const FIRST_SAMPLES = 64
const NUMBERS = 7
/** Beyond it every second one is dropped again and again, so that a long log takes no more memory. */
const MAX_SAMPLES = 1 << 19

/** Poses of one coordinate frame in another over time. */
export class PoseSamples {
  #timesNs = new BigInt64Array(FIRST_SAMPLES)
  #numbers = new Float64Array(FIRST_SAMPLES * NUMBERS)
  #count = 0
  #isSorted = true
  #isConstant = true
  #every = 1
  #skipped = 0

  get count(): number {
    return this.#count
  }

  /** Whether all poses are equal, as of a sensor that is fixed to the vehicle and says so again and again. */
  get isConstant(): boolean {
    return this.#isConstant
  }

  /** The times of all, increasing. */
  get timesNs(): BigInt64Array {
    this.#sort()
    return this.#timesNs.subarray(0, this.#count)
  }

  add(timeNs: bigint, { position, heading }: Pose): void {
    if (++this.#skipped < this.#every) return
    this.#skipped = 0
    if (this.#count === MAX_SAMPLES) this.#thin()
    if (this.#count === this.#timesNs.length) this.#grow()
    if (this.#count > 0 && timeNs < this.#timesNs[this.#count - 1]) this.#isSorted = false
    this.#timesNs[this.#count] = timeNs
    const { x, y, z } = position
    const numbers = [x, y, z, heading.w, heading.x, heading.y, heading.z]
    this.#isConstant &&= this.#count === 0 || numbers.every((one, place) => one === this.#numbers[place])
    this.#numbers.set(numbers, this.#count * NUMBERS)
    this.#count++
  }

  /** null where the time is more than `toleranceNs` outside of all samples. */
  at(timeNs: bigint, toleranceNs: bigint): Pose | null {
    this.#sort()
    if (this.#count === 0) return null
    const times = this.#timesNs
    const last = this.#count - 1
    if (timeNs < times[0] - toleranceNs || timeNs > times[last] + toleranceNs) return null
    if (timeNs <= times[0]) return this.#pose(0)
    if (timeNs >= times[last]) return this.#pose(last)
    let low = 0
    let high = last
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (times[middle] <= timeNs) low = middle
      else high = middle
    }
    const span = Number(times[high] - times[low])
    return span === 0
      ? this.#pose(high)
      : interpolatePose(this.#pose(low), this.#pose(high), Number(timeNs - times[low]) / span)
  }

  #pose(index: number): Pose {
    const [x, y, z, qw, qx, qy, qz] = this.#numbers.subarray(index * NUMBERS, (index + 1) * NUMBERS)
    return { position: { x, y, z }, heading: { w: qw, x: qx, y: qy, z: qz } }
  }

  #grow(): void {
    const times = new BigInt64Array(this.#timesNs.length * 2)
    times.set(this.#timesNs)
    const numbers = new Float64Array(this.#numbers.length * 2)
    numbers.set(this.#numbers)
    this.#timesNs = times
    this.#numbers = numbers
  }

  #thin(): void {
    this.#take(Array.from({ length: this.#count / 2 }, (_, n) => n * 2))
    this.#every *= 2
  }

  /** Messages of several publishers come in any order. */
  #sort(): void {
    if (this.#isSorted) return
    const times = this.#timesNs
    const order = Array.from({ length: this.#count }, (_, n) => n)
    order.sort((a, b) => (times[a] < times[b] ? -1 : times[a] > times[b] ? 1 : a - b))
    this.#take(order)
    this.#isSorted = true
  }

  #take(order: readonly number[]): void {
    const times = this.#timesNs.slice()
    const numbers = this.#numbers.slice()
    for (const [to, from] of order.entries()) {
      this.#timesNs[to] = times[from]
      this.#numbers.set(numbers.subarray(from * NUMBERS, (from + 1) * NUMBERS), to * NUMBERS)
    }
    this.#count = order.length
  }
}
