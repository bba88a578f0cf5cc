import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../../test/laws.ts'
import { hashKey, isWellFormedKey, makeApiKey } from './apiKey.ts'

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

test('keys are well formed, differ, and use every letter', () => {
  const keys = Array.from({ length: 500 }, makeApiKey)
  for (const key of keys) {
    assert.match(key, /^fid_[0-9A-Za-z]{38}$/)
    assert.ok(isWellFormedKey(key))
  }
  assert.equal(new Set(keys).size, keys.length)
  assert.equal(new Set(keys.map((key) => key.slice(4)).join('')).size, LETTERS.length)
})

test('a key with one wrong letter, or two swapped, is recognised as invalid', () => {
  const place = fc.integer({ min: 4, max: 41 })
  fc.assert(
    fc.property(place, fc.constantFrom(...LETTERS), (at, letter) => {
      const key = makeApiKey()
      fc.pre(key[at] !== letter)
      assert.ok(!isWellFormedKey(key.slice(0, at) + letter + key.slice(at + 1)))
    }),
    // One of 62⁶ wrong keys has a right checksum.
    { numRuns: 500 },
  )
  fc.assert(
    fc.property(fc.integer({ min: 4, max: 40 }), (at) => {
      const key = makeApiKey()
      fc.pre(key[at] !== key[at + 1])
      assert.ok(!isWellFormedKey(key.slice(0, at) + key[at + 1] + key[at] + key.slice(at + 2)))
    }),
  )
})

test('no other text is accepted as a key', () => {
  const key = makeApiKey()
  for (const text of [
    '',
    'fid_',
    key.slice(1),
    `${key}0`,
    ` ${key}`,
    `${key}\n`,
    key.toUpperCase(),
    key.replace('fid', 'FID'),
  ]) {
    assert.ok(!isWellFormedKey(text), JSON.stringify(text))
  }
  fc.assert(fc.property(fc.string(), (text) => !isWellFormedKey(text)))
})

test('only the SHA-256 of a key is stored', () => {
  assert.equal(hashKey('fid_abc').toString('hex'), '4a7ad648343fad0bbfb4bf141e539d77dae06105167f098af766c14ef07ca26d')
  assert.equal(hashKey(makeApiKey()).length, 32)
})
