import type { AreaRing } from './evenOddArea.ts'

/**
 * Run lengths of the pixels whose centres are in the rings by the even-odd rule: column by column, beginning with
 * background, as COCO has them.
 */
export function rasterizeRings(
  rings: readonly AreaRing[],
  { widthPx, heightPx }: { widthPx: number; heightPx: number },
): number[] {
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
