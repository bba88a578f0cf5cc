import type { BufferAttribute } from 'three'

/** Points that are sent to the GPU together: fewer sends than a range each, less than all. */
const BLOCK_BITS = 12
const BLOCK = 1 << BLOCK_BITS

/** Sends what changed of an attribute with one value a point, and nothing twice before it is drawn. */
export class DirtyBlocks {
  readonly #attribute: BufferAttribute
  readonly #isDirty: Uint8Array

  constructor(attribute: BufferAttribute) {
    this.#attribute = attribute
    this.#isDirty = new Uint8Array(Math.ceil(attribute.count / BLOCK))
    attribute.onUpload(() => {
      this.#isDirty.fill(0)
      attribute.clearUpdateRanges()
    })
  }

  mark(start: number, end: number): void {
    // Mostly one point after another of a block that is known to be dirty.
    if (this.#isDirty[start >>> BLOCK_BITS] && (end - 1) >>> BLOCK_BITS === start >>> BLOCK_BITS) return
    const attribute = this.#attribute
    for (let block = Math.floor(start / BLOCK); block * BLOCK < end; block++) {
      if (this.#isDirty[block]) continue
      this.#isDirty[block] = 1
      const first = block * BLOCK
      attribute.addUpdateRange(first, Math.min(BLOCK, attribute.count - first))
      attribute.needsUpdate = true
    }
  }
}
