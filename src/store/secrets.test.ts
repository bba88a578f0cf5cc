import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { openSecret, SealError, sealSecret } from './secrets.ts'

const masterKey = randomBytes(32)

test('any sealed text opens with the same key and context', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.string(), (secret, context) => {
      const opened = openSecret(masterKey, sealSecret(masterKey, secret, context), context)
      assert.deepEqual(opened, Buffer.from(secret))
    }),
  )
  assert.equal(openSecret(masterKey, sealSecret(masterKey, 'Schlüssel', 'a'), 'a').toString(), 'Schlüssel')
})

test('another key, another context or any changed byte does not open it', () => {
  const sealed = sealSecret(masterKey, 'secret', 'project/1')
  assert.throws(() => openSecret(randomBytes(32), sealed, 'project/1'), SealError)
  assert.throws(() => openSecret(masterKey, sealed, 'project/2'), SealError)
  for (const index of sealed.keys()) {
    const changed = Buffer.from(sealed)
    changed[index] ^= 1
    assert.throws(() => openSecret(masterKey, changed, 'project/1'), SealError, `byte ${index}`)
  }
  for (const length of [0, 1, 28, sealed.length - 1]) {
    assert.throws(() => openSecret(masterKey, sealed.subarray(0, length), 'project/1'), SealError, `${length} bytes`)
  }
})

test('the same secret sealed twice looks different and never shows itself', () => {
  const [first, second] = [1, 2].map(() => sealSecret(masterKey, 'a well-known secret', 'c'))
  assert.notDeepEqual(first, second)
  assert.ok(!first.includes('well-known'))
})

test('a master key of another length is refused', () => {
  assert.throws(() => sealSecret(randomBytes(16), 'x', 'c'))
})
