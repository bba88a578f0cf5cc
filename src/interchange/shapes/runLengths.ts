import type { PixelRing, PixelSize } from './rings.ts'

/**
 * Run lengths of the pixels whose centres are in the rings by the even-odd rule: column by column, beginning with
 * background, as COCO has them.
 */
export function rasterizeRings(rings: readonly PixelRing[], { widthPx, heightPx }: PixelSize): number[] {
  const columns: number[][] = Array.from({ length: widthPx }, () => [])
  for (const ring of rings) {
    for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) crossColumns(ring[j], ring[i], columns)
  }
  const runs = new RunWriter(widthPx * heightPx)
  for (let x = 0; x < widthPx; x++) {
    const crossings = columns[x].sort((a, b) => a - b)
    for (let i = 0; i + 1 < crossings.length; i += 2) {
      const start = Math.min(Math.max(Math.ceil(crossings[i] - 0.5), 0), heightPx)
      const end = Math.min(Math.max(Math.ceil(crossings[i + 1] - 0.5), 0), heightPx)
      runs.cover(x * heightPx + start, x * heightPx + end)
    }
  }
  return runs.end()
}

/** Where an edge crosses the middle of each column. An edge's left end belongs to it, its right end to the next. */
function crossColumns(a: { x: number; y: number }, b: { x: number; y: number }, columns: number[][]): void {
  const [left, right] = a.x <= b.x ? [a, b] : [b, a]
  const first = Math.max(Math.ceil(left.x - 0.5), 0)
  const end = Math.min(Math.ceil(right.x - 0.5), columns.length)
  const slope = (right.y - left.y) / (right.x - left.x)
  for (let x = first; x < end; x++) columns[x].push(left.y + (x + 0.5 - left.x) * slope)
}

class RunWriter {
  readonly #length: number
  readonly #counts: number[] = []
  #at = 0

  constructor(length: number) {
    this.#length = length
  }

  /** Pixels start..end-1 are foreground; called in ascending order, without overlap. */
  cover(start: number, end: number): void {
    if (end <= start) return
    if (start === this.#at && this.#counts.length > 0) this.#counts[this.#counts.length - 1] += end - start
    else this.#counts.push(start - this.#at, end - start)
    this.#at = end
  }

  end(): number[] {
    if (this.#at < this.#length || this.#counts.length === 0) this.#counts.push(this.#length - this.#at)
    return this.#counts
  }
}

/** Foreground pixels. */
export function maskArea(counts: readonly number[]): number {
  let area = 0
  for (let i = 1; i < counts.length; i += 2) area += counts[i]
  return area
}

/** Pixel bounds of the foreground: left, top included, right and bottom behind it; null where there is none. */
export function maskBounds(counts: readonly number[], heightPx: number) {
  let left = Infinity
  let right = -Infinity
  let top = Infinity
  let bottom = -Infinity
  let at = 0
  for (let i = 0; i < counts.length; i++) {
    const end = at + counts[i]
    if (i % 2 === 1 && end > at) {
      const [firstColumn, lastColumn] = [Math.floor(at / heightPx), Math.floor((end - 1) / heightPx)]
      left = Math.min(left, firstColumn)
      right = Math.max(right, lastColumn + 1)
      top = firstColumn === lastColumn ? Math.min(top, at % heightPx) : 0
      bottom = firstColumn === lastColumn ? Math.max(bottom, ((end - 1) % heightPx) + 1) : heightPx
    }
    at = end
  }
  return left === Infinity ? null : { left, top, right, bottom }
}

/** COCO's text of run lengths (rleToString of cocoapi's maskApi.c): differences to two runs before, 5 bits a character. */
export function compressRuns(counts: readonly number[]): string {
  let text = ''
  for (let i = 0; i < counts.length; i++) {
    let value = i > 2 ? counts[i] - counts[i - 2] : counts[i]
    for (let more = true; more; ) {
      let bits = value & 0x1f
      value >>= 5
      more = bits & 0x10 ? value !== -1 : value !== 0
      if (more) bits |= 0x20
      text += String.fromCharCode(bits + 48)
    }
  }
  return text
}

/** The runs of such a text; null where it is none. */
export function expandRuns(text: string): number[] | null {
  const counts: number[] = []
  for (let at = 0; at < text.length; ) {
    let value = 0
    let shift = 0
    for (let more = true; more; shift += 5) {
      const bits = text.charCodeAt(at++) - 48
      if (!(bits >= 0 && bits < 64) || shift > 30) return null
      value |= (bits & 0x1f) << shift
      more = (bits & 0x20) !== 0
      if (!more && bits & 0x10) value |= -1 << (shift + 5)
    }
    counts.push(counts.length > 2 ? value + counts[counts.length - 2] : value)
  }
  return counts.every((run) => run >= 0) ? counts : null
}
