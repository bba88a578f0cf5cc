import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { DecimalScanner } from './decimal.ts'
import { DEFAULT_PCD_LIMITS } from './pcdLimits.ts'
import { readPcd } from './pcdReader.ts'
import { asciiPcd, bytesOf } from './pcdSamples.ts'
import { putFloat32, putFloat64, putInteger } from './putNumber.ts'

/** Keeps the numbers away from the end of the file, where they are scanned more carefully. */
const BEHIND = `#${' '.repeat(100)}`

const digits = (max: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: max })
const sign = fc.constantFrom('', '-', '+')
/** Texts of the whole grammar, long ones and huge exponents too. */
const decimal = fc.oneof(
  fc.tuple(sign, digits(12), digits(12)).map(([s, whole, part]) => `${s}${whole}.${part}`),
  fc.tuple(sign, digits(25), digits(25)).map(([s, whole, part]) => `${s}${whole}.${part}`),
  fc
    .tuple(sign, digits(20), fc.constantFrom('e', 'E'), fc.integer({ min: -330, max: 330 }))
    .map(([s, d, e, x]) => `${s}${d}${e}${x}`),
  fc.tuple(sign, digits(20)).map(([s, part]) => `${s}.${part}`),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
)

test('every text of the grammar is scanned to the nearest float64', () => {
  const scanner = new DecimalScanner()
  fc.assert(
    fc.property(decimal, (text) => {
      scanner.scan(bytesOf(`${text} `), 0)
      assert.equal(scanner.malformed, false)
      assert.equal(scanner.end, text.length)
      assert.ok(Object.is(scanner.value, Number(text)), `${text}: ${scanner.value}`)
    }),
    { numRuns: 5000 },
  )
})

test('a number in a file is the nearest float64, or the nearest float32 where that keeps its digits', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        decimal.filter((text) => Math.abs(Number(text)) < 3e38),
        { minLength: 3, maxLength: 3 },
      ),
      async (xyz) => {
        const file = bytesOf(asciiPcd({ WIDTH: '1', POINTS: '1' }, [xyz.join(' '), BEHIND]))
        const wide = await readPcd(file, DEFAULT_PCD_LIMITS, 'f64')
        assert.deepEqual([...wide.positions], xyz.map(Number))
        const narrow = await readPcd(file, DEFAULT_PCD_LIMITS, 'f32')
        assert.deepEqual(narrow.positions, Float32Array.from(xyz.map(Number)))
        const { positions } = await readPcd(file, DEFAULT_PCD_LIMITS)
        assert.deepEqual(positions, positions instanceof Float32Array ? narrow.positions : wide.positions)
      },
    ),
    { numRuns: 2000 },
  )
})

test('a number cut off by the end of the file is not a number', () => {
  const scanner = new DecimalScanner()
  for (const text of ['', '-', '.', '-.', 'e1', '1e', '1e+', 'n', 'na', 'nam']) {
    scanner.scan(bytesOf(`${text} `), 0)
    assert.ok(scanner.malformed, text)
  }
})

function written(put: (out: Uint8Array, at: number, value: number) => number, value: number): string {
  const out = new Uint8Array(40)
  return new TextDecoder().decode(out.subarray(0, put(out, 0, value)))
}

/** Shortest by trying: the fewest significant digits that come back. */
function fewestDigits(value: number): number {
  for (let count = 1; ; count++) if (Math.fround(Number(value.toPrecision(count))) === value) return count
}

test('float32 values are written with the fewest digits that come back', () => {
  const check = (value: number) => {
    const text = written(putFloat32, value)
    assert.match(text, /^-?(0|[1-9]\d*)(\.\d*[1-9])?(e[+-]\d+)?$/)
    assert.ok(Object.is(Math.fround(Number(text)), value), `${value} as ${text}`)
    // Zeros in front and, of whole numbers, behind (where the true digits are as short) are no significant digits.
    const significant = text.replace(/e.*/, '').replace(/[-.]/g, '').replace(/^0+/, '')
    if (text.includes('.')) assert.equal(significant.length, fewestDigits(value), `${value} as ${text}`)
  }
  for (let exponent = -149; exponent < 128; exponent++) check(2 ** exponent)
  for (let exponent = -30; exponent < 38; exponent++) check(Math.fround(10 ** exponent))
  fc.assert(
    fc.property(
      fc.float({ noNaN: true, noDefaultInfinity: true }).filter((value) => value !== 0),
      check,
    ),
    { numRuns: 5000 },
  )
  fc.assert(
    fc.property(
      fc.float({ min: -300, max: 300, noNaN: true }).filter((value) => value !== 0),
      check,
    ),
    { numRuns: 5000 },
  )
})

test('zeros keep their sign and NaN is nan', () => {
  for (const put of [putFloat32, putFloat64]) {
    assert.deepEqual(
      [0, -0, Number.NaN].map((value) => written(put, value)),
      ['0', '-0', 'nan'],
    )
  }
})

test('whole numbers are written plainly', () => {
  for (const value of [0, 7, 10, 99, 100, 16777216, 999_999_999, 1_000_000_000, 2 ** 31 - 1]) {
    assert.equal(written(putInteger, value), String(value))
  }
})
