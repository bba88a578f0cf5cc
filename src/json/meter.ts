import { BACKSLASH, CLOSE_LIST, COMMA, closingQuote, KINDS, OPEN_LIST, OTHER, SPACE } from './bytes.ts'
import { JsonTextError } from './jsonTextError.ts'

export interface JsonLimits {
  /** Levels of lists and objects. */
  depth: number
  /** Members of objects and entries of lists, at all levels together. */
  values: number
  /** Lists, objects and texts (keys too): what takes far more memory than its text does, as numbers do not. */
  parts: number
}

export const nestedTooDeep = (depth: number) => new JsonTextError(`the body is nested deeper than ${depth} levels`)

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
    const from = this.#isEscaped ? start + 1 : start
    const at = closingQuote(chunk, from - 1)
    this.#isEscaped = false
    if (at < chunk.length) {
      this.#inString = false
      return at + 1
    }
    this.#isEscaped = from <= chunk.length && endsEscaped(chunk, from)
    return chunk.length
  }

  /** The index after the next opening quote, or the chunk's length. Counts in variables: fields cost as much again. */
  #passTokens(chunk: Uint8Array, start: number): number {
    let isFresh = this.#isFresh
    let depth = this.#depth
    let values = this.#values
    let parts = this.#parts
    const kinds = KINDS
    const { length } = chunk
    const mostDepth = this.#limits.depth
    let at = start
    while (at < length) {
      const kind = kinds[chunk[at++]]
      if (kind === SPACE) continue
      if (isFresh && kind !== CLOSE_LIST) values++
      isFresh = false
      if (kind === OTHER) continue
      if (kind === COMMA) values++
      else if (kind === CLOSE_LIST) depth--
      else if (kind === OPEN_LIST) {
        isFresh = true
        parts++
        if (++depth > mostDepth) throw nestedTooDeep(mostDepth)
      } else {
        parts++
        this.#inString = true
        break
      }
    }
    this.#isFresh = isFresh
    this.#depth = depth
    this.#values = values
    this.#parts = parts
    return at
  }
}

/** Whether the text from `start` to the end of the chunk, in which no quote closes it, ends with an open escape. */
function endsEscaped(chunk: Uint8Array, start: number): boolean {
  let from = chunk.length
  while (from > start && chunk[from - 1] === BACKSLASH) from--
  return (chunk.length - from) % 2 === 1
}
