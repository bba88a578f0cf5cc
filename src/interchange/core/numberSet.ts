const FIRST_CAPACITY = 1024

/** A set of whole numbers from 1 to 2^53. A Set allocates an object for each number beyond 2^31. */
export class NumberSet {
  /** 0 is an empty place. */
  #places = new Float64Array(FIRST_CAPACITY)
  #size = 0

  /** False when it was there already. */
  add(value: number): boolean {
    if (2 * this.#size >= this.#places.length) this.#grow()
    const place = placeOf(this.#places, value)
    if (this.#places[place] === value) return false
    this.#places[place] = value
    this.#size++
    return true
  }

  #grow(): void {
    const grown = new Float64Array(2 * this.#places.length)
    for (const value of this.#places) if (value !== 0) grown[placeOf(grown, value)] = value
    this.#places = grown
  }
}

/** The place of a number, or the next empty place after the one that its bits select. */
function placeOf(places: Float64Array, value: number): number {
  const mask = places.length - 1
  const high = Math.floor(value / 0x1_0000_0000)
  const mixed = Math.imul((value >>> 0) ^ Math.imul(high, 0x85eb_ca6b), 0x9e37_79b1)
  let place = (mixed ^ (mixed >>> 15)) & mask
  while (places[place] !== 0 && places[place] !== value) place = (place + 1) & mask
  return place
}
