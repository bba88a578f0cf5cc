import { elementReader, storeElement } from './binaryElement.ts'
import { type ColumnPlan, SKIP } from './columnPlan.ts'
import { LzfDecoder, LzfError } from './lzfDecoder.ts'
import type { PcdProblems } from './pcdError.ts'
import { type PcdField, type PcdHeader, pointBytes } from './pcdHeader.ts'
import type { PointStore } from './pointStore.ts'

interface Column {
  use: number
  /** Bytes of one point in this column. */
  stride: number
  read: (view: DataView, at: number) => number
}

/**
 * Reads a binary_compressed payload: packed size, unpacked size (both uint32, little-endian), then LZF of all x, all y,
 * and so on. What follows the packed size is padding.
 */
export class CompressedPoints {
  readonly #header: PcdHeader
  readonly #plan: ColumnPlan
  readonly #store: PointStore
  readonly #problems: PcdProblems
  readonly #sizes = new Uint8Array(8)
  #sizesLength = 0
  #packedLeft = 0
  #unpacked = 0
  #decoder: LzfDecoder | undefined
  #columns: Column[] = []
  #column = 0
  #index = 0

  constructor(header: PcdHeader, plan: ColumnPlan, store: PointStore, problems: PcdProblems) {
    this.#header = header
    this.#plan = plan
    this.#store = store
    this.#problems = problems
  }

  push(chunk: Uint8Array): void {
    let start = 0
    if (this.#sizesLength < 8) {
      start = Math.min(8 - this.#sizesLength, chunk.length)
      this.#sizes.set(chunk.subarray(0, start), this.#sizesLength)
      this.#sizesLength += start
      if (this.#sizesLength < 8) return
      this.#begin()
    }
    const packed = chunk.subarray(start, start + this.#packedLeft)
    this.#packedLeft -= packed.length
    this.#guarded((decoder) => decoder.push(packed))
  }

  end(): void {
    if (this.#sizesLength < 8) this.#problems.fatal('the file ends before the sizes of its compressed data')
    if (this.#packedLeft > 0) this.#problems.fatal(`the file ends ${this.#packedLeft} bytes before its compressed data`)
    this.#guarded((decoder) => {
      decoder.end()
      if (decoder.length < this.#unpacked) {
        throw new LzfError(`the compressed data unpacks to ${decoder.length} of ${this.#unpacked} bytes`)
      }
    })
    this.#problems.throwIfAny()
  }

  #guarded(work: (decoder: LzfDecoder) => void): void {
    try {
      work(this.#decoder!)
    } catch (error) {
      if (error instanceof LzfError) this.#problems.fatal(error.message)
      throw error
    }
  }

  #begin(): void {
    const view = new DataView(this.#sizes.buffer)
    this.#packedLeft = view.getUint32(0, true)
    this.#unpacked = view.getUint32(4, true)
    const { fields, points } = this.#header
    // PCL writes padding fields ("_") into the header but not into the compressed data; others write both.
    const kept = [() => true, (field: PcdField) => field.name !== '_'].find(
      (keep) => pointBytes(fields.filter(keep)) * points === this.#unpacked,
    )
    if (kept === undefined) {
      const expected = pointBytes(fields) * points
      this.#problems.fatal(`the compressed data says ${this.#unpacked} bytes, the header's points take ${expected}`)
    }
    fields.forEach((field, place) => {
      const use = this.#plan.uses[place]
      if (kept(field)) this.#columns.push({ use, stride: field.size * field.count, read: elementReader(field, use) })
    })
    this.#decoder = new LzfDecoder(this.#unpacked, (bytes, from, to) => this.#consume(bytes, from, to))
  }

  #consume(bytes: Uint8Array, start: number, end: number): number {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    let at = start
    while (this.#column < this.#columns.length) {
      const { use, stride, read } = this.#columns[this.#column]
      const whole = Math.min(Math.floor((end - at) / stride), this.#header.points - this.#index)
      if (use !== SKIP) {
        for (let taken = 0; taken < whole; taken++) {
          const index = this.#index + taken
          this.#store.reserve(index)
          storeElement(this.#store, this.#problems, use, index, read(view, at + taken * stride))
        }
      }
      at += whole * stride
      this.#index += whole
      if (this.#index < this.#header.points) return at
      this.#index = 0
      this.#column++
    }
    return at
  }
}
