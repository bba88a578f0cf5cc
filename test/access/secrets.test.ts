import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CallbackSettings } from '../../src/client/types/admin.ts'
import { CallbackReceiver } from '../callbackReceiver.ts'
import { dataOf } from '../support/apiClient.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

const KEY = 'SERVICE"KEY-A/secret-0123456789'

let stage: Stage
let manager: Person
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
})
after(() => stage.clear())

const put = (body: object) => manager.call('PUT', `/api${tenant.path('/callback')}`, body)

test('a service key goes to no origin that it was not given for', async () => {
  const elsewhere = await CallbackReceiver.start()
  try {
    assert.equal((await put({ url: stage.receiver.url, service_key: KEY })).status, 200)
    const ways = [{ url: elsewhere.url }, { allowed_origins: [elsewhere.url] }]
    for (const body of ways) {
      const refused = await put(body)
      assert.equal(refused.status, 400, JSON.stringify(body))
      assert.partialDeepStrictEqual(refused.json?.error?.meta_data.failures, [
        { field: 'service_key', type: 'MISSING' },
      ])
    }
    // Nor by a detour over no address at all.
    assert.equal((await put({ url: null })).status, 200)
    assert.equal((await put({ url: elsewhere.url })).status, 400)
    assert.equal((await put({ url: stage.receiver.url })).status, 400)
    assert.equal((await put({ url: stage.receiver.url, service_key: KEY })).status, 200)
    assert.equal((await put({ url: `${stage.receiver.url}/other-path`, events: ['FAILED'] })).status, 200)
    const without = await put({ url: elsewhere.url, service_key: null })
    assert.equal(dataOf<CallbackSettings>(without).service_key.set, false)
    await manager.post(`/api${tenant.path('/callback/test')}`)
    assert.equal(elsewhere.received.at(-1)?.headers['x-service-key'], undefined)
  } finally {
    await elsewhere.stop()
  }
})

test('the keys of a bucket are kept for the host that they were given for', async () => {
  const rules = (rule: object) =>
    manager.call('PUT', `/api${tenant.path('/attachment_access')}`, { rules: [{ match: 's3://bucket/', ...rule }] })
  const given = { endpoint: 'https://s3.example', region: 'eu', access_key_id: 'AK' }
  assert.equal((await rules({ ...given, secret_access_key: 'ab12cd34' })).status, 200)
  const kept = { secret_access_key: { set: true } }
  assert.equal((await rules({ ...given, ...kept })).status, 200)
  const others = [{ endpoint: 'https://elsewhere.example' }, { endpoint: undefined }, { region: 'us' }]
  for (const other of others) {
    const refused = await rules({ ...given, ...kept, ...other })
    const failures = [{ field: 'rules[0].secret_access_key', type: 'MISSING' }]
    assert.partialDeepStrictEqual(refused.json?.error?.meta_data.failures, failures, JSON.stringify(other))
  }
  const region = 'x.elsewhere.example/'
  const bad = await rules({ ...given, endpoint: undefined, region, secret_access_key: 'ab12cd34' })
  assert.partialDeepStrictEqual(bad.json?.error?.meta_data.failures, [
    { field: 'rules[0].region', type: 'INVALID_VALUE' },
  ])
})

test('a header that was never set cannot be kept, whatever its name', async () => {
  const rules = (headers: object) =>
    manager.call('PUT', `/api${tenant.path('/attachment_access')}`, {
      rules: [{ match: 'https://data.example/', headers }],
    })
  assert.equal((await rules({ authorization: 'x' })).status, 200)
  for (const name of ['constructor', '__proto__', 'toString']) {
    const refused = await rules(JSON.parse(`{"authorization":{"set":true},"${name}":{"set":true}}`))
    const failures = [{ field: `rules[0].headers.${name}`, type: 'MISSING' }]
    assert.partialDeepStrictEqual(refused.json?.error?.meta_data.failures, failures, name)
  }
  assert.equal((await rules({ 'Proxy-Connection': 'close' })).status, 400)
})

test("a receiver's echo is kept without the service key, however it spells it", async () => {
  await put({ url: stage.receiver.url, service_key: KEY })
  const echoes: ((key: string) => string)[] = [
    (key) => JSON.stringify({ 'x-service-key': key }),
    (key) => Buffer.from(`x-service-key: ${key}`).toString('base64'),
    (key) => encodeURIComponent(key),
    (key) => 'x'.repeat(4085) + key,
  ]
  for (const echo of echoes) {
    stage.receiver.answer = ({ headers }) => ({ status: 200, body: echo(String(headers['x-service-key'])) })
    const { response } = await manager.post<{ response: string }>(`/api${tenant.path('/callback/test')}`)
    assert.match(response, /\[secret\]|x$/)
    const parts = ['SERVICE', 'KEY-A', Buffer.from('KEY-A/secret').toString('base64').slice(2, 12)]
    for (const part of parts) assert.ok(!response.includes(part), response.slice(-60))
  }
})
