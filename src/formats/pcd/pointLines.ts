import { HALF_LAST_DIGIT, POWERS_OF_TEN } from './decimal.ts'
import { MAX_LINE_BYTES } from './pcdLimits.ts'
import { POINT_LINES_MODULE } from './pointLinesModule.ts'

/** A bit a column. */
export const MAX_COLUMNS = 32

/** What every line holds. */
export interface LineLayout {
  columns: number
  /** Bit n tells that column n is a coordinate. */
  coordinates: number
}

interface Kernel {
  memory: { readonly buffer: ArrayBuffer }
  readLines(length: number, columns: number, coordinates: number, maxLines: number, maxLineBytes: number): number
  bytesRead: { readonly value: number }
  needsFloat64: { readonly value: number }
  text: { readonly value: number }
  powers: { readonly value: number }
  tolerances: { readonly value: number }
  numbers: { readonly value: number }
  TEXT_BYTES: { readonly value: number }
  MAX_NUMBERS: { readonly value: number }
}

/** Reads lines of plain decimals by WebAssembly, from where it is sure of every one: see kernels/pointLines.ts. */
export class PointLines {
  /** Line by line the numbers that were read last; overwritten by the next reading. */
  readonly numbers: Float64Array
  /** How much of the bytes the lines took that were read last. */
  bytesRead = 0
  /** Whether a coordinate read last would lose digits as float32. */
  needsFloat64 = false
  readonly #kernel: Kernel
  readonly #text: Uint8Array

  /** @throws where WebAssembly, or its SIMD, is not known or not allowed. */
  constructor() {
    const bytes = Uint8Array.from(atob(POINT_LINES_MODULE), (letter) => letter.charCodeAt(0))
    this.#kernel = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Kernel
    const { memory, text, powers, tolerances, numbers, TEXT_BYTES, MAX_NUMBERS } = this.#kernel
    this.#text = new Uint8Array(memory.buffer, text.value, TEXT_BYTES.value)
    this.numbers = new Float64Array(memory.buffer, numbers.value, MAX_NUMBERS.value)
    const signed = Array.from(POWERS_OF_TEN.subarray(0, 16), (power) => [power, -power])
    new Float64Array(memory.buffer, powers.value, 32).set(signed.flat())
    new Float64Array(memory.buffer, tolerances.value, 16).set(HALF_LAST_DIGIT.subarray(0, 16))
  }

  /**
   * Reads lines from `start` on, as many as `maxLines` and its own room allow, up to the first that holds anything but
   * plain decimals.
   *
   * @param end is behind a line feed.
   * @returns the number of lines that were read; none when already the first is left to the caller.
   */
  read(bytes: Uint8Array, start: number, end: number, { columns, coordinates }: LineLayout, maxLines: number): number {
    const window = bytes.subarray(start, Math.min(end, start + this.#text.length))
    const wholeLines = window.lastIndexOf(10) + 1
    this.#text.set(window)
    const room = Math.min(maxLines, Math.floor(this.numbers.length / columns))
    const lines = this.#kernel.readLines(wholeLines, columns, coordinates, room, MAX_LINE_BYTES)
    this.bytesRead = this.#kernel.bytesRead.value
    this.needsFloat64 = this.#kernel.needsFloat64.value !== 0
    return lines
  }
}

let shared: PointLines | null | undefined

/**
 * The one of this thread: reading is synchronous, so none disturbs another. Undefined where it cannot be had (a content
 * security policy without `wasm-unsafe-eval`, an old browser): everything is read without it, only more slowly.
 */
export function sharedPointLines(): PointLines | undefined {
  if (shared === undefined) {
    try {
      shared = new PointLines()
    } catch {
      shared = null
    }
  }
  return shared ?? undefined
}
