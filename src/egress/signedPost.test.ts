import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signingKey, webhookSignature } from './signedPost.ts'

test('the signature is that of the Standard Webhooks test vector', () => {
  const key = signingKey('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const body = Buffer.from('{"test": 2432232314}')
  const signature = webhookSignature(key!, 'msg_p5jXN8AQM9LWM0D4loKWxJek', 1_614_265_330, body)
  assert.equal(signature, 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a signing secret is whsec_ and base64 of 24 to 64 bytes', () => {
  const secret = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  assert.equal(signingKey(secret(24))?.length, 24)
  assert.equal(signingKey(secret(64))?.length, 64)
  assert.equal(signingKey(secret(23)), null)
  assert.equal(signingKey(secret(65)), null)
  assert.equal(signingKey(secret(32).slice('whsec_'.length)), null)
  assert.equal(signingKey('whsec_not base64 but long enough to be one!!'), null)
})
