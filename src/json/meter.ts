import { BACKSLASH, CLOSE_LIST, CLOSE_OBJECT, COMMA, OPEN_LIST, OPEN_OBJECT, QUOTE, SPACE } from './bytes.ts'
import { JsonTextError } from './jsonTextError.ts'

export interface JsonLimits {
  /** Levels of lists and objects. */
  depth: number
  /** Members of objects and entries of lists, at all levels together. */
  values: number
  /** Lists, objects and texts (keys too): what takes far more memory than its text does, as numbers do not. */
  parts: number
}

/**
 * Counts the depth and the values of a JSON text while its bytes arrive, before it is parsed: parsing a few megabytes
 * of `[[],[],…` takes gigabytes. The parser decides whether the text is JSON.
 */
export class JsonMeter {
  readonly #limits: JsonLimits
  #depth = 0
  #values = 1
  #parts = 0
  #inString = false
  #isEscaped = false
  /** Whether the last token opened a list or object. */
  #isFresh = false

  constructor(limits: JsonLimits) {
    this.#limits = limits
  }

  get values(): number {
    return this.#values
  }

  /** @throws JsonTextError as soon as a limit is passed */
  push(chunk: Uint8Array): void {
    let at = 0
    while (at < chunk.length) at = this.#inString ? this.#passString(chunk, at) : this.#passTokens(chunk, at)
    const { values, parts } = this.#limits
    if (this.#values > values) {
      throw new JsonTextError(`the body holds more than ${values.toLocaleString('en')} values`)
    }
    if (this.#parts > parts) {
      throw new JsonTextError(`the body holds more than ${parts.toLocaleString('en')} lists, objects and texts`)
    }
  }

  /** The index after the closing quote, or the chunk's length. */
  #passString(chunk: Uint8Array, start: number): number {
    let isEscaped = this.#isEscaped
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (byte === BACKSLASH) isEscaped = true
      else if (byte === QUOTE) {
        this.#inString = false
        this.#isEscaped = false
        return at + 1
      }
    }
    this.#isEscaped = isEscaped
    return chunk.length
  }

  /** The index after the next opening quote, or the chunk's length. */
  #passTokens(chunk: Uint8Array, start: number): number {
    for (let at = start; at < chunk.length; at++) {
      const byte = chunk[at]
      if (byte <= SPACE) continue
      const closes = byte === CLOSE_LIST || byte === CLOSE_OBJECT
      if (this.#isFresh) {
        this.#isFresh = false
        if (!closes) this.#values++
      }
      if (byte === COMMA) this.#values++
      else if (closes) this.#depth--
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#isFresh = true
        this.#parts++
        if (++this.#depth > this.#limits.depth) {
          throw new JsonTextError(`the body is nested deeper than ${this.#limits.depth} levels`)
        }
      } else if (byte === QUOTE) {
        this.#inString = true
        this.#parts++
        return at + 1
      }
    }
    return chunk.length
  }
}
