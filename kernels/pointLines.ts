/*
 * AssemblyScript: `npm run kernels` compiles it to WebAssembly, in src/formats/pcd/pointLinesModule.ts.
 *
 * Reads lines of plain decimals, `-12.345 6 .75`, each number with one load of sixteen bytes. A number is a minus or
 * none, digits, and a dot or none: up to 15 digits in 16 letters, or 16 digits without decimals. Over an exact power of
 * ten they are the nearest float64 by one rounding (Clinger 1990). `nan` is taken too. A line with anything else in it
 * is left to the caller: nothing is rejected here, and only what is surely right is taken.
 */

const TAB: u8 = 9
const LINE_FEED: u8 = 10
const RETURN: u8 = 13
const SPACE: u8 = 32
const MINUS: u8 = 45
const DOT: u8 = 46
/** In capital letters, the first in the lowest byte. */
const NAN: u32 = 0x4e414e

export const TEXT_BYTES: i32 = 16384
export const MAX_NUMBERS: i32 = 4096

/** Filled in by the caller: whole lines, the last byte a line feed. What happens to lie behind decides nothing. */
export const text: usize = memory.data(TEXT_BYTES, 16)
/** Filled in by the caller: 10^n and -10^n in turn, n from 0 to 15. */
export const powers: usize = memory.data(16 * 16, 16)
/** Filled in by the caller: the largest error of a float32 from which n decimals can still be restored. */
export const tolerances: usize = memory.data(16 * 8, 16)
/** The numbers of the lines that were read, one behind the other. */
export const numbers: usize = memory.data(MAX_NUMBERS * 8, 16)

/** Where the first line begins that was not read. */
export let bytesRead: usize = 0
/** Whether a coordinate of the lines that were read would lose digits as float32. */
export let needsFloat64: bool = false

// Loaded, because V8 rebuilds a vector literal in every iteration of a loop.
const ZEROS = memory.data<u8>([48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48, 48], 16)
const NINES = memory.data<u8>([9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9], 16)
/** Of two digits in a word, a + 256 b, the product is 256 (10 a + b) + a; what passes 2^16 falls out. */
const TENS = memory.data<u16>([2561, 2561, 2561, 2561, 2561, 2561, 2561, 2561], 16)
const HUNDREDS = memory.data<u16>([100, 1, 100, 1, 100, 1, 100, 1], 16)
const TEN_THOUSANDS = memory.data<u16>([10000, 1, 10000, 1, 10000, 1, 10000, 1], 16)
const HUNDRED_MILLIONS = memory.data<f64>([1e8, 1], 16)
// Sixteen bytes from n on say which letter each digit is, so that n digits end at the last place (below zero: none)…
const PLACES = memory.data<i8>(
  [
    -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13,
    14, 15,
  ],
  16,
)
// …and for which n digits at the end it is the letter behind, as the dot stands before them.
const BEHIND_DOT = memory.data<i8>(
  [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
  16,
)

/**
 * @param coordinates bit n tells that column n is a coordinate.
 * @returns how many lines were read: the text is at its end, `maxLines` are, or the next line is left to the caller.
 */
export function readLines(length: i32, columns: i32, coordinates: i32, maxLines: i32, maxLineBytes: i32): i32 {
  const zeros = v128.load(ZEROS)
  const nines = v128.load(NINES)
  const tens = v128.load(TENS)
  const hundreds = v128.load(HUNDREDS)
  const tenThousands = v128.load(TEN_THOUSANDS)
  const hundredMillions = v128.load(HUNDRED_MILLIONS)
  const end = text + length
  let at = text
  let to = numbers
  let lost = 0
  let lines = 0
  for (; at < end && lines < maxLines; lines++) {
    const lineStart = at
    const lineTo = to
    if (load<u8>(at) <= SPACE) at = behindBlanks(at)
    let coordinate = coordinates
    // Of this line alone: one that is left to the caller says nothing.
    let lostHere = 0
    let column = 0
    let byte: u8
    do {
      byte = 0
      // Where the dot is and where the number ends. A minus counts as a digit, one of value 0.
      const values = i8x16.sub(v128.load(at), zeros)
      const isDigit = i8x16.le_u(values, nines)
      const negative = <i32>(load<u8>(at) === MINUS)
      let others = ~i8x16.bitmask(isDigit) ^ negative
      const dot = ctz(others)
      let letters = dot
      let digits = dot
      if (load<u8>(at + dot) === DOT) {
        others &= others - 1
        letters = ctz(others)
        digits = letters - 1
      }
      const decimals = digits - dot
      let value: f64 = NaN
      if (digits > negative) {
        const from = i8x16.add(v128.load(PLACES + digits), v128.load(BEHIND_DOT + decimals))
        const ones = i8x16.swizzle(v128.and(values, isDigit), from)
        const twos = i16x8.shr_u(i16x8.mul(ones, tens), 8)
        const fours = i32x4.dot_i16x8_s(twos, hundreds)
        const eights = i32x4.dot_i16x8_s(i16x8.narrow_i32x4_u(fours, fours), tenThousands)
        const halves = f64x2.mul(f64x2.convert_low_i32x4_s(eights), hundredMillions)
        const whole = f64x2.extract_lane(halves, 0) + f64x2.extract_lane(halves, 1)
        value = whole / load<f64>(powers + ((decimals * 2 + negative) << 3))
      } else {
        if (letters > digits || (load<u32>(at + letters) & 0xdfdfdf) !== NAN) break
        letters += 3
      }
      const error = value - <f64>(<f32>value)
      lostHere |= coordinate & <i32>(abs(error) > load<f64>(tolerances + (decimals << 3)))
      coordinate >>= 1
      store<f64>(to, value)
      to += 8
      column++

      at += letters
      byte = load<u8>(at)
      if (byte === SPACE) {
        byte = load<u8>(++at)
        if (byte <= SPACE && byte !== LINE_FEED) {
          at = behindBlanks(at)
          byte = load<u8>(at)
        }
      } else if (byte !== LINE_FEED) {
        if (byte !== TAB && byte !== RETURN) break
        at = behindBlanks(at)
        byte = load<u8>(at)
      }
    } while (byte !== LINE_FEED && column < columns)
    at++
    if (byte !== LINE_FEED || column !== columns || at > lineStart + maxLineBytes + 1) {
      at = lineStart
      to = lineTo
      break
    }
    lost |= lostHere
  }
  bytesRead = at - text
  needsFloat64 = (lost & 1) !== 0
  return lines
}

function behindBlanks(start: usize): usize {
  let at = start
  let byte = load<u8>(at)
  while (byte === SPACE || byte === TAB || byte === RETURN) byte = load<u8>(++at)
  return at
}
