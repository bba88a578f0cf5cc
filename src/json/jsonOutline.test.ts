import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { JsonOutline } from './jsonOutline.ts'
import { JsonTextError } from './jsonTextError.ts'

const outlineOf = (text: string) => new JsonOutline(new TextEncoder().encode(text))

test('members and entries of any JSON are those that a parser finds, however it is laid out', () => {
  const values = fc.dictionary(
    fc.string().filter((name) => name !== '__proto__' && !/\0/.test(name)),
    fc.oneof(fc.jsonValue({ noUnicodeString: false, maxDepth: 3 }), fc.array(fc.jsonValue({ maxDepth: 2 }))),
  )
  fc.assert(
    fc.property(values, fc.constantFrom(undefined, 1, '\t', '\r\n  '), fc.boolean(), (value, space, hasMark) => {
      const text = JSON.stringify(value, null, space)
      if (/\\u(?:0000|[dD][89a-fA-F])/.test(text)) return
      const outline = outlineOf(`${hasMark ? '\ufeff' : ''}${text} \n`)
      for (const [name, member] of Object.entries(JSON.parse(text))) {
        assert.deepEqual(outline.member(name), member)
        const list = outline.list(name)
        assert.equal(list !== null, Array.isArray(member))
        if (list)
          assert.deepEqual(
            Array.from({ length: list.length }, (_, index) => list.at(index)),
            member,
          )
      }
    }),
    { numRuns: 50 },
  )
})

test('a text that is no JSON is refused, with the line of the fault', () => {
  for (const [text, said] of [
    ['', /ends too early/],
    ['{"a": [1, 2}', /ends too early|fault/],
    ['{"a": "open', /ends too early/],
    ['{"a": 1} x', /line 1/],
    ['{\n"a": 1,\n]}', /line 3/],
    ['{"a" 1}', /line 1/],
    ['{1: 2}', /line 1/],
    ['[1, 2', /ends too early/],
  ] as const)
    assert.throws(
      () => outlineOf(text).list('a') ?? outlineOf(text).wholeList(),
      (error) => error instanceof JsonTextError && said.test(error.message),
      text,
    )
  const faulty = outlineOf('{"a": [1, nope, {x}], "b": 2}')
  assert.equal(faulty.member('b'), 2)
  assert.throws(() => faulty.list('a')?.at(1), JsonTextError)
})

test('a text of another kind has no members', () => {
  assert.equal(outlineOf('[1]').has('a'), false)
  assert.equal(outlineOf('[1, {"a": 2}]').wholeList()?.length, 2)
  assert.equal(outlineOf('"text"').wholeList(), null)
  assert.equal(outlineOf('{"a": {"b": []}}').list('a'), null)
})
