import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import fc from '../../test/laws.ts'
import { type CallbackToVerify, CallbackVerificationError, verifyCallback } from './verifyCallback.ts'

const KEY = randomBytes(32)
const SECRET = `whsec_${KEY.toString('base64')}`
const NOW = new Date('2026-11-20T12:00:00Z')
const SECONDS = String(NOW.getTime() / 1000)
const BODY = JSON.stringify({
  annotations: [
    {
      reference_id: 'straße-1',
      job_id: 'j1',
      status: 'COMPLETED',
      tag: 'boxes',
      result: { type: 'image2d', url: 'https://x/y', result_version: 1 },
    },
  ],
})

function sign(id: string, timestamp: string, body: string, key: Uint8Array = KEY): string {
  return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

const headers = (more: Record<string, string | undefined> = {}) => ({
  'webhook-id': 'msg_1',
  'webhook-timestamp': SECONDS,
  'webhook-signature': sign('msg_1', SECONDS, BODY),
  ...more,
})

const callback = (more: Partial<CallbackToVerify> = {}): CallbackToVerify => ({
  headers: headers(),
  body: BODY,
  signingSecret: SECRET,
  now: NOW,
  ...more,
})

const refused = (more: Partial<CallbackToVerify>, fault: string) =>
  assert.rejects(
    verifyCallback(callback(more)),
    (error) => error instanceof CallbackVerificationError && error.fault === fault,
  )

test('a callback that was signed with the secret is read', async () => {
  const { webhookId, sentAt, annotations } = await verifyCallback(callback())
  assert.equal(webhookId, 'msg_1')
  assert.deepEqual(sentAt, NOW)
  const [annotation] = annotations
  assert.ok(annotation.status === 'COMPLETED')
  assert.equal(annotation.reference_id, 'straße-1')
  assert.equal(annotation.result.type, 'image2d')
})

test('the vector of the Standard Webhooks reference holds', async () => {
  const body = '{"annotations": []}'
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const key = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
  const signature = sign('msg_p5jXN8AQM9LWM0D4loKWxJek', '1614265330', body, key)
  await verifyCallback({
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': signature,
    },
    body,
    signingSecret: secret,
    now: new Date(1614265330_000),
  })
})

test('headers are found in a Headers object, in any case, and as lists; bodies as bytes', async () => {
  await verifyCallback(callback({ headers: new Headers(headers()) }))
  const upper = Object.fromEntries(
    Object.entries(headers()).map(([name, value]) => [name.toUpperCase(), [value ?? '']]),
  )
  await verifyCallback(callback({ headers: upper, body: new TextEncoder().encode(BODY) }))
})

test('any one changed byte of the body is noticed', async () => {
  const bytes = new TextEncoder().encode(BODY)
  await fc.assert(
    fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (at, change) => {
      const changed = bytes.slice()
      changed[at] ^= change
      await refused({ body: changed }, 'bad_signature')
    }),
    { numRuns: 50 },
  )
})

test('another id, another time and another secret are noticed', async () => {
  await refused({ headers: headers({ 'webhook-id': 'msg_2' }) }, 'bad_signature')
  await refused({ headers: headers({ 'webhook-timestamp': String(Number(SECONDS) + 1) }) }, 'bad_signature')
  await refused({ signingSecret: `whsec_${randomBytes(32).toString('base64')}` }, 'bad_signature')
})

test('while secrets are changed, either one is taken, and either of several signatures', async () => {
  await verifyCallback(callback({ signingSecret: [`whsec_${randomBytes(32).toString('base64')}`, SECRET] }))
  const both = `${sign('msg_1', SECONDS, BODY, randomBytes(32))} v1a,abc ${sign('msg_1', SECONDS, BODY)}`
  await verifyCallback(callback({ headers: headers({ 'webhook-signature': both }) }))
})

test('an old callback is refused as a replay, and one from the future', async () => {
  await verifyCallback(callback({ now: new Date(NOW.getTime() + 300_000) }))
  await refused({ now: new Date(NOW.getTime() + 301_000) }, 'too_old_or_too_new')
  await refused({ now: new Date(NOW.getTime() - 301_000) }, 'too_old_or_too_new')
  await verifyCallback(callback({ now: new Date(NOW.getTime() + 3_600_000), toleranceSeconds: 3600 }))
})

test('a missing header, an invalid time and an invalid signature are refused', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    await refused({ headers: headers({ [name]: undefined }) }, 'missing_header')
  }
  await refused({ headers: headers({ 'webhook-timestamp': '1e9' }) }, 'bad_timestamp')
  for (const signature of ['v1,', 'v1,###', 'v0,abc', 'abc']) {
    await refused({ headers: headers({ 'webhook-signature': signature }) }, 'bad_signature')
  }
})

test('the service key is compared completely', async () => {
  const serviceKey = 'svc-key'
  const withKey = (value: string | undefined) => headers({ 'x-service-key': value })
  await verifyCallback(callback({ headers: withKey(serviceKey), serviceKey }))
  for (const wrong of [undefined, '', 'svc-ke', 'svc-key2', 'svc-kez']) {
    await refused({ headers: withKey(wrong), serviceKey }, 'bad_service_key')
  }
})

test('a signed body that is not a callback is refused', async () => {
  for (const body of ['', 'null', '{}', '{"annotations":[1]}', '{"annotations":[{"job_id":1}]}']) {
    await refused({ body, headers: headers({ 'webhook-signature': sign('msg_1', SECONDS, body) }) }, 'bad_body')
  }
})

test('an invalid secret is a fault of the program, not of the callback', async () => {
  await assert.rejects(verifyCallback(callback({ signingSecret: 'secret' })), TypeError)
})
