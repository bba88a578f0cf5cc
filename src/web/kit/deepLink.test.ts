import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../../test/laws.ts'
import { readDeepLink, writeDeepLink } from './deepLink.ts'

it('a link leads back to the frame, object and comparison it was made from, whatever the ids hold', () => {
  const objectId = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }))
  const over = fc.option(fc.tuple(fc.string(), fc.string()))
  const link = fc.record({ frame: fc.option(fc.nat(999_999)), objectId, over }, { noNullPrototype: true })
  fc.assert(fc.property(link, (made) => assert.deepEqual(readDeepLink(writeDeepLink(made)), made)))
})

it('a link that says nonsense points nowhere', () => {
  const nowhere = { frame: null, objectId: null, over: null }
  assert.deepEqual(readDeepLink('#frame=-1&object='), nowhere)
  assert.deepEqual(readDeepLink('#frame=1e5&over=work'), nowhere)
  assert.deepEqual(readDeepLink(''), nowhere)
})
