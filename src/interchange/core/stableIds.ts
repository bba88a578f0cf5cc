import { hash } from 'node:crypto'

/**
 * Numbers for formats whose ids are integers: from the text that names a thing, so that they stay the same when others
 * are added. From 1 to 2^48, exact in JSON and in float64.
 */
export class StableIds {
  readonly #taken = new Set<number>()

  take(text: string): number {
    for (let attempt = 0; ; attempt++) {
      const id = hash('sha256', attempt === 0 ? text : `${text}\n${attempt}`, 'buffer').readUIntBE(0, 6) + 1
      if (this.#taken.has(id)) continue
      this.#taken.add(id)
      return id
    }
  }
}

/** 32 hexadecimal characters that name a thing wherever it is exported, as nuScenes has its tokens. */
export const stableToken = (...parts: readonly string[]): string => hash('sha256', JSON.stringify(parts)).slice(0, 32)
