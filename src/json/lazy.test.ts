import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { JsonTextError } from './jsonTextError.ts'
import { isListLike, parseLazily } from './lazy.ts'
import { MAX_DEPTH } from './text.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

/** Everything that was left as bytes, parsed. */
function whole(value: unknown): unknown {
  if (isListLike(value)) return Array.from(value, whole)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, whole(inner)]))
}

test('entry-by-entry parsing gives the same as JSON.parse for the whole', () => {
  const padding = 'x'.repeat(70_000)
  const spaced = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), spaced, (value, indent) => {
      const text = JSON.stringify(
        { list: [value, padding, value, [padding, [value], 12, -0.5, 1e21]], value },
        null,
        indent,
      )
      assert.deepEqual(whole(parseLazily(bytesOf(text))), whole(JSON.parse(text)))
    }),
  )
})

test('entries can be read again, and there is none beyond the end', () => {
  const list = parseLazily(bytesOf(`[${Array.from({ length: 20_000 }, (_, n) => `{"n":${n}}`).join()}]`))
  assert.ok(isListLike(list))
  assert.equal(list.length, 20_000)
  assert.deepEqual([list.at(19_999), list.at(0), list.at(7)], [{ n: 19_999 }, { n: 0 }, { n: 7 }])
  assert.equal(list.at(20_000), undefined)
})

test('a syntax error is found at the latest when its part is read', () => {
  const long = ' '.repeat(70_000)
  const bad = [
    '',
    '[',
    '{"a":1',
    '[1 2]',
    '[1,]',
    '[,1]',
    '{"a" 1}',
    '{"a":}',
    '{,}',
    '[1}',
    '"x',
    '[01]',
    '[1]x',
    '{"a":1,}',
  ]
  for (const text of [...bad, ...bad.map((each) => each.replace(/^[[{]/, (bracket) => bracket + long))]) {
    assert.throws(() => whole(parseLazily(bytesOf(text))), JsonTextError, JSON.stringify(text.replace(long, '…')))
  }
})

test('in a large body too, nesting beyond the limit and a text that no document has are refused', () => {
  const long = ' '.repeat(70_000)
  const nested = (levels: number) => bytesOf(`${long}${'['.repeat(levels)}1,${long}1${']'.repeat(levels)}`)
  assert.equal(String(whole(parseLazily(nested(MAX_DEPTH)))), '1,1')
  assert.throws(() => parseLazily(nested(MAX_DEPTH + 1)), /nested deeper than 64 levels/)
  const text = (length: number) => bytesOf(`{"a":"${'x'.repeat(length)}"}`)
  assert.throws(() => parseLazily(text(17 * 2 ** 20)), /a text of the body has more than 16777216 bytes/)
})
