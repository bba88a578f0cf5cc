import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { zipOf } from '../imports/archives.ts'
import { dataOf, until } from '../support/apiClient.ts'
import { Person } from '../support/person.ts'
import { ONE_BOX, pngOf, tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const image_url = stage.files.put('/1.png', await pngOf(40, 30))
  const jobId = await tenant.submit({ reference_id: 'one', tag: 'boxes', data: { image_url } })
  await tenant.reached(jobId, 'queued')
  await tenant.submitResult(jobId, ONE_BOX)
  await tenant.reached(jobId, 'completed')
})
after(() => stage.clear())

const join = (role: 'manager' | 'reviewer' | 'annotator' | 'viewer') =>
  Person.join(stage.admin, role, [tenant.projectId])

test('the address of an export ends with the person who was given it; a customer’s stays', async () => {
  const { export_id } = await tenant.api.post<{ export_id: string }>(tenant.path('/exports'), { format: 'coco' })
  const path = tenant.path(`/exports/${export_id}`)
  const urlOf = (get: (path: string) => Promise<{ url: string | null }>, of: string) =>
    until(async () => (await get(of)).url)
  const ofKey = await urlOf((at) => tenant.api.get(at), path)
  const lead = await join('manager')
  const ofLead = await urlOf((at) => lead.get(at), `/api${path}`)
  const statuses = async () => Promise.all([ofKey, ofLead].map(async (url) => (await fetch(url)).status))
  assert.deepEqual(await statuses(), [200, 200])
  const operator = await Person.join(stage.admin, 'admin')
  await operator.ok('PATCH', `/api/people/${lead.userId}`, { disabled: true })
  await until(async () => ((await fetch(ofLead)).status === 404 ? true : null))
  assert.deepEqual(await statuses(), [200, 404])
})

test('exports and imports are seen by those who manage jobs alone', async () => {
  for (const role of ['manager', 'reviewer', 'annotator', 'viewer'] as const) {
    const person = await join(role)
    for (const list of ['exports', 'imports']) {
      const { status } = await person.call('GET', `/api${tenant.path(`/${list}`)}`)
      assert.equal(status, role === 'manager' ? 200 : 403, `${role}: ${list}`)
    }
  }
})

test('who imports, and who ends an import, is in the audit log', async () => {
  const body = await zipOf({ 'a.json': { images: [], annotations: [], categories: [] } })
  const headers = { 'content-type': 'application/zip' }
  const answer = await tenant.api.call('POST', tenant.path('/imports?format=coco&tag=boxes'), { body, headers })
  const { import_id } = dataOf<{ import_id: string }>(answer)
  await tenant.api.call('DELETE', tenant.path(`/imports/${import_id}`))
  const path = `/v1/audit?project_id=${tenant.projectId}`
  const { entries } = await stage.admin.get<{ entries: { action: string; object: string }[] }>(path)
  const own = entries.filter(({ object }) => object === import_id).map(({ action }) => action)
  assert.deepEqual(own.toSorted(), ['import.create', 'import.delete'])
})
