import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { signLink, verifyLink } from './linkSignature.ts'

const secret = randomBytes(32)
const id = '0b0e1f6e-8d4f-4c43-9a55-2d8b1d2f5a11'

test('a link keeps its signature, which goes into a URL as it is', () => {
  const signature = signLink(secret, 'attachment', id)
  assert.match(signature, /^[\w-]{43}$/)
  assert.equal(signLink(secret, 'attachment', id), signature)
  assert.ok(verifyLink(secret, 'attachment', id, signature))
})

test('a signature opens nothing else: not another thing, kind or project, and not after the secret is rotated', () => {
  const signature = signLink(secret, 'attachment', id)
  assert.ok(!verifyLink(secret, 'viewer', id, signature))
  assert.ok(!verifyLink(secret, 'attachment', id.replace('0', '1'), signature))
  assert.ok(!verifyLink(randomBytes(32), 'attachment', id, signature))
})

test('what is no signature is refused without an error', () => {
  const signature = signLink(secret, 'viewer', id)
  for (const text of ['', signature.slice(1), `${signature}=`, `${signature}x`, 'ü'.repeat(43), '\0'.repeat(43)]) {
    assert.ok(!verifyLink(secret, 'viewer', id, text), text)
  }
})
