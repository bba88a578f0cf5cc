import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { StrictJsonError, strictJson } from './strictJson.ts'

const looked = (text: string): string => new TextDecoder().decode(strictJson(new TextEncoder().encode(text)))

function faultOf(text: string): [type: string, line: number] | null {
  try {
    looked(text)
    return null
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    return [error.type, error.line]
  }
}

function isParsed(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const TOKENS = [
  ',',
  '"',
  '{',
  '}',
  '[',
  ']',
  ':',
  '0',
  '1',
  '-',
  '.',
  'e',
  '+',
  '\\',
  '\\u',
  'null',
  ' ',
  '\n',
  '\u0001',
]
const changes = fc.array(fc.record({ at: fc.nat(), taken: fc.nat({ max: 2 }), put: fc.constantFrom('', ...TOKENS) }), {
  maxLength: 3,
})

test('any text is accepted unchanged if a parser accepts it, and refused if a parser refuses it', () => {
  fc.assert(
    fc.property(fc.json(), fc.constantFrom(0, 1, '\t'), changes, (json, space, changed) => {
      let text = JSON.stringify(JSON.parse(json), null, space)
      for (const { at, taken, put } of changed) {
        const place = at % (text.length + 1)
        text = text.slice(0, place) + put + text.slice(place + taken)
      }
      const fault = faultOf(text)
      if (fault === null) assert.equal(looked(text), text)
      // Two members of one name and numbers without end are what parsers take.
      if (fault === null || fault[0] === 'ENCODING') assert.equal(isParsed(text), fault === null, text)
    }),
    { numRuns: 2000 },
  )
})

test('two members of one name are refused with the line of the second, however they are written and however many there are', () => {
  assert.deepEqual(faultOf('{"a": 1,\n"b": 2,\n"a": 3}'), ['DUPLICATE', 3])
  assert.deepEqual(faultOf('[{"a": {"\\u0062": 1, "b": 2}}]'), ['DUPLICATE', 1])
  assert.equal(faultOf('{"a\\\\b": 1, "a\\b": 2, "a": [{"a": 1}, {"a": {"a": 1}}], "": 3}'), null)
  const many = Array.from({ length: 5000 }, (_, i) => `"${i}": 0`)
  assert.equal(faultOf(`{${many}}`), null)
  assert.deepEqual(faultOf(`{${many}, "77": 0}`), ['DUPLICATE', 1])
})

test('numbers out of range are refused, and ids that would lose digits become texts', () => {
  assert.deepEqual(faultOf('[0,\n1e999]'), ['INVALID_VALUE', 2])
  assert.deepEqual(faultOf(`[-${'9'.repeat(400)}]`), ['INVALID_VALUE', 1])
  assert.equal(faultOf('[1e-999, 1e308]'), null)
  const ids =
    '{"id": 9007199254740993, "image_id": 9007199254740992, "time": 9007199254740993, "a_id": [9007199254740993]}'
  assert.equal(looked(ids), ids.replace('9007199254740993', '"9007199254740993"'))
})

test('NaN and Infinity, which Python writes, are named, and every fault has its line and column', () => {
  const messageOf = (text: string) => {
    try {
      return looked(text)
    } catch (error) {
      return error instanceof StrictJsonError ? `${error.type}: ${error.message}` : error
    }
  }
  const notValid = 'which is not valid JSON'
  assert.equal(messageOf('[{"é": 1},\n {"é": NaN}]'), `INVALID_VALUE: line 2, column 8 has NaN, ${notValid}`)
  assert.equal(messageOf('[0, Infinity]'), `INVALID_VALUE: line 1, column 5 has Infinity, ${notValid}`)
  assert.equal(messageOf('{"score":-Infinity}'), `INVALID_VALUE: line 1, column 10 has -Infinity, ${notValid}`)
  assert.equal(messageOf('[-x]'), 'ENCODING: line 1, column 3 is not JSON')
  assert.equal(messageOf('{"a": 1, "a": 2}'), 'DUPLICATE: line 1, column 10 has the duplicate key "a"')
  assert.equal(messageOf('\ufeff[0, 1e999]'), 'INVALID_VALUE: line 1, column 5 has a number that is out of range')
  assert.equal(messageOf('{"a": nan}'), 'ENCODING: line 1, column 7 is not JSON')
})

test('a mark of the byte order is passed over, and lists without end in each other are refused', () => {
  assert.equal(faultOf('\ufeff{"a": 1}'), null)
  assert.deepEqual(faultOf('['.repeat(100_000)), ['ENCODING', 1])
  assert.deepEqual(faultOf('\n\n{"a": tru}'), ['ENCODING', 3])
})
