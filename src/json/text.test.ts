import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { JsonTextError } from './jsonTextError.ts'
import { MAX_DEPTH, memberPath, parseJson } from './text.ts'

const encoder = new TextEncoder()
const parse = (text: string) => parseJson(encoder.encode(text))
const refusal = (text: string | Uint8Array): JsonTextError => {
  try {
    parseJson(typeof text === 'string' ? encoder.encode(text) : text)
  } catch (error) {
    if (error instanceof JsonTextError) return error
    throw error
  }
  throw new assert.AssertionError({ message: `${text} was taken` })
}

test('every JSON value reads back as it was written', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      assert.deepEqual(parse(JSON.stringify(value)), JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('a byte order mark is tolerated, other encodings are not', () => {
  assert.deepEqual(parse('\ufeff{"a":1}'), { a: 1 })
  assert.match(refusal(Uint8Array.of(0x22, 0xff, 0x22)).message, /UTF-8/)
  assert.match(refusal(Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)).message, /UTF-8/)
})

test('an empty body and one that is no JSON are distinguished', () => {
  assert.match(refusal(' \n').message, /empty/)
  for (const text of ['{', '{} {}', "{'a':1}", '{"a":1,}', 'NaN', '01', '"\u0001"']) {
    assert.match(refusal(text).message, /not JSON/)
  }
})

test('a refusal names the place of the fault and words that JSON does not have, and quotes nothing else', () => {
  const message = (text: string) => refusal(text).message
  assert.equal(
    message('{\n "a": [1, NaN]}'),
    'the body is not JSON: NaN is no value of JSON at position 12 (line 2 column 11)',
  )
  assert.match(message('{"a\\"b": None}'), /: None is no value of JSON at position 9 \(line 1 column 10\)$/)
  assert.match(message('[Infinity]'), /: Infinity is no value of JSON at position 1 /)
  assert.match(message('{"a": secret}'), /: the fault is at position 6 \(line 1 column 7\)$/)
  assert.match(message('{"a": 1,}'), /: the fault is at position 8 \(line 1 column 9\)$/)
  assert.match(message(`[${'"te\\"xt", 1.5, '.repeat(50_000)}NaN]`), /NaN .* at position 750001 /)
  assert.equal(message(`["${'\\n'.repeat(500_000)}", NaN]`).slice(0, 25), 'the body is not JSON: NaN')
  assert.equal(message(`["${'\\n'.repeat(5_000_000)}", NaN]`), 'the body is not JSON')
})

test('NUL and halves of surrogate pairs are refused wherever they stand, with their place', () => {
  assert.equal(refusal('{"a":[1,{"b":"x\\u0000"}]}').field, 'a[1].b')
  assert.equal(refusal('["\\ud800"]').field, '[0]')
  assert.equal(refusal('{"odd key":"\\uDFFF"}').field, '["odd key"]')
  assert.equal(refusal('{"a":{"\\u0000":1}}').field, 'a')
  assert.deepEqual(parse('["\\ud83d\\ude80","\\\\u0000"]'), ['\u{1f680}', '\\u0000'])
})

const nested = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

test('nesting is taken to its limit and refused beyond it', () => {
  for (const inside of ['', '"]]]"', '"[\\"["']) {
    const list = (depth: number) => `${'['.repeat(depth)}${inside}${']'.repeat(depth)}`
    assert.ok(parse(list(MAX_DEPTH)))
    assert.match(refusal(list(MAX_DEPTH + 1)).message, /nested deeper/)
  }
  assert.match(refusal(`{"a":${nested(200_000, '[', ']')}}`).message, /nested deeper/)
  // Brackets in strings and side by side are no nesting.
  assert.ok(parse(JSON.stringify('['.repeat(5000))))
  assert.ok(parse(`[${Array(5000).fill('[]').join()}]`))
  assert.ok(parse(JSON.stringify({ 'a\\': '[{'.repeat(2000), '\\"[': 1 })))
})

test('the names of members lead to their values', () => {
  assert.equal(memberPath('', 'data'), 'data')
  assert.equal(memberPath('data', 'image_url'), 'data.image_url')
  assert.equal(memberPath('data', 'odd key'), 'data["odd key"]')
  assert.equal(memberPath('', '0'), '["0"]')
  assert.equal(memberPath('', '"'), '["\\""]')
})
