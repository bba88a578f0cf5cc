import { elementReader, storeElement } from './binaryElement.ts'
import { type ColumnPlan, SKIP } from './columnPlan.ts'
import type { PcdProblems } from './pcdError.ts'
import { type PcdHeader, pointBytes } from './pcdHeader.ts'
import type { PointStore } from './pointStore.ts'

interface Taken {
  use: number
  offset: number
  read: (view: DataView, at: number) => number
}

/** Reads a binary payload: one packed, little-endian record a point. What follows the last point is padding. */
export class BinaryPoints {
  readonly #points: number
  readonly #store: PointStore
  readonly #problems: PcdProblems
  readonly #taken: Taken[] = []
  readonly #stride: number
  readonly #carry: Uint8Array
  #carried = 0
  #count = 0

  constructor(header: PcdHeader, plan: ColumnPlan, store: PointStore, problems: PcdProblems) {
    this.#points = header.points
    this.#store = store
    this.#problems = problems
    this.#stride = pointBytes(header.fields)
    this.#carry = new Uint8Array(this.#stride)
    let offset = 0
    header.fields.forEach((field, place) => {
      const use = plan.uses[place]
      if (use !== SKIP) this.#taken.push({ use, offset, read: elementReader(field, use) })
      offset += field.size * field.count
    })
  }

  push(chunk: Uint8Array): void {
    let start = 0
    if (this.#carried > 0) {
      start = Math.min(this.#stride - this.#carried, chunk.length)
      this.#carry.set(chunk.subarray(0, start), this.#carried)
      this.#carried += start
      if (this.#carried < this.#stride) return
      this.#carried = 0
      this.#records(this.#carry, 0, 1)
    }
    const whole = Math.floor((chunk.length - start) / this.#stride)
    this.#records(chunk, start, whole)
    const rest = chunk.subarray(start + whole * this.#stride)
    this.#carry.set(rest)
    this.#carried = rest.length
  }

  end(): void {
    if (this.#count < this.#points) {
      this.#problems.fatal(`the file ends after ${this.#count} of ${this.#points} points`)
    }
    this.#problems.throwIfAny()
  }

  #records(bytes: Uint8Array, start: number, number: number): void {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const last = Math.min(this.#points, this.#count + number)
    for (let at = start; this.#count < last; at += this.#stride) {
      const index = this.#count++
      this.#store.reserve(index)
      for (const taken of this.#taken) {
        storeElement(this.#store, this.#problems, taken.use, index, taken.read(view, at + taken.offset))
      }
    }
  }
}
