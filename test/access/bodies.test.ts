import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
})
after(() => stage.clear())

const OPEN_TO_ALL = ['/api/sign-in', '/api/setup', '/api/invitation', '/api/invitation/accept']

test('without a credential a body of more than 16 KiB is refused, packed or not, whatever it contains', async () => {
  const visitor = new Person(stage.service.baseUrl)
  const lists = `{"email":"a@example.com","password":"x","token":"x","z":[${'[],'.repeat(6000)}[]]}`
  for (const path of OPEN_TO_ALL) {
    const plain = await visitor.call('POST', path, lists)
    assert.deepEqual([plain.status, plain.json?.error?.code], [413, 'FS_0013'], path)
    const packed = await visitor.call('POST', path, gzipSync(lists), { 'content-encoding': 'gzip' })
    assert.equal(packed.status, 413, path)
  }
})

test('calls that send settings take little, calls that send jobs and lists take what those need', async () => {
  const callback = await stage.admin.call('PUT', tenant.path('/callback'), { body: `{"x":"${'y'.repeat(70_000)}"}` })
  assert.equal(callback.status, 413)
  const classes = Array.from({ length: 1000 }, (_, i) => ({
    name: `class-${i}-${'x'.repeat(100)}`,
    color: 'rgb(1, 2, 3)',
    instantiable: true,
  }))
  const tag = await stage.admin.call('PUT', tenant.path('/tags/many'), { body: { ...tagOf('image2d'), classes } })
  assert.equal(tag.status, 200, tag.bytes.toString('utf8').slice(0, 300))
  const frames = Array.from({ length: 2000 }, (_, i) => ({ frame_id: `${i}`, image_url: 'https://files.example/x' }))
  const job = { reference_id: 'large', tag: 'boxes', data: { video_data: { frames } } }
  const answer = await tenant.api.call('POST', `/v0/projects/${tenant.projectId}/jobs`, { body: job })
  assert.equal(answer.status, 400, 'read, and refused for what it says: the tag is of images')
})
