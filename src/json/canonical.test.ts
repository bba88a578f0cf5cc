import assert from 'node:assert/strict'
import { test } from 'node:test'
import { canonicalJson } from './canonical.ts'

test('members are sorted by their names in UTF-16 at every depth, and all else stays unchanged', () => {
  const sent = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': [{ b: 1, a: 2 }] }
  assert.equal(
    canonicalJson(sent),
    '{"\\r":2,"1":4,"\u0080":6,"\u00f6":[{"a":2,"b":1}],"\u20ac":1,"\u{1f600}":5,"\ufb33":3}',
  )
})

test('numbers are as RFC 8785 writes them', () => {
  const numbers = [333333333.3333333, 1e30, 4.5, 2e-3, 0.000000000000000000000000001, -0, 2 ** 53]
  assert.equal(canonicalJson(numbers), '[333333333.3333333,1e+30,4.5,0.002,1e-27,0,9007199254740992]')
})

test('values that JSON leaves out are left out', () => {
  assert.equal(canonicalJson({ b: undefined, a: null, c: [undefined, Number.NaN] }), '{"a":null,"c":[null,null]}')
})
