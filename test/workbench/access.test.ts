import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ShownAccessRule } from '../../src/client/types/admin.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let manager: Person

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  manager = await Person.join(stage.admin, 'manager', [tenant.projectId])
})
after(() => stage.clear())

const rulesAt = () => tenant.path('/attachment_access')
const putRules = (rules: object[]) => stage.admin.put<{ rules: ShownAccessRule[] }>(rulesAt(), { rules })

test('rules sent back as they were received keep their secrets', async () => {
  const secretImage = await pngOf(8, 6)
  const asked: (string | undefined)[] = []
  const url = stage.files.put('/private/image.png', (request, response) => {
    asked.push(request.headers.authorization)
    if (request.headers.authorization !== 'Bearer s3cret') response.writeHead(403).end()
    else response.writeHead(200, { 'content-length': secretImage.length }).end(secretImage)
  })
  await putRules([{ match: `${stage.files.baseUrl}/private/`, headers: { Authorization: 'Bearer s3cret' } }])
  const { rules } = await stage.admin.get<{ rules: ShownAccessRule[] }>(rulesAt())
  assert.doesNotMatch(JSON.stringify(rules), /s3cret/)
  const bucket = { match: 's3://bucket/a/', region: 'eu', access_key_id: 'AKIA', secret_access_key: 'ab12cd34' }
  await putRules([...rules, bucket])
  const both = await stage.admin.get<{ rules: ShownAccessRule[] }>(rulesAt())
  assert.deepEqual((await putRules(both.rules)).rules, both.rules)

  const jobId = await tenant.submit({ reference_id: 'private', tag: 'boxes', data: { image_url: url } })
  await tenant.reached(jobId, 'queued')
  assert.ok(asked.length > 0 && asked.every((value) => value === 'Bearer s3cret'))
})

test('a secret that does not exist cannot be kept', async () => {
  const rule = { match: 'https://elsewhere.example/', headers: { Authorization: { set: true } } }
  const refused = await stage.admin.call('PUT', rulesAt(), { body: { rules: [rule] } })
  assert.equal(refused.status, 400)
  assert.partialDeepStrictEqual(refused.json?.error?.meta_data.failures, [
    { field: 'rules[0].headers.Authorization', type: 'MISSING' },
  ])
})

test('kept configurations of sensors are listed as they were sent', async () => {
  const configuration = { name: 'Front', modality: 'camera', intrinsics: { fx: 800, fy: 800 } }
  await stage.admin.put(tenant.path('/sensors/front%2Fleft'), configuration)
  const { sensors } = await stage.admin.get<{ sensors: object[] }>(tenant.path('/sensors'))
  assert.deepEqual(sensors, [{ sensor_id: 'front/left', ...configuration }])
})

test('an admin deletes the data of a finished job, and of no other; other people may not', async () => {
  const admin = await Person.join(stage.admin, 'admin')
  const jobId = await queuedImage(stage, tenant, 'boxes')
  const path = `/api/v1/projects/${tenant.projectId}/jobs/${jobId}`
  assert.equal((await admin.call('DELETE', `${path}/data`)).status, 409)
  await manager.call('POST', `${path}/cancel`, '{}')
  assert.equal((await manager.call('DELETE', `${path}/data`)).status, 403)
  assert.equal((await admin.call('DELETE', `${path}/data`)).status, 200)
  const annotator = await Person.join(stage.admin, 'annotator', [tenant.projectId])
  assert.equal((await annotator.call('DELETE', `${path}/data`)).status, 403)
})
