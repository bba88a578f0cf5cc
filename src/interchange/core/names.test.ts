import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from '../../../test/laws.ts'
import { NameRegistry } from './names.ts'

test('a text that comes a thousand times has a thousand names, and the rest does not depend on what came before', () => {
  const names = new NameRegistry()
  const made = Array.from({ length: 1000 }, () => names.take('a__a'))
  assert.equal(new Set(made.map((name) => name.toLowerCase())).size, 1000)
  assert.equal(made[0], 'a__a')
  assert.equal(names.take('b'), 'b')
})

test('whatever the texts, names are ASCII, safe and differ regardless of case', () => {
  const text = fc.oneof(fc.constantFrom('a', 'A', 'a-2', 'ä', '', '..', 'CON', '-'), fc.string())
  fc.assert(
    fc.property(fc.array(text, { maxLength: 60 }), (texts) => {
      const names = new NameRegistry()
      const made = texts.map((each) => names.take(each))
      assert.equal(new Set(made.map((name) => name.toLowerCase())).size, texts.length)
      for (const name of made) assert.match(name, /^[A-Za-z0-9_][A-Za-z0-9._-]*$/)
    }),
  )
})
