import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

async function completedJob(tenant: Tenant): Promise<string> {
  const image = await pngOf(16, 12)
  stage.files.fallback = () => image
  const data = { image_url: `${stage.files.baseUrl}/image.png` }
  const jobId = await tenant.submit({ reference_id: 'linked', tag: 'boxes', data })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
  return jobId
}

const opens = async (url: string, headers: Record<string, string> = {}) => (await fetch(url, { headers })).status

test('the address of a result opens by itself, but not with a letter changed or after the links were revoked', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const jobId = await completedJob(tenant)
  const url = (await tenant.record(jobId)).result!
  assert.equal(await opens(url), 200)
  assert.equal(await opens(`${url.slice(0, -1)}${url.endsWith('A') ? 'B' : 'A'}`), 404)
  await stage.admin.call('PATCH', tenant.path(''), { body: { rotate_links: true } })
  assert.equal(await opens(url), 404)
  const renewed = (await tenant.record(jobId)).result!
  assert.notEqual(renewed, url)
  assert.equal(await opens(renewed), 200)
})

test('an address that an earlier version gave out, without the project in it, opens as before', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const url = (await tenant.record(await completedJob(tenant))).result!
  const earlier = url.replace(`${tenant.projectId}.`, '')
  assert.notEqual(earlier, url)
  assert.equal(await opens(earlier), 200)
  const bare = earlier.split('?')[0]
  assert.equal(await opens(bare, { 'x-api-key': tenant.key }), 200)
  const stranger = await Tenant.create(stage.admin, {}, {})
  assert.equal(await opens(bare, { 'x-api-key': stranger.key }), 403)
  assert.equal(await opens(url.replace(tenant.projectId, stranger.projectId)), 404)
})

test('a key of the project opens its files without a signature, a key of another does not', async () => {
  const owner = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const stranger = await Tenant.create(stage.admin, {}, {})
  const bare = (await owner.record(await completedJob(owner))).result!.split('?')[0]
  assert.equal(await opens(bare, { 'x-api-key': owner.key }), 200)
  assert.equal(await opens(bare, { 'x-api-key': stranger.key }), 403)
  assert.equal(await opens(bare), 401)
})
