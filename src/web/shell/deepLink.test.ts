import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../../test/laws.ts'
import { readDeepLink, writeDeepLink } from './deepLink.ts'

it('a link leads back to the frame and object it was made from, whatever the ids hold', () => {
  const objectId = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }))
  const link = fc.record({ frame: fc.option(fc.nat(999_999)), objectId }, { noNullPrototype: true })
  fc.assert(fc.property(link, (made) => assert.deepEqual(readDeepLink(writeDeepLink(made)), made)))
})

it('a link that says nonsense points nowhere', () => {
  assert.deepEqual(readDeepLink('#frame=-1&object='), { frame: null, objectId: null })
  assert.deepEqual(readDeepLink('#frame=1e5'), { frame: null, objectId: null })
  assert.deepEqual(readDeepLink(''), { frame: null, objectId: null })
})
