import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'
import { begun, ended, shownIngest } from './ingesting.ts'

let stage: Stage

before(async () => {
  stage = await setStage()
})
after(() => stage.clear())

test('100,000 addresses are planned without a download, and cancelled while their jobs are made', async () => {
  const tenant = await Tenant.create(stage.admin, {}, { boxes: tagOf('image2d') })
  const urls = Array.from({ length: 100_000 }, (_, i) => `${stage.files.baseUrl}/camera/${i}.png`)
  const ingestId = await begun(tenant, { source: { urls }, tag: 'boxes', dry_run: true })
  const planned = await ended(tenant, ingestId)
  assert.deepEqual([planned.status, planned.plan?.jobs, planned.plan?.sample.length], ['planned', 100_000, 20])
  assert.equal(planned.plan?.sample[10]?.reference_id, 'camera/10.png')
  assert.deepEqual(stage.files.hits, [])
  await tenant.api.post(tenant.path(`/ingests/${ingestId}/start`), {})
  assert.equal((await tenant.api.call('DELETE', tenant.path(`/ingests/${ingestId}`))).status, 200)
  const { status, created } = await shownIngest(tenant, ingestId)
  assert.equal(status, 'cancelled')
  const { jobs } = await tenant.api.get<{ jobs: object[] }>(tenant.path(`/jobs?ingest_id=${ingestId}`))
  assert.equal(jobs.length, Math.min(created, 100))
})
