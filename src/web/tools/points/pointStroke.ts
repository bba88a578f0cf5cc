import type { PickRules, PickSurface, PointIndices, PointPicker } from '../../view3d/pointPicker.ts'
import type { ScreenPoint } from '../../view3d/viewCamera.ts'

export interface StrokeParts {
  picker: PointPicker
  surface: PickSurface
  /** Asked when the stroke's turn has come: the one before may have changed who has which label. */
  rules(): PickRules
  /** The stroke before: two at a time would mix. */
  after: Promise<unknown>
  /** The points that the stroke would change now. */
  onFound(indices: PointIndices): void
}

const NONE: PointIndices = new Uint32Array()

/** One stroke's way through the picker, which answers later than the hand moves. */
export class PointStroke {
  readonly #parts: StrokeParts
  readonly #started: Promise<void>
  #working: Promise<unknown>
  #found: PointIndices = NONE
  #isDropped = false
  /** The next outline to ask for: outlines in between are skipped. */
  #waiting: readonly ScreenPoint[] | null = null
  #isAsking = false

  constructor(parts: StrokeParts) {
    this.#parts = parts
    const begin = async () => {
      if (!this.#isDropped) await parts.picker.begin(parts.surface, parts.rules())
    }
    this.#started = parts.after.then(begin, begin)
    this.#working = this.#started
    this.#working.catch(() => {})
  }

  brush(from: ScreenPoint, to: ScreenPoint, radiusPx: number): void {
    this.#add(async ({ picker, onFound }) => {
      // In parallel: the picker combines requests that come meanwhile into one.
      const more = await picker.brush(from, to, radiusPx)
      if (more.length === 0 || this.#isDropped) return
      this.#found = merged(this.#found, more)
      onFound(this.#found)
    })
  }

  outline(corners: readonly ScreenPoint[]): void {
    this.#waiting = [...corners]
    if (this.#isAsking) return
    this.#isAsking = true
    this.#add(async ({ picker, onFound }) => {
      for (let latest = this.#take(); latest && !this.#isDropped; latest = this.#take()) {
        this.#found = await picker.polygon(latest)
        if (!this.#isDropped) onFound(this.#found)
      }
      this.#isAsking = false
    })
  }

  /** All points found, ascending; empty if the stroke was dropped. Throws the error of the picker. */
  async finish(): Promise<PointIndices> {
    await this.#working
    return this.#isDropped ? NONE : this.#found
  }

  drop(): void {
    this.#isDropped = true
    this.#parts.onFound(NONE)
  }

  #take(): readonly ScreenPoint[] | null {
    const waiting = this.#waiting
    this.#waiting = null
    return waiting
  }

  #add(work: (parts: StrokeParts) => Promise<void>): void {
    const done = this.#started.then(() => (this.#isDropped ? undefined : work(this.#parts)))
    this.#working = Promise.all([this.#working, done])
    // Told by finish; until then it must not count as unheard of.
    this.#working.catch(() => {})
  }
}

/** The two ascend and are disjoint. */
function merged(a: PointIndices, b: PointIndices): PointIndices {
  const all = new Uint32Array(a.length + b.length)
  let [i, j] = [0, 0]
  for (let at = 0; at < all.length; at++) {
    all[at] = j >= b.length || (i < a.length && a[i] < b[j]) ? a[i++] : b[j++]
  }
  return all
}
