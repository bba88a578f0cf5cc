import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { readLink, signLink } from './linkSignature.ts'

const secret = randomBytes(32)
const id = '0b0e1f6e-8d4f-4c43-9a55-2d8b1d2f5a11'

test('a link keeps its signature, which needs no escapes in a URL', () => {
  const signature = signLink(secret, 'attachment', id)
  assert.match(signature, /^[\w-]{43}$/)
  assert.equal(signLink(secret, 'attachment', id), signature)
  assert.ok(readLink(secret, 'attachment', id, signature))
})

test('a signature opens no other thing, kind or project, and nothing after the secret is rotated', () => {
  const signature = signLink(secret, 'attachment', id)
  assert.ok(!readLink(secret, 'viewer', id, signature))
  assert.ok(!readLink(secret, 'attachment', id.replace('0', '1'), signature))
  assert.ok(!readLink(randomBytes(32), 'attachment', id, signature))
})

test('an invalid signature is refused without an error', () => {
  const signature = signLink(secret, 'viewer', id)
  for (const text of ['', signature.slice(1), `${signature}=`, `${signature}x`, 'ü'.repeat(43), '\0'.repeat(43)]) {
    assert.ok(!readLink(secret, 'viewer', id, text), text)
  }
})

test('a person’s link names them, and is no customer’s link', () => {
  const [one, two] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
  const link = signLink(secret, 'viewer', id, one)
  assert.deepEqual(readLink(secret, 'viewer', id, link), { madeBy: one })
  assert.deepEqual(readLink(secret, 'viewer', id, signLink(secret, 'viewer', id)), { madeBy: null })
  assert.equal(readLink(secret, 'viewer', id, link.replace(one, two)), null)
  assert.equal(readLink(secret, 'viewer', id, link.slice(one.length + 1)), null)
  assert.equal(readLink(secret, 'viewer', id, `.${link.slice(one.length + 1)}`), null)
})
