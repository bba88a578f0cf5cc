import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { closingQuote } from './bytes.ts'
import { JsonMeter } from './meter.ts'

const NO_LIMIT = { depth: 64, values: Number.POSITIVE_INFINITY, parts: Number.POSITIVE_INFINITY }
/** Texts with quotes and backslashes around the lengths from which the engine searches. */
const anyText = fc.oneof(
  fc.string(),
  fc.array(fc.constantFrom('\\', '"', 'x', 'x'.repeat(63), 'é'), { maxLength: 40 }).map((parts) => parts.join('')),
)

test('a text ends at its own quote, however long it is and whatever it escapes', () => {
  fc.assert(
    fc.property(anyText, fc.string(), (text, rest) => {
      const json = JSON.stringify(text)
      const bytes = new TextEncoder().encode(`${json}${rest}`)
      assert.equal(closingQuote(bytes, 0), new TextEncoder().encode(json).length - 1)
      assert.equal(closingQuote(bytes.subarray(0, 1), 0), 1)
    }),
  )
})

/** Members and entries at all levels, and the whole. */
function valuesOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value)
  return inner.reduce((sum: number, one) => sum + valuesOf(one), inner.length)
}

test('values are counted alike wherever a body is cut on its way', () => {
  const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      anyText,
      fc.integer(),
      fc.constantFrom(null, true),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(anyText, tie('value'), { maxKeys: 4 }),
    ),
  })).value
  fc.assert(
    fc.property(
      anyValue,
      fc.array(fc.nat(200), { maxLength: 8 }),
      fc.constantFrom(undefined, 2),
      (value, cuts, indent) => {
        const bytes = new TextEncoder().encode(JSON.stringify(value, null, indent))
        const meter = new JsonMeter(NO_LIMIT)
        let from = 0
        for (const length of [...cuts, bytes.length]) {
          meter.push(bytes.subarray(from, from + length))
          from = Math.min(bytes.length, from + length)
        }
        assert.equal(meter.values, 1 + valuesOf(value))
      },
    ),
  )
})
