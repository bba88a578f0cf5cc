import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { lineRanges, listElements, memberRange } from './elements.ts'

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const cut = (bytes: Uint8Array, ranges: { start: number; end: number }[]) =>
  ranges.map(({ start, end }) => decoder.decode(bytes.subarray(start, end)))

test('each element of a list is found with its own bytes, for any content', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.constantFrom(undefined, 1, '\t'), (list, indent) => {
      const bytes = encoder.encode(`\n ${JSON.stringify(list, null, indent)} `)
      const texts = cut(bytes, listElements(bytes)!)
      assert.deepEqual(
        texts.map((text) => JSON.parse(text)),
        JSON.parse(JSON.stringify(list)),
      )
      for (const text of texts) assert.equal(text, text.trim())
    }),
  )
})

test('brackets, commas and quotes inside of strings separate nothing', () => {
  const bytes = encoder.encode('[ "a,]\\"," , {"b":["]",","]}, "\\\\" ,[] ]')
  assert.deepEqual(cut(bytes, listElements(bytes)!), ['"a,]\\","', '{"b":["]",","]}', '"\\\\"', '[]'])
})

test('a value that is not a list has no elements', () => {
  for (const text of ['{"a":[1]}', '"[1]"', '7', 'null']) assert.equal(listElements(encoder.encode(text)), null)
  assert.deepEqual(listElements(encoder.encode('[ ]')), [])
})

test('lines are cut at line feeds, blank ones and returns left out', () => {
  const bytes = encoder.encode('{"a":1}\r\n\n  \t\n{"b":"\\n"}\n {"c":3} ')
  assert.deepEqual(cut(bytes, lineRanges(bytes)), ['{"a":1}', '{"b":"\\n"}', '{"c":3}'])
  assert.deepEqual(lineRanges(new Uint8Array()), [])
})

test('the value of a member is found as it was written, for any content', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.string(),
      fc.jsonValue(),
      fc.constantFrom(undefined, 1, '\t'),
      (object, name, value, indent) => {
        const bytes = encoder.encode(` ${JSON.stringify({ ...object, [name]: value, z: 1 }, null, indent)} `)
        const [text] = cut(bytes, [memberRange(bytes, name)!])
        assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(name === 'z' ? 1 : value)))
        assert.equal(text, text.trim())
      },
    ),
  )
  const found = (text: string) =>
    cut(encoder.encode(text), [memberRange(encoder.encode(text), 'data') ?? { start: 0, end: 0 }])[0]
  assert.equal(found('{"a": {"data": 1}, "d\\u0061ta" : 1.50 }'), '1.50')
  assert.equal(found('{"data": 1, "data": 2}'), '2')
  for (const none of ['{}', '[]', '{"a": "data"}', '3']) assert.equal(found(none), '')
})
