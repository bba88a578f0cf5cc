/** Boxes that propagation placed where little speaks for them. Nothing of it is saved: it is a hint for the person who works now. */
export class UnsureBoxes {
  readonly #frames = new Map<string, ReadonlySet<number>>()

  /** What was said of the object before no longer holds. */
  set(trackId: string, frames: readonly number[]): void {
    this.#frames.set(trackId, new Set(frames))
  }

  has(trackId: string, frame: number): boolean {
    return this.#frames.get(trackId)?.has(frame) ?? false
  }
}
