import { LineAssembler } from './lineAssembler.ts'
import type { PcdProblems } from './pcdError.ts'
import type { PcdHeader } from './pcdHeader.ts'
import { MAX_LINE_BYTES } from './pcdLimits.ts'
import { putInteger } from './putNumber.ts'

/** Copies x y z of ASCII point lines byte by byte, and appends a label. */
export class LabelledLines {
  readonly #points: number
  readonly #labels: Uint32Array | Int32Array
  readonly #problems: PcdProblems
  readonly #lines: LineAssembler
  /** For each number of a line: 0 to skip it, otherwise 1 + its axis. */
  readonly #uses: Uint8Array
  /** Start and end of x, y and z in the line at hand. */
  readonly #spans = new Int32Array(6)
  #line: number
  #count = 0
  #out = new Uint8Array(0)
  #end = 0

  constructor(
    header: PcdHeader,
    labels: Uint32Array | Int32Array,
    coordinates: readonly number[],
    headerLines: number,
    problems: PcdProblems,
  ) {
    this.#points = header.points
    this.#labels = labels
    this.#problems = problems
    this.#line = headerLines + 1
    this.#uses = Uint8Array.from(
      header.fields.flatMap((field, place) => Array(field.count).fill(coordinates.indexOf(place) + 1)),
    )
    this.#lines = new LineAssembler(
      (bytes, start, end) => this.#copy(bytes, start, end),
      () => problems.fatal(`longer than ${MAX_LINE_BYTES} bytes`, this.#line),
    )
  }

  /** @returns the labelled lines that are complete with this chunk. */
  push(chunk: Uint8Array): Uint8Array {
    return this.#collected(chunk.length, () => this.#lines.push(chunk))
  }

  /** @throws PcdError when points are missing. */
  end(): Uint8Array {
    const rest = this.#collected(0, () => this.#lines.end())
    if (this.#count < this.#points) {
      this.#problems.fatal(`the file ends after ${this.#count} of ${this.#points} points`, this.#line)
    }
    return rest
  }

  /** A point takes at least the six bytes `0 0 0⏎` and grows by at most a space and eight digits. */
  #collected(bytes: number, work: () => void): Uint8Array {
    const most = bytes + MAX_LINE_BYTES + 2
    this.#out = new Uint8Array(most + 9 * Math.ceil(most / 6))
    this.#end = 0
    work()
    return this.#out.subarray(0, this.#end)
  }

  #copy(bytes: Uint8Array, start: number, end: number): void {
    const uses = this.#uses
    const spans = this.#spans
    const out = this.#out
    let to = this.#end
    for (let at = start; at < end; this.#line++) {
      let byte = bytes[at]
      while (byte === 32 || byte === 9 || byte === 13) byte = bytes[++at]
      if (byte === 10 || byte === 35) {
        at = bytes.indexOf(10, at) + 1
        continue
      }
      if (this.#count >= this.#points) {
        this.#problems.fatal(`more points than the ${this.#points} that POINTS says`, this.#line)
      }
      let column = 0
      while (byte !== 10) {
        const first = at
        while (byte > 32) byte = bytes[++at]
        const use = uses[column++]
        if (use > 0) {
          spans[use * 2 - 2] = first
          spans[use * 2 - 1] = at
        }
        if (at === first) this.#problems.fatal('a control byte among the numbers', this.#line)
        while (byte === 32 || byte === 9 || byte === 13) byte = bytes[++at]
      }
      at++
      if (column !== uses.length) this.#problems.fatal(`${column} numbers, ${uses.length} are needed`, this.#line)
      for (let span = 0; span < 6; span += 2) {
        for (let from = spans[span], last = spans[span + 1]; from < last; from++) out[to++] = bytes[from]
        out[to++] = 32
      }
      to = putInteger(out, to, this.#labels[this.#count++])
      out[to++] = 10
    }
    this.#end = to
  }
}
