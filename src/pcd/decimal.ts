const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** Whether a word is a number of the PCD grammar (no hex, no underscores, no inf, no nan). */
export function isDecimal(word: string): boolean {
  return NUMBER.test(word)
}

/** From here on a value rounds to infinity as float32: FLT_MAX plus half a unit in its last place. */
export const FLOAT32_OVERFLOW = 3.4028235677973366e38

/** Powers of ten that are exact in float64. */
export const POWERS_OF_TEN = Float64Array.from({ length: 23 }, (_, exponent) => Number(`1e${exponent}`))

/** A hair over one half, for digits that were rounded from a tie (513263.3125 printed as 513263.312). */
const HALF = 0.50001

/** Half a unit of the last of `n` decimals: a text with `n` decimals can be restored from a nearer value. */
export const HALF_LAST_DIGIT = Float64Array.from({ length: 23 }, (_, decimals) => HALF * Number(`1e-${decimals}`))

/** Largest m for which m × 10 + 9 is below 2^53. */
const LAST_EXACT = 900_719_925_474_098

/**
 * Scans one number from bytes without making a string, correctly rounded to float64: up to 2^53, multiplying or
 * dividing an integer by an exact power of ten is one correctly rounded operation (Clinger 1990); longer numbers use
 * Number(). Results are fields, so that a number allocates nothing.
 */
export class DecimalScanner {
  /** The index after the number; after a fault, its position. */
  end = 0
  /** The text is not a number of the grammar. */
  malformed = false
  value = 0
  /** Largest error after which the digits of the text can still be restored. */
  tolerance = 0

  /** @param bytes must have a white-space byte at or after `start`, otherwise scanning runs to its end. */
  scan(bytes: Uint8Array, start: number): void {
    let at = start
    let byte = bytes[at]
    const negative = byte === 45
    if (byte === 45 || byte === 43) byte = bytes[++at]
    if (byte === 110 || byte === 78) {
      this.#nan(bytes, at)
      return
    }
    let mantissa = 0
    let exponent = 0
    let digits = 0
    let exact = true
    for (; byte >= 48 && byte <= 57; byte = bytes[++at], digits++) {
      if (mantissa <= LAST_EXACT) mantissa = mantissa * 10 + (byte - 48)
      else {
        exact = false
        exponent++
      }
    }
    if (byte === 46) {
      byte = bytes[++at]
      for (; byte >= 48 && byte <= 57; byte = bytes[++at], digits++) {
        if (mantissa <= LAST_EXACT) {
          mantissa = mantissa * 10 + (byte - 48)
          exponent--
        } else exact = false
      }
    }
    if (digits === 0) {
      this.#fail(at)
      return
    }
    if (byte === 101 || byte === 69) {
      at = this.#exponent(bytes, at + 1)
      if (at < 0) return
      exponent += this.#exponentValue
      byte = bytes[at]
    }
    this.#finish(bytes, start, at, negative, mantissa, exponent, exact)
  }

  #exponentValue = 0

  #exponent(bytes: Uint8Array, start: number): number {
    let at = start
    const negative = bytes[at] === 45
    if (bytes[at] === 45 || bytes[at] === 43) at++
    const first = at
    let value = 0
    for (let byte = bytes[at]; byte >= 48 && byte <= 57; byte = bytes[++at])
      value = Math.min(value * 10 + byte - 48, 99_999)
    if (at === first) {
      this.#fail(at)
      return -1
    }
    this.#exponentValue = negative ? -value : value
    return at
  }

  #finish(
    bytes: Uint8Array,
    start: number,
    end: number,
    negative: boolean,
    mantissa: number,
    exponent: number,
    exact: boolean,
  ): void {
    this.end = end
    this.malformed = false
    if (exact && exponent <= 22 && exponent >= -22) {
      const size = exponent < 0 ? mantissa / POWERS_OF_TEN[-exponent] : mantissa * POWERS_OF_TEN[exponent]
      this.value = negative ? -size : size
    } else this.value = Number(asciiText(bytes, start, end))
    // So many digits are a float64 written out (or a float32 exactly): only exact equality restores them.
    if (!exact) this.tolerance = 0
    else this.tolerance = exponent <= 0 && exponent >= -22 ? HALF_LAST_DIGIT[-exponent] : HALF * 10 ** exponent
  }

  #nan(bytes: Uint8Array, at: number): void {
    if ((bytes[at + 1] | 32) !== 97 || (bytes[at + 2] | 32) !== 110) {
      this.#fail(at)
      return
    }
    this.end = at + 3
    this.malformed = false
    this.value = Number.NaN
    this.tolerance = Number.POSITIVE_INFINITY
  }

  #fail(at: number): void {
    this.end = at
    this.malformed = true
    this.value = Number.NaN
  }
}

function asciiText(bytes: Uint8Array, start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at++) text += String.fromCharCode(bytes[at])
  return text
}
