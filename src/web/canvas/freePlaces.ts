/** A box on the screen. */
export interface TakenPlace {
  x: number
  y: number
  width: number
  height: number
}

/** Places for names that do not cover each other: who comes first has it. */
export class FreePlaces {
  readonly #taken: TakenPlace[] = []

  /** Whether the place was free; it is taken from now on. */
  take(place: TakenPlace): boolean {
    if (this.#taken.some((other) => doMeet(place, other))) return false
    this.#taken.push(place)
    return true
  }
}

const doMeet = (a: TakenPlace, b: TakenPlace): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
