import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { KeyCreated } from '../../src/client/types/admin.ts'
import type { Api } from '../support/apiClient.ts'
import { queuedImage } from '../support/office.ts'
import { Person } from '../support/person.ts'
import { tagOf } from '../support/samples.ts'
import { type Stage, setStage } from '../support/stage.ts'
import { Tenant } from '../support/tenant.ts'

let stage: Stage
let tenant: Tenant
let rita: Person
/** A key that did not submit the work. */
let second: Api

before(async () => {
  stage = await setStage()
  tenant = await Tenant.create(stage.admin, {}, { reviewed: tagOf('image2d', { review: true }) })
  rita = await Person.join(stage.admin, 'reviewer', [tenant.projectId])
  const { key } = await stage.admin.post<KeyCreated>(tenant.path('/keys'), { name: 'second', scopes: ['annotate'] })
  second = tenant.api.with(key)
})
after(() => stage.clear())

async function inReview(): Promise<{ jobId: string; path: string }> {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  const { stage: reached } = await tenant.submitResult(jobId, { annotations: { rectangles: [] } })
  assert.equal(reached, 'in_review')
  return { jobId, path: tenant.path(`/jobs/${jobId}/review`) }
}

const answerOf = async (api: Api, path: string, body: object) => {
  const { status, json } = await api.call('POST', path, { body })
  return [status, json?.error?.code ?? null, json?.error?.meta_data.failures ?? []]
}

test('a rejection by key needs a comment', async () => {
  const { jobId, path } = await inReview()
  const missing = [
    400,
    'GE_0002',
    [{ field: 'comment', type: 'MISSING', expected: 'a comment, or an open issue', found: 'null' }],
  ]
  assert.deepEqual(await answerOf(second, path, { decision: 'reject' }), missing)
  assert.deepEqual(await answerOf(second, path, { decision: 'reject', comment: '  ' }), missing)
  assert.equal((await tenant.record(jobId)).stage, 'in_review')
  assert.deepEqual(await answerOf(second, path, { decision: 'reject', comment: 'A car is missing.' }), [200, null, []])
  assert.equal((await tenant.record(jobId)).stage, 'in_progress')
})

test('a key does not decide a review that a person is working on', async () => {
  const { jobId, path } = await inReview()
  await rita.post(`/api/jobs/${jobId}/claim`)
  assert.deepEqual(await answerOf(second, path, { decision: 'accept' }), [409, 'JOB_STATE', []])
  assert.equal((await tenant.record(jobId)).stage, 'in_review')
  await rita.post(`/api/jobs/${jobId}/release`)
  assert.deepEqual(await answerOf(second, path, { decision: 'accept' }), [200, null, []])
  await tenant.reached(jobId, 'completed')
})

test('the key that submitted the work does not review it', async () => {
  const { jobId, path } = await inReview()
  assert.deepEqual(await answerOf(tenant.api, path, { decision: 'accept' }), [403, 'unauthorized', []])
  assert.deepEqual(await answerOf(tenant.api, path, { decision: 'reject', comment: 'No.' }), [403, 'unauthorized', []])
  assert.equal((await tenant.record(jobId)).stage, 'in_review')
})

test('a job that is not in review has nothing to decide', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed')
  const path = tenant.path(`/jobs/${jobId}/review`)
  assert.deepEqual(await answerOf(second, path, { decision: 'accept' }), [409, 'JOB_STATE', []])
})

test('the priority of a finished job stays unchanged', async () => {
  const jobId = await queuedImage(stage, tenant, 'reviewed', { priority_weight: 3 })
  const change = (weight: number) =>
    tenant.api.call('PATCH', tenant.path(`/jobs/${jobId}`), { body: { priority_weight: weight } })
  assert.equal((await change(7)).status, 200)
  await tenant.api.post(tenant.path(`/jobs/${jobId}/cancel`))
  const refused = await change(9)
  assert.deepEqual([refused.status, refused.json?.error?.code], [409, 'JOB_STATE'])
  assert.equal((await tenant.record(jobId)).priority_weight, 7)
})
