import type { PointLabels } from '../document.ts'
import { EditError, type LabelRuns } from './documentOperation.ts'

/*
 * Runs as text, which JSON, structured clones and the history store at one byte per character. Each run is three
 * numbers: the gap since the end of the previous run (from 0), its length less one, and 0 for the label of the previous
 * run (at first label_key 0) or else label_key + 1. Numbers are base64 digits of 5 bits, the lowest first, as in source
 * maps; 32 more in a digit means that another follows. A scattered point costs three characters. By construction, the
 * text cannot express runs that overlap or go backwards.
 */
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0))
/** Values of all characters: a character that is not a digit must not read as one. */
const VALUES = new Uint8Array(65_536).fill(255)
for (const [value, code] of CODES.entries()) VALUES[code] = value
const MOST_LABEL = 0xffffffff

export type RunVisitor = (start: number, length: number, labelKey: number) => void

/** Writes runs one by one; they ascend without overlap. */
export class RunWriter {
  #bytes: Uint8Array<ArrayBuffer>
  #length = 0
  #end = 0
  #labelKey = 0

  /** @param runCount the expected number of runs */
  constructor(runCount = 0) {
    this.#bytes = new Uint8Array(256 + 3 * runCount)
  }

  /** The current length in characters. */
  get length(): number {
    return this.#length
  }

  add(start: number, length: number, labelKey: number): void {
    // Three numbers of at most seven digits each.
    if (this.#length + 24 > this.#bytes.length) this.#grow()
    const gap = start - this.#end
    const label = labelKey === this.#labelKey ? 0 : labelKey + 1
    this.#end = start + length
    this.#labelKey = labelKey
    if (gap < 32 && length <= 32 && label < 32) {
      // As nearly all are, of a stroke over a million.
      const bytes = this.#bytes
      const at = this.#length
      bytes[at] = CODES[gap]
      bytes[at + 1] = CODES[length - 1]
      bytes[at + 2] = CODES[label]
      this.#length = at + 3
      return
    }
    this.#put(gap)
    this.#put(length - 1)
    this.#put(label)
  }

  text(): LabelRuns {
    return new TextDecoder().decode(this.#bytes.subarray(0, this.#length))
  }

  #put(value: number): void {
    let left = value
    while (left >= 32) {
      this.#bytes[this.#length++] = CODES[32 + (left % 32)]
      left = Math.floor(left / 32)
    }
    this.#bytes[this.#length++] = CODES[left]
  }

  #grow(): void {
    const larger = new Uint8Array(2 * this.#bytes.length)
    larger.set(this.#bytes)
    this.#bytes = larger
  }
}

/** Reads runs one by one. Strokes of many runs loop over it: they would feel a callback for each run. */
export class RunReader {
  readonly #text: LabelRuns
  #at = 0
  #end = 0
  start = 0
  length = 0
  labelKey = 0

  constructor(runs: LabelRuns) {
    this.#text = runs
  }

  /** Goes to the next run; false after the last one. @throws EditError for text that no RunWriter writes */
  next(): boolean {
    const text = this.#text
    const at = this.#at
    if (at >= text.length) return false
    // Past the end there is no digit.
    let gap = at + 2 < text.length ? VALUES[text.charCodeAt(at)] : 255
    let rest = VALUES[text.charCodeAt(at + 1)]
    let label = VALUES[text.charCodeAt(at + 2)]
    if ((gap | rest | label) < 32) this.#at = at + 3
    else {
      gap = this.#number()
      rest = this.#number()
      label = this.#number()
    }
    if (label > 0) this.labelKey = label - 1
    if (this.labelKey > MOST_LABEL) throw new EditError(`${this.labelKey} is no label`)
    this.start = this.#end + gap
    this.length = rest + 1
    this.#end = this.start + this.length
    return true
  }

  #number(): number {
    let value = 0
    for (let factor = 1; factor <= 2 ** 30 && this.#at < this.#text.length; factor *= 32) {
      const digit = VALUES[this.#text.charCodeAt(this.#at++)]
      if (digit >= 64) break
      value += (digit % 32) * factor
      if (digit < 32) return value
    }
    throw new EditError('runs of labels are cut off or no runs')
  }
}

/** @throws EditError for text that no RunWriter writes */
export function forEachRun(runs: LabelRuns, visit: RunVisitor): void {
  for (const run = new RunReader(runs); run.next(); ) visit(run.start, run.length, run.labelKey)
}

/** Throws unless the text consists of runs inside the cloud. */
export function checkLabelRuns(runs: LabelRuns, pointCount: number): void {
  let end = 0
  forEachRun(runs, (start, length) => {
    end = start + length
  })
  checkEnd(end, pointCount)
}

function checkEnd(end: number, pointCount: number): void {
  if (end > pointCount) throw new EditError(`a run to ${end} does not fit a cloud of ${pointCount} points`)
}

/** Writes the runs into the labels: in place, since copying millions for each stroke would be felt. */
export function paintLabels(labels: PointLabels, runs: LabelRuns): void {
  checkLabelRuns(runs, labels.length)
  forEachRun(runs, (start, length, labelKey) => fillRun(labels, start, length, labelKey))
}

/** `fill` is for long runs: calling it costs more than a few points do. */
export function fillRun(values: PointLabels | Uint16Array, start: number, length: number, value: number): void {
  if (length > 32) values.fill(value, start, start + length)
  else for (let at = start; at < start + length; at++) values[at] = value
}

/** What the labels say now where `runs` would change them: painted later, it takes the change back. */
export function labelsUnder(labels: PointLabels, runs: LabelRuns): LabelRuns {
  checkLabelRuns(runs, labels.length)
  const under = new RunWriter()
  forEachRun(runs, (start, length) => addUnder(under, labels, start, start + length))
  return under.text()
}

/**
 * Paints the runs and returns the runs that undo it. It makes one pass, since strokes wait for it; runs that do not fit
 * paint nothing.
 */
export function repaintLabels(labels: PointLabels, runs: LabelRuns): LabelRuns {
  const under = new RunWriter(runs.length / 3)
  try {
    for (const run = new RunReader(runs); run.next(); ) {
      const { start, length, labelKey } = run
      checkEnd(start + length, labels.length)
      addUnder(under, labels, start, start + length)
      fillRun(labels, start, length, labelKey)
    }
  } catch (error) {
    paintLabels(labels, under.text())
    throw error
  }
  return under.text()
}

function addUnder(under: RunWriter, labels: PointLabels, first: number, end: number): void {
  for (let start = first; start < end; ) {
    let next = start + 1
    while (next < end && labels[next] === labels[start]) next++
    under.add(start, next - start, labels[start])
    start = next
  }
}

/** Runs that give all these points one label. The indices ascend. */
export function labelRunsOf(indices: ArrayLike<number>, labelKey: number): LabelRuns {
  const runs = new RunWriter(indices.length)
  for (let i = 0; i < indices.length; ) {
    const start = indices[i]
    let length = 1
    while (i + length < indices.length && indices[i + length] === start + length) length++
    runs.add(start, length, labelKey)
    i += length
  }
  return runs.text()
}

/** Splits runs into parts of about `mostLength` characters at most, so that each can be sent easily. */
export function splitRuns(runs: LabelRuns, mostLength: number): LabelRuns[] {
  if (runs.length <= mostLength) return [runs]
  const parts: LabelRuns[] = []
  let part = new RunWriter()
  forEachRun(runs, (start, length, labelKey) => {
    if (part.length >= mostLength) {
      parts.push(part.text())
      part = new RunWriter()
    }
    part.add(start, length, labelKey)
  })
  return [...parts, part.text()]
}
