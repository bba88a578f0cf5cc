/** A voxel's number: the voxels that have points are numbered in the order in which they are met. */
export class VoxelMap {
  /** By number. */
  readonly xs: number[] = []
  readonly ys: number[] = []
  readonly zs: number[] = []
  #slots = new Int32Array(1 << 12).fill(-1)

  get size(): number {
    return this.xs.length
  }

  /** −1: no voxel has these whole numbers. */
  find(x: number, y: number, z: number): number {
    return this.#slots[this.#placeOf(x, y, z)]
  }

  findOrAdd(x: number, y: number, z: number): number {
    const place = this.#placeOf(x, y, z)
    if (this.#slots[place] >= 0) return this.#slots[place]
    const number = this.xs.length
    this.xs.push(x)
    this.ys.push(y)
    this.zs.push(z)
    this.#slots[place] = number
    if (2 * number > this.#slots.length) this.#grow()
    return number
  }

  /** Where the voxel is, or where it belongs; open addressing. */
  #placeOf(x: number, y: number, z: number): number {
    const mask = this.#slots.length - 1
    let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca6b) ^ Math.imul(z, 0xc2b2ae35)
    hash ^= hash >>> 15
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const number = this.#slots[place]
      if (number < 0 || (this.xs[number] === x && this.ys[number] === y && this.zs[number] === z)) return place
    }
  }

  #grow(): void {
    this.#slots = new Int32Array(4 * this.#slots.length).fill(-1)
    for (let number = 0; number < this.xs.length; number++) {
      this.#slots[this.#placeOf(this.xs[number], this.ys[number], this.zs[number])] = number
    }
  }
}
