import { hash } from 'node:crypto'
import { NumberSet } from './numberSet.ts'

const RANGE = 2 ** 48
/** Odd, so that the places of one thing give different numbers; small enough that products are exact. */
const STRIDE = 0x9e3_779b
const NEXT_ATTEMPT = 0x5bd_1e95

/**
 * Numbers for formats whose ids are integers. They come from the text that names a thing, so that they stay the same
 * when others are added. From 1 to 2^48, exact in JSON and in float64.
 */
export class StableIds {
  readonly #taken = new NumberSet()

  take(text: string): number {
    for (let attempt = 0; ; attempt++) {
      const id = hash('sha256', attempt === 0 ? text : `${text}\n${attempt}`, 'buffer').readUIntBE(0, 6) + 1
      if (this.#taken.add(id)) return id
    }
  }

  /** The number of a part of a thing, from the thing's own number and the part's place in it. */
  takePart(of: number, place: number): number {
    for (let attempt = 0; ; attempt++) {
      const id = ((of - 1 + (place + 1) * STRIDE + attempt * NEXT_ATTEMPT) % RANGE) + 1
      if (this.#taken.add(id)) return id
    }
  }
}

/** 32 hexadecimal characters that name a thing wherever it is exported, as nuScenes has its tokens. */
export const stableToken = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32)
